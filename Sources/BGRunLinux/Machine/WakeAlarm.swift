// Timers that wake the machine from suspend, made only once one is needed.

/// One timer on one clock that wakes the machine. It has no descriptor until it is armed for the first time.
///
/// On kernels before 6.7 an instant that the machine's alarm clock can't hold (some reach a day) keeps the machine from
/// suspending, and on all, one that lies within two seconds does: arm what is near, when it is needed.
package struct WakeAlarm: ~Copyable, Sendable {
    /// What the timer stands at, so that an unchanged instant costs no system call.
    private enum Standing: Equatable {
        case idle
        case at(Int64)
        /// It rang, or its clock was set under it: it may be armed or not.
        case unsure
    }

    package let clock: Clock
    private var timer: Timer?
    private var standing = Standing.idle

    /// - Parameter clock: `realtime` or `boottime`.
    package init(_ clock: Clock) {
        precondition(clock != .monotonic, "a clock that stops in suspend has no instant that ends it")
        self.clock = clock
    }

    /// To be watched for reading; nil before the first instant.
    package var descriptor: Int32? {
        switch timer {
        case .some(let timer): timer.descriptor.rawValue
        case .none: nil
        }
    }

    /// Wakes the machine, and is readable, at an instant in microseconds of the clock; nil: no longer.
    package mutating func set(_ instant: Int64?) throws(WakeAlarmFault) {
        let wanted = instant.map { Standing.at($0) } ?? .idle
        if standing == wanted { return }
        standing = .unsure
        do throws(SystemError) {
            if let instant {
                if timer == nil { timer = try Timer(clock, wakesSystem: true) }
                try timer?.arm(at: instant)
            } else {
                try timer?.disarm()
            }
        } catch {
            throw WakeAlarmFault(error)
        }
        standing = wanted
    }

    /// What made the descriptor readable.
    package mutating func acknowledge() throws(SystemError) -> Timer.Event {
        standing = .unsure
        return try timer?.acknowledge() ?? .nothing
    }
}
