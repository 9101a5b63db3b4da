// The real scheduler in a machine that is only played: its time stands still unless it is moved.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Does to the scheduler what the daemon's loop does, where every run ends the instant it starts.
struct World {
    private(set) var scheduler = Scheduler(policy: Policy())
    private(set) var now: Now
    /// Whether what is saved is kept, as a store does.
    var keepsRecords = false
    private(set) var records: [JobID: JobRecord] = [:]
    private(set) var wakeup: Wakeup?
    private var request: UInt64 = 0

    /// Ten in the morning of a Friday in November, an hour after boot.
    static var morning: Now {
        let hour: Int64 = 3_600_000_000
        return Now(
            wall: WallTime(microseconds: 1_795_168_800_000_000), boot: BootTime(microseconds: hour),
            awake: AwakeTime(microseconds: hour))
    }

    init(at now: Now = World.morning) throws {
        self.now = now
        for name in Crowd.zones {
            turn([.zoneRead(name: name, try ZoneFiles().zone(named: name))])
        }
    }

    /// Takes in jobs as a daemon does that starts with them.
    mutating func recover(_ records: [JobRecord]) { turn([.recovered(Recovery(jobs: records))]) }

    mutating func readFiles() { turn([.filesRead([], unreadable: [])]) }

    mutating func submit(_ descriptor: JobDescriptor) {
        turn([.submitted(descriptor, requester(), owner: .root)])
    }

    mutating func cancel(_ job: JobIdentifier) {
        turn([.cancelRequested(Target(identifier: job), requester())])
    }

    mutating func changeClock(by span: Duration) {
        now.wall = now.wall.advanced(by: span)
        turn([.clockChanged])
    }

    /// Goes on to the next instant at which the scheduler wants to be woken, and plays the turn.
    ///
    /// - Returns: How many runs were started, and so ended.
    mutating func wakeUp() -> Int {
        guard let left = wakeup?.deadline.left(at: now) else { return 0 }
        move(by: max(left, .zero))
        return turn([.wokeUp])
    }

    mutating func move(by span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    private mutating func requester() -> Requester {
        request += 1
        return Requester(request: RequestID(request), user: .root)
    }

    /// One turn of the loop, to the end of what comes of it.
    @discardableResult
    private mutating func turn(_ first: [Event]) -> Int {
        var (events, started) = (first, 0)
        while !events.isEmpty {
            var effects: [Effect] = []
            for event in events { effects += scheduler.handle(event, at: now) }
            events = []
            var isSaved = false
            for effect in effects {
                switch effect {
                case .save(let record):
                    if keepsRecords { records[record.id] = record }
                    isSaved = true
                case .launch(let order):
                    started += 1
                    events.append(.launched(order.run, process: 1))
                    events.append(.exited(order.run, .code(0), ResourceUsage()))
                case .readPressure: events.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
                case .forget, .appendHistory, .appendSkip: isSaved = true
                case _: break
                }
            }
            if isSaved { events.insert(.saved, at: 0) }
        }
        wakeup = scheduler.nextWakeup(at: now)
        _ = scheduler.nextAlarm(at: now)
        return started
    }
}
