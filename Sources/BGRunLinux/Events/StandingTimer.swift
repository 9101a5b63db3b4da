// A timer that is where it was put, and why one that wakes the machine may be refused.
import Glibc

/// One timer on one clock, and the instant it stands at: an unchanged instant costs no system call.
///
/// One that wakes the machine has no descriptor until it is armed for the first time. On kernels before 6.7 an instant
/// that the machine's alarm clock can't hold (some reach a day) keeps the machine from suspending, and on all, one that
/// lies within two seconds does: arm what is near, when it is needed.
package struct StandingTimer: ~Copyable, Sendable {
    private enum Standing: Equatable {
        case idle
        case at(Int64)
        /// It rang, or its clock was set under it: it may be armed or not.
        case unsure
    }

    package let clock: Clock
    private var timer: Timer?
    private var standing = Standing.idle

    /// Stands at no instant; on the realtime clock it tells of steps from now on.
    package init(_ clock: Clock) throws(SystemError) {
        self.clock = clock
        timer = try Timer(clock)
    }

    /// - Parameter clock: `realtime` or `boottime`.
    package init(waking clock: Clock) {
        precondition(clock != .monotonic, "a clock that stops in suspend has no instant that ends it")
        self.clock = clock
    }

    /// To be watched for reading; nil before the first instant of one that wakes the machine.
    package var descriptor: Int32? {
        switch timer {
        case .some(let timer): timer.descriptor.rawValue
        case .none: nil
        }
    }

    /// Is readable at an instant in microseconds of the clock, at once where that has passed; nil: no longer.
    package mutating func set(_ instant: Int64?) throws(SystemError) {
        let wanted = instant.map { Standing.at(max($0, 0)) } ?? .idle
        if standing == wanted { return }
        standing = .unsure
        if let instant {
            if timer == nil { timer = try Timer(clock, wakesSystem: true) }
            try timer?.arm(at: max(instant, 0))
        } else {
            try timer?.disarm()
        }
        standing = wanted
    }

    /// What made the descriptor readable.
    package mutating func acknowledge() throws(SystemError) -> Timer.Event {
        standing = .unsure
        return try timer?.acknowledge() ?? .nothing
    }
}

/// Why a wake-up of the machine could not be arranged.
package enum WakeAlarmFault: Error, Equatable, Sendable {
    /// We lack CAP_WAKE_ALARM, as a user's own daemon does.
    case notPermitted
    /// The kernel or the machine has no timers that wake it.
    case unsupported(errno: Int32)
    case failed(SystemError)

    package init(_ error: SystemError) {
        switch error.errno {
        case EPERM: self = .notPermitted
        case EINVAL, EOPNOTSUPP: self = .unsupported(errno: error.errno)
        default: self = .failed(error)
        }
    }
}

extension WakeAlarmFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notPermitted: "can't wake the machine, because this daemon lacks the capability CAP_WAKE_ALARM"
        case .unsupported(let errno):
            "can't wake the machine, because it has no timers for that: \(SystemError.text(of: errno))"
        case .failed(let error): "can't wake the machine: \(error)"
        }
    }
}
