// A socket in the file system that takes messages, each with the word of the kernel of who has sent it.
import CLinux
import Glibc

/// A datagram socket that one user may write to. Its file is not removed with it.
///
/// Descriptors that somebody sends along are let go of, for sd_notify(3)'s barrier waits for just that. That may take as long as
/// their sender likes, see ``DescriptorRefusal``: ``letGo()`` has it waited for elsewhere, and so has the end of this value.
package struct DatagramInbox: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// Takes messages at `path`, in place of whatever lies there; the directory has to be ours alone.
    ///
    /// - Parameter owner: Who may write to it; nil for ourselves.
    package init(path: String, owner: UInt32?) throws(SystemError) {
        try SystemError.requirePath("bind", path)
        let socket = try UnixSocket.unconnected(CInt(1))
        try socket.makeNonblocking()
        try SystemError.check("setsockopt", path) { clinux_tell_credentials(socket.rawValue) }
        clinux_expect_wait(socket.rawValue)
        if unsafe unlink(path) != 0, errno != ENOENT {
            throw SystemError(operation: "unlink", path: path, errno: errno)
        }
        try SystemError.check("bind", path) { unsafe clinux_unix_bind(socket.rawValue, path) }
        try SystemError.check("chmod", path) { unsafe chmod(path, 0o600) }
        if let owner {
            try SystemError.check("lchown", path) { unsafe lchown(path, owner, gid_t.max) }
        }
        descriptor = socket
    }

    package struct Message {
        /// All of it, which may be more than the buffer holds.
        package let length: Int
        package let sender: UnixSocket.Peer
        /// It is still in the socket then, and comes again until somebody lets go of it.
        package let bringsDescriptors: Bool
    }

    /// The next message, as much of it as the buffer holds; nil where none waits.
    package func receive(into buffer: inout [UInt8]) throws(SystemError) -> Message? {
        var sender = clinux_credentials()
        var bringsDescriptors: Int32 = 0
        let length = try SystemError.checkNonblocking("recvmsg") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe clinux_receive_told(
                    descriptor.rawValue, $0.baseAddress, $0.count, &sender, &bringsDescriptors)
            }
        }
        return length.map {
            Message(
                length: $0,
                sender: UnixSocket.Peer(pid: sender.pid, user: sender.uid, group: sender.gid),
                bringsDescriptors: bringsDescriptors != 0)
        }
    }

    /// Has the next message, which brings descriptors, let go of with them. Nothing is to be received meanwhile.
    ///
    /// - Returns: What hangs up when that is done.
    package func letGo() throws(SystemError) -> FileDescriptor {
        var pipe = try Pipe()
        let done = pipe.takeReadEnd()
        let end = pipe.takeWriteEnd().release()
        if clinux_discard_apart(descriptor.rawValue, end) < 0 {
            let error = SystemError.last("fcntl")
            clinux_close(end)
            throw error
        }
        return done
    }
}
