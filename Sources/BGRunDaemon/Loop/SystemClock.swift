// The one place where the scheduler's time is read.
import BGRunCalendar
import BGRunLinux

extension Now {
    /// The present readings of the three clocks.
    ///
    /// The two that tell sleep from work by their difference are read next to each other.
    package static func read() -> Now {
        let boot = BootTime(microseconds: Clock.read(.boottime))
        let awake = AwakeTime(microseconds: Clock.read(.monotonic))
        let wall = WallTime(microseconds: Clock.read(.realtime) &+ Clock.lead)
        return Now(wall: wall, boot: boot, awake: awake)
    }
}
