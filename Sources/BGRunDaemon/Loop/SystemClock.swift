// The one place where the scheduler's time is read.
import BGRunCalendar
import BGRunLinux
import Synchronization

extension Now {
    /// The present readings of the three clocks.
    ///
    /// The two that tell sleep from work by their difference are read next to each other.
    package static func read() -> Now {
        let boot = BootTime(microseconds: Clock.read(.boottime))
        let awake = AwakeTime(microseconds: Clock.read(.monotonic))
        let wall = WallTime(microseconds: Clock.read(.realtime))
        return Now(
            wall: SystemClock.doubt.map { wall.advanced(by: $0.lead) } ?? wall, boot: boot, awake: awake)
    }
}

/// What is believed of the machine's wall clock.
enum SystemClock {
    private static let current = Mutex<(doubt: ClockDoubt, directory: String)?>(nil)

    /// Nil where it is believed.
    static var doubt: ClockDoubt? { current.withLock { $0?.doubt } }

    /// - Parameter runtimeDirectory: Where a later daemon of this boot finds it.
    static func take(_ doubt: ClockDoubt, in runtimeDirectory: String) {
        current.withLock { $0 = (doubt, runtimeDirectory) }
        doubt.keep(in: runtimeDirectory)
    }

    /// It was set, or is as right as it gets.
    static func believe() {
        current.withLock { current in
            if let directory = current?.directory { ClockDoubt.forget(in: directory) }
            current = nil
        }
    }
}
