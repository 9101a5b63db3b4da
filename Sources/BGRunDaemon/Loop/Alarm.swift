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
    /// What a timer that became readable has to say.
    enum Ring: Equatable {
        case nothing, expired, clockChanged
    }

    private var wall: Timer
    private var boot: Timer
    private var awake: Timer
    /// The instants the timers stand at, so that an unchanged wake-up costs no system call. Nil: not armed, or
    /// rung since.
    private var wallInstant: Int64?
    private var bootInstant: Int64?
    private var awakeInstant: Int64?
    private var wakeWall = WakeAlarm(.realtime)
    private var wakeBoot = WakeAlarm(.boottime)

    init() throws(SystemError) {
        let wall = try Timer(.realtime)
        let boot = try Timer(.boottime)
        let awake = try Timer(.monotonic)
        self.wall = wall
        self.boot = boot
        self.awake = awake
        wallInstant = Self.never
    }

    private static let never = Int64.max

    /// The descriptors to watch for reading, each with its clock.
    var descriptors: [(clock: Clock, number: Int32)] {
        [
            (.realtime, wall.descriptor.rawValue), (.boottime, boot.descriptor.rawValue),
            (.monotonic, awake.descriptor.rawValue),
        ]
    }

    /// Waits for the wake-up, and in any case no longer than until `latest`; each nil means for ever.
    mutating func set(_ wakeup: Wakeup?, latest: AwakeTime?) throws(SystemError) {
        var wallTarget: Int64?
        var bootTarget: Int64?
        var awakeTarget = latest?.microseconds
        switch wakeup?.moment {
        case .wall(let instant)?: wallTarget = instant.microseconds
        case .boot(let instant)?: bootTarget = instant.microseconds
        case .awake(let instant)?: awakeTarget = min(instant.microseconds, awakeTarget ?? Self.never)
        case nil: break
        }
        try Self.stand(&wall, at: wallTarget ?? Self.never, now: &wallInstant)
        try Self.stand(&boot, at: bootTarget, now: &bootInstant)
        try Self.stand(&awake, at: awakeTarget, now: &awakeInstant)
    }

    private static func stand(
        _ timer: inout Timer, at target: Int64?, now instant: inout Int64?
    ) throws(SystemError) {
        if target == instant { return }
        if let target, target != never {
            try timer.arm(at: max(target, 0))
        } else {
            try timer.disarm()
        }
        instant = target
    }

    // MARK: - Waking the machine

    /// The descriptors of the timers that wake the machine, each with its clock, to be watched for reading; none before
    /// one is armed for the first time.
    var wakeDescriptors: [(clock: Clock, number: Int32)] {
        let wall = wakeWall.descriptor.map { (Clock.realtime, $0) }
        let boot = wakeBoot.descriptor.map { (Clock.boottime, $0) }
        return [wall, boot].compactMap(\.self)
    }

    /// Has the machine wake at an instant, or at two, one of each clock; nil means not by that clock. Where one is
    /// refused, neither is armed.
    mutating func setWake(wall: WallTime?, boot: BootTime?) throws(WakeAlarmFault) {
        do throws(WakeAlarmFault) {
            try wakeWall.set(wall.map { max($0.microseconds, 0) })
            try wakeBoot.set(boot.map { max($0.microseconds, 0) })
        } catch {
            try? wakeWall.set(nil)
            try? wakeBoot.set(nil)
            throw error
        }
    }

    /// Hears a timer out that wakes the machine.
    mutating func acknowledgeWake(_ clock: Clock) throws(SystemError) -> Ring {
        switch clock {
        case .realtime: Ring(try wakeWall.acknowledge())
        case .boottime: Ring(try wakeBoot.acknowledge())
        case .monotonic: .nothing
        }
    }

    // MARK: - Hearing

    /// Hears a timer out whose descriptor became readable.
    mutating func acknowledge(_ clock: Clock) throws(SystemError) -> Ring {
        let event: Timer.Event
        switch clock {
        case .realtime:
            event = try wall.acknowledge()
            wallInstant = nil
        case .boottime:
            event = try boot.acknowledge()
            bootInstant = nil
        case .monotonic:
            event = try awake.acknowledge()
            awakeInstant = nil
        }
        return Ring(event)
    }
}

extension Alarm.Ring {
    fileprivate init(_ event: Timer.Event) {
        switch event {
        case .expired: self = .expired
        case .clockWasSet: self = .clockChanged
        case .nothing: self = .nothing
        }
    }
}
