// A socket in the file system that takes messages, each with the word of the kernel of who has sent it.
import CLinux
import Glibc

/// A datagram socket that one user may write to. Its file is not removed with it.
///
/// Descriptors that somebody sends along are taken and let go of, for sd_notify(3)'s barrier waits for just that; how long
/// that may take is bounded, see ``DescriptorRefusal``.
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
        try DescriptorRefusal.limitRelease(of: socket.rawValue)
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

    /// The next message, as much of it as the buffer holds, with its whole length; nil where none waits.
    package func receive(
        into buffer: inout [UInt8]
    ) throws(SystemError) -> (length: Int, sender: UnixSocket.Peer)? {
        var sender = clinux_credentials()
        let length = try SystemError.checkNonblocking("recvmsg") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe clinux_receive_told(descriptor.rawValue, $0.baseAddress, $0.count, &sender)
            }
        }
        return length.map {
            (length: $0, sender: UnixSocket.Peer(pid: sender.pid, user: sender.uid, group: sender.gid))
        }
    }
}
