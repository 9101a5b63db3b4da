// Why the machine could not be asked to wake up.
import Glibc

/// Why a wake-up of the machine could not be arranged.
package enum WakeAlarmFault: Error, Equatable, Sendable {
    /// We lack CAP_WAKE_ALARM, as a user's own daemon does.
    case notPermitted
    /// The kernel or the machine has no timers that wake it.
    case unsupported(errno: Int32)
    case failed(SystemError)

    init(_ error: SystemError) {
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
