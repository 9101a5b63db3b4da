// Wait for one descriptor, for programs that have no loop.
import Glibc

/// Waiting for one descriptor, up to a deadline.
package enum Readiness {
    package enum Direction: Sendable {
        case read, write
        /// Exceptional state: a pressure file whose trigger has fired.
        case priority
    }

    /// Whether the descriptor became ready (or hung up) before the deadline.
    ///
    /// - Parameter deadline: microseconds of the monotonic clock; nil waits for ever.
    package static func wait(
        for number: Int32, to direction: Direction, until deadline: Int64?
    ) throws(SystemError) -> Bool {
        var entry = pollfd(fd: number, events: events(for: direction), revents: 0)
        while true {
            let result = unsafe poll(&entry, 1, milliseconds(until: deadline))
            if result > 0 { return true }
            if result < 0 {
                let error = SystemError.last("poll")
                if error.errno != EINTR { throw error }
            }
            if let deadline, Clock.read(.monotonic) >= deadline { return false }
        }
    }

    private static func events(for direction: Direction) -> Int16 {
        switch direction {
        case .read: Int16(POLLIN)
        case .write: Int16(POLLOUT)
        case .priority: Int16(POLLPRI)
        }
    }

    /// As poll and epoll take it; -1 waits for ever. Rounded up, so that we do not spin in the last millisecond.
    static func milliseconds(until deadline: Int64?) -> Int32 {
        guard let deadline else { return -1 }
        let (left, overflow) = deadline.subtractingReportingOverflow(Clock.read(.monotonic))
        if overflow { return deadline > 0 ? .max : 0 }
        return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1000 + 1)
    }
}
