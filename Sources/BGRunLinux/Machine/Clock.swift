// The three clocks the program knows time by.
import CLinux
import Glibc

/// A clock of the kernel, read in whole microseconds.
package enum Clock: Equatable, Sendable {
    /// Wall clock: microseconds since 1970, moved by people and by time servers.
    case realtime
    /// Time since boot, suspend included; never set.
    case boottime
    /// Time since boot in which the machine was awake; never set.
    case monotonic

    var number: Int32 {
        switch self {
        case .realtime: CLOCK_REALTIME
        case .boottime: CLOCK_BOOTTIME
        case .monotonic: CLOCK_MONOTONIC
        }
    }

    /// The same clock for timers that wake the machine. The clock that stops in suspend can't.
    var alarmNumber: Int32 {
        switch self {
        case .realtime: CLOCK_REALTIME_ALARM
        case .boottime: CLOCK_BOOTTIME_ALARM
        case .monotonic: preconditionFailure("a clock that stops in suspend has no instant that ends it")
        }
    }

    /// The present reading, rounded down.
    package static func read(_ clock: Clock) -> Int64 {
        var time = timespec()
        let result = unsafe clock_gettime(clock.number, &time)
        precondition(result == 0, "a Linux that runs this program has its three clocks")
        // Nanoseconds count upwards from the second, before 1970 too, so the sum is already the floor.
        return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1_000
    }

    /// The difference between the time that the process counts and a wall clock that can't be right, in microseconds; 0 otherwise.
    package static var lead: Int64 {
        get { clinux_clock_lead() }
        set { clinux_set_clock_lead(newValue) }
    }

    /// Whether the kernel was told that the wall clock is right: adjtimex(2), which a time server's client has cleared its
    /// `STA_UNSYNC` by. False where that can't be asked.
    package static var isSynchronized: Bool { clinux_clock_is_synchronized() }
}
