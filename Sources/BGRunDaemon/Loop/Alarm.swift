// One timer for each clock, armed for the scheduler's next wake-up and for nothing else.
import BGRunCalendar
import BGRunLinux
import BGRunScheduler

/// The three timers, and two more that wake the machine from suspend, made only once they are needed.
///
/// Only the clock that the next wake-up is measured by is armed. The wall clock's timer always stands, at an
/// instant that does not come where there is nothing to wait for, because only an armed timer tells that the
/// clock was set or that the machine has been asleep.
struct Alarm: ~Copyable {
    private var wall: StandingTimer
    private var boot: StandingTimer
    private var awake: StandingTimer
    private var wakeWall = StandingTimer(waking: .realtime)
    private var wakeBoot = StandingTimer(waking: .boottime)

    init() throws(SystemError) {
        let wall = try StandingTimer(.realtime)
        let boot = try StandingTimer(.boottime)
        let awake = try StandingTimer(.monotonic)
        self.wall = wall
        self.boot = boot
        self.awake = awake
    }

    /// The descriptors to watch for reading, each with its clock.
    var descriptors: [(clock: Clock, number: Int32)] {
        [place(of: wall), place(of: boot), place(of: awake)].compactMap(\.self)
    }

    private func place(of timer: borrowing StandingTimer) -> (clock: Clock, number: Int32)? {
        let clock = timer.clock
        return timer.descriptor.map { (clock, $0) }
    }

    /// Waits for the wake-up, and in any case no longer than until `latest`; each nil means for ever.
    mutating func set(_ wakeup: Wakeup?, latest: AwakeTime?) throws(SystemError) {
        var (wallAt, bootAt): (Int64?, Int64?)
        var awakeAt = latest?.microseconds
        switch wakeup?.moment {
        case .wall(let instant)?: wallAt = instant.microseconds
        case .boot(let instant)?: bootAt = instant.microseconds
        case .awake(let instant)?: awakeAt = min(instant.microseconds, awakeAt ?? .max)
        case nil: break
        }
        try wall.set(wallAt)
        try boot.set(bootAt)
        try awake.set(awakeAt)
    }

    /// Hears a timer out whose descriptor became readable.
    mutating func acknowledge(_ clock: Clock) throws(SystemError) -> Timer.Event {
        switch clock {
        case .realtime: try wall.acknowledge()
        case .boottime: try boot.acknowledge()
        case .monotonic: try awake.acknowledge()
        }
    }

    // MARK: - Waking the machine

    /// The descriptors of the timers that wake the machine, each with its clock, to be watched for reading; none before
    /// one is armed for the first time.
    var wakeDescriptors: [(clock: Clock, number: Int32)] {
        [place(of: wakeWall), place(of: wakeBoot)].compactMap(\.self)
    }

    /// Has the machine wake at an instant, or at two, one of each clock; nil means not by that clock. Where one is
    /// refused, neither is armed.
    mutating func setWake(wall: WallTime?, boot: BootTime?) throws(WakeAlarmFault) {
        do throws(SystemError) {
            try wakeWall.set(wall?.microseconds)
            try wakeBoot.set(boot?.microseconds)
        } catch {
            try? wakeWall.set(nil)
            try? wakeBoot.set(nil)
            throw WakeAlarmFault(error)
        }
    }

    /// Hears a timer out that wakes the machine.
    mutating func acknowledgeWake(_ clock: Clock) throws(SystemError) -> Timer.Event {
        switch clock {
        case .realtime: try wakeWall.acknowledge()
        case .boottime: try wakeBoot.acknowledge()
        case .monotonic: .nothing
        }
    }
}
