// Descriptors that strangers send along are refused, or at least cost no more than a moment.
import CLinux

/// What becomes of descriptors that are sent to a socket which wants none.
///
/// Nothing opens them, but their last owner closes them, and closing may take as long as their sender likes. From Linux 6.16
/// on the sender is refused with EPERM; before that, the waiting is bounded.
package enum DescriptorRefusal {
    /// - Parameter socket: One that strangers send to, or that listens for them: what it accepts is like it.
    /// - Returns: Whether senders are refused.
    @discardableResult
    package static func begin(at socket: Int32) throws(SystemError) -> Bool {
        let isRefused = try SystemError.check("setsockopt") { clinux_refuse_descriptors(socket) } == 1
        if !isRefused { try limitRelease() }
        return isRefused
    }

    /// Receiving from a socket that takes descriptors, and closing it, waits no longer than 4 ms for what others have sent.
    static func limitRelease(of socket: Int32) throws(SystemError) {
        try limitRelease()
        clinux_expect_descriptors(socket)
    }

    /// So it is from now on for all that may bring descriptors. SIGALRM is taken for that.
    private static func limitRelease() throws(SystemError) {
        try SystemError.check("sigaction") { clinux_limit_release() }
    }
}
