// One end of a connection between two programs of this machine.
import CLinux
import Glibc

/// A connected stream socket in the Unix domain.
package struct UnixSocket: ~Copyable, Sendable {
    /// Who is at the other end, as the kernel knows it.
    package struct Peer: Equatable, Sendable {
        package let pid: Int32
        package let user: UInt32
        package let group: UInt32

        package init(pid: Int32, user: UInt32, group: UInt32) {
            self.pid = pid
            self.user = user
            self.group = group
        }
    }

    package let descriptor: FileDescriptor

    package init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// Connects to a listener, waiting for room in its queue. The socket is blocking.
    ///
    /// - Parameter span: The longest wait, in microseconds, after which it is EAGAIN; nil waits for ever.
    package init(connectingTo path: String, within span: Int64? = nil) throws(SystemError) {
        let socket = try UnixSocket.unconnected(CInt(0))
        if let span { try UnixSocket.limit(socket, to: span) }
        try UnixSocket.connect(socket, to: path)
        descriptor = socket
    }

    /// The process that called connect (or listen), at that moment.
    package func peer() throws(SystemError) -> Peer {
        var peer = clinux_credentials()
        try SystemError.check("getsockopt") { unsafe clinux_peer_credentials(descriptor.rawValue, &peer) }
        return Peer(pid: peer.pid, user: peer.uid, group: peer.gid)
    }

    /// Whether that process was in one of these groups at that moment, as the kernel knows it.
    package func peerIsMember(ofAny groups: Set<UInt32>) throws(SystemError) -> Bool {
        if groups.isEmpty { return false }
        if groups.contains(try peer().group) { return true }
        // NGROUPS_MAX of Linux is 65,536: more no process has.
        for capacity in [64, 65_536] {
            var all = [UInt32](repeating: 0, count: capacity)
            let count = unsafe clinux_peer_groups(descriptor.rawValue, &all, UInt32(capacity))
            if count >= 0 { return all.prefix(Int(count)).contains(where: groups.contains) }
            guard errno == ERANGE else { break }
        }
        throw SystemError(operation: "getsockopt", errno: errno)
    }

    /// Sends what the socket takes at once. A peer that is gone is EPIPE, never a signal.
    package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> FileDescriptor.WriteResult {
        let count = try SystemError.checkNonblocking("send") {
            unsafe bytes.withUnsafeBytes {
                unsafe clinux_send(descriptor.rawValue, $0.baseAddress, $0.count)
            }
        }
        guard let count else { return .wouldBlock }
        return .bytes(count)
    }

    /// Sends all of `bytes` on a blocking socket.
    package func send(all bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch try send(rest) {
            case .bytes(let count): rest = rest.dropFirst(count)
            case .wouldBlock: throw SystemError(operation: "send", errno: EAGAIN)
            }
        }
    }

    /// At most so many descriptors go in one message.
    private static let mostDescriptors = 8

    /// Sends a few bytes, and copies of descriptors with them; both arrive together.
    package func send(_ bytes: [UInt8], with descriptors: [Int32]) throws(SystemError) {
        precondition(!bytes.isEmpty && !descriptors.isEmpty, "descriptors travel with at least a byte")
        let sent = try SystemError.check("sendmsg") {
            unsafe bytes.withUnsafeBytes {
                unsafe clinux_send_descriptors(
                    descriptor.rawValue, $0.baseAddress, $0.count, descriptors, descriptors.count)
            }
        }
        if sent < bytes.count { throw SystemError(operation: "sendmsg", errno: EAGAIN) }
    }

    /// Receives what was sent with descriptors, and hands each over in its order. Only from who is trusted: what a
    /// stranger's descriptor does when it is closed is the stranger's choice.
    package func receive(
        limit: Int, take: (consuming FileDescriptor) -> Void
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var numbers = [Int32](repeating: -1, count: Self.mostDescriptors)
        var count = 0
        let received = try SystemError.check("recvmsg") {
            unsafe bytes.withUnsafeMutableBytes {
                unsafe clinux_receive_descriptors(
                    descriptor.rawValue, $0.baseAddress, $0.count, &numbers, &count)
            }
        }
        for number in numbers.prefix(count) { take(FileDescriptor(owning: number)) }
        return Array(bytes.prefix(received))
    }

    /// What has come, without descriptors that were sent with it: these are let go of, see ``DescriptorRefusal``.
    package func receive(into buffer: inout [UInt8]) throws(SystemError) -> FileDescriptor.ReadResult {
        let count = try SystemError.checkNonblocking("recv") {
            unsafe buffer.withUnsafeMutableBytes {
                unsafe clinux_receive(descriptor.rawValue, $0.baseAddress, $0.count)
            }
        }
        guard let count else { return .wouldBlock }
        return count == 0 ? .endOfFile : .bytes(count)
    }

    /// Says that nothing more will be sent.
    package func shutdownSending() throws(SystemError) {
        try SystemError.check("shutdown") { shutdown(descriptor.rawValue, Int32(SHUT_WR)) }
    }

    /// Connecting and sending wait no longer.
    private static func limit(_ socket: borrowing FileDescriptor, to span: Int64) throws(SystemError) {
        // All zeros would be no limit.
        let span = max(span, 1)
        var limit = timeval(tv_sec: Int(span / 1_000_000), tv_usec: Int(span % 1_000_000))
        try SystemError.check("setsockopt") {
            unsafe setsockopt(
                socket.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    static func unconnected(_ datagram: CInt) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try SystemError.check("socket") { clinux_unix_socket(datagram) })
    }

    static func connect(_ socket: borrowing FileDescriptor, to path: String) throws(SystemError) {
        try SystemError.requirePath("connect", path)
        try SystemError.check("connect", path) {
            unsafe clinux_unix_connect(socket.rawValue, path, path.utf8.count)
        }
    }
}
