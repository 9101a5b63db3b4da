// Whether this process may wake the machine from suspend, and whether the machine can be woken.
import Glibc

/// What there is to wake the machine by. A timer that wakes the machine can be made and fires also where there is no
/// alarm clock, but only while the machine is awake: so both are asked.
package enum WakeAbility: Equatable, Sendable {
    case possible
    /// We lack CAP_WAKE_ALARM, as a user's own daemon does.
    case notPermitted
    /// The kernel has no such timers, for this reason.
    case noTimer(errno: Int32)
    /// No real-time clock of the machine has an alarm that may wake it.
    case noAlarmClock
}

extension WakeAbility: CustomStringConvertible {
    package var description: String {
        switch self {
        case .possible: "this daemon can wake the machine"
        case .notPermitted: "this daemon may not wake the machine: it lacks the capability CAP_WAKE_ALARM"
        case .noTimer(let errno):
            "this kernel has no timers that wake the machine: \(SystemError.text(of: errno))"
        case .noAlarmClock:
            "this machine has no clock that can wake it: no RTC with a wake-up alarm is enabled"
        }
    }
}

extension Machine {
    /// Real-time clocks that are looked at; machines have one or two.
    private static let mostClocks = 64

    /// Whether a timer that wakes the machine can be had, and would wake it.
    ///
    /// - Parameter sysfs: where sysfs is; the kernel uses a real-time clock only where its device's `power/wakeup`
    ///   says `enabled`.
    package static func wakeAbility(sysfs: String = "/sys") -> WakeAbility {
        do throws(SystemError) {
            _ = try Timer(.boottime, wakesSystem: true).wakesSystem
        } catch {
            return error.errno == EPERM ? .notPermitted : .noTimer(errno: error.errno)
        }
        return hasAlarmClock(sysfs: sysfs) ? .possible : .noAlarmClock
    }

    /// Whether a real-time clock of the machine has an alarm that may wake it.
    package static func hasAlarmClock(sysfs: String = "/sys") -> Bool {
        guard let clocks = try? Directory(path: "\(sysfs)/class/rtc"),
            let names = try? clocks.names(limit: mostClocks)
        else { return false }
        return names.contains { name in
            let setting = try? File.contents(of: "\(sysfs)/class/rtc/\(name)/device/power/wakeup", limit: 64)
            return setting?.prefix { $0 != UInt8(ascii: "\n") }.elementsEqual("enabled".utf8) == true
        }
    }
}
