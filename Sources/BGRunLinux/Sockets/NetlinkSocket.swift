// Messages from and to the kernel.
import CLinux
import Glibc

/// A netlink socket that listens to groups of the kernel's and can ask it questions. Nonblocking.
package struct NetlinkSocket: ~Copyable, Sendable {
    package enum Received: Equatable, Sendable {
        /// One datagram of this many bytes is at the front of the buffer.
        case message(Int)
        case wouldBlock
        /// Messages were lost, because we were slow or one did not fit the buffer: read everything anew.
        case overrun
    }

    package let descriptor: FileDescriptor

    /// - Parameters:
    ///   - family: NETLINK_ROUTE and its like, netlink(7).
    ///   - groups: a bit for each group to listen to; 0 for a socket that only asks.
    package init(family: Int32, groups: UInt32) throws(SystemError) {
        descriptor = FileDescriptor(
            owning: try SystemError.check("socket", "netlink") { clinux_netlink(family, groups) })
    }

    /// A socket that stands in the kernel's place: for tests of what it may answer.
    init(standIn: consuming FileDescriptor) { descriptor = standIn }

    /// Asks for a receive buffer of this many bytes, above the system's limit where we have the right.
    package func setReceiveBuffer(_ bytes: Int32) throws(SystemError) {
        try SystemError.check("setsockopt", "netlink") {
            clinux_netlink_buffer(descriptor.rawValue, bytes)
        }
    }

    /// Has the kernel hold back what a request for a list does not ask for, and refuse what it does not understand: Linux
    /// 4.20 and later. Without it a list has all.
    package func filterStrictly() throws(SystemError) {
        try SystemError.check("setsockopt", "netlink") { clinux_netlink_strict(descriptor.rawValue) }
    }

    /// The next datagram the kernel sent. What another process sent is passed over: any may send.
    package func receive(into buffer: inout [UInt8]) throws(SystemError) -> Received {
        while true {
            var sender: UInt32 = 0
            do throws(SystemError) {
                let count = try SystemError.checkNonblocking("recvmsg", "netlink") {
                    unsafe buffer.withUnsafeMutableBytes {
                        unsafe clinux_netlink_receive(
                            descriptor.rawValue, $0.baseAddress, $0.count, &sender)
                    }
                }
                guard let count else { return .wouldBlock }
                if sender != 0 { continue }
                return count > buffer.count ? .overrun : .message(count)
            } catch {
                if error.errno == ENOBUFS { return .overrun }
                throw error
            }
        }
    }

    /// Sends one request to the kernel.
    package func send(_ bytes: [UInt8]) throws(SystemError) {
        try SystemError.check("send", "netlink") {
            unsafe bytes.withUnsafeBytes {
                unsafe clinux_send(descriptor.rawValue, $0.baseAddress, $0.count)
            }
        }
    }
}
