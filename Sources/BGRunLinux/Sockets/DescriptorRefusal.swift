// Descriptors that strangers send along are refused, or let go of by a thread of its own.
import CLinux

/// What becomes of descriptors that are sent to a socket which wants none.
///
/// Nothing opens them, but their last owner closes them, and closing may take as long as their sender likes. From Linux 6.16
/// on the sender is refused with EPERM; before that, nothing that descriptors come with is received (ECONNRESET), and whoever
/// closes the socket waits for nothing.
package enum DescriptorRefusal {
    /// - Parameter socket: One that strangers send to, or that listens for them: what it accepts is like it.
    /// - Returns: Whether senders are refused.
    @discardableResult
    package static func begin(at socket: Int32) throws(SystemError) -> Bool {
        let isRefused = try SystemError.check("setsockopt") { clinux_refuse_descriptors(socket) } == 1
        if !isRefused { clinux_expect_wait(socket) }
        return isRefused
    }
}
