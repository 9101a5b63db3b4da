// The real scheduler in a machine that is only simulated: its time stands still unless it is moved.
import BGRunCalendar
import BGRunDevice
import BGRunJob
import BGRunScheduler

/// Does to the scheduler what the daemon's loop does, where every run ends the instant it starts.
struct World {
    private(set) var scheduler: Scheduler
    private(set) var now: Now
    /// Whether what is saved is kept, as a store does.
    var keepsRecords = false
    private(set) var records: [JobID: JobRecord] = [:]
    private(set) var wakeup: Wakeup?
    /// Nanoseconds of each turn with its planning, where looks are answered in turns of their own.
    var turns: [Int64]?
    private var answers: [Event] = []
    private var request: UInt64 = 0

    /// Ten in the morning of a Friday in November, an hour after boot.
    static var morning: Now {
        let hour: Int64 = 3_600_000_000
        return Now(
            wall: WallTime(microseconds: 1_795_168_800_000_000), boot: BootTime(microseconds: hour),
            awake: AwakeTime(microseconds: hour))
    }

    init(at now: Now = World.morning, policy: Policy = Policy()) throws {
        self.now = now
        scheduler = Scheduler(policy: policy)
        for name in Crowd.zones {
            turn([.zoneRead(name: name, try ZoneFiles().zone(named: name))])
        }
    }

    /// Takes in jobs as a daemon does that starts with them.
    mutating func recover(_ records: [JobRecord]) { turn([.recovered(Recovery(jobs: records))]) }

    mutating func readFiles() { turn([.filesRead([], unreadable: [])]) }

    /// On battery, without a network, and the lid closed.
    mutating func readDevice() {
        turn([
            .powerRead(PowerReading(verdict: .no, reason: "on battery", batteryLevel: 50), .event),
            .networkRead(NetworkReading(verdict: .no, reason: "no route to the internet")),
        ])
    }

    /// Tells what is seen of a subject, and plays the turn.
    ///
    /// - Returns: Nanoseconds of the turn and of asking for the next wake-up, and how many runs were started.
    mutating func tell(_ subject: Subject, _ seen: Observation) -> (turn: Int64, wakeup: Int64, runs: Int) {
        var runs = 0
        let time = nanoseconds { runs = play([.observed(subject, seen)]) }
        return (time, nanoseconds { plan() }, runs)
    }

    mutating func submit(_ descriptor: JobDescriptor, for owner: UserID = .root) {
        turn([.submitted(descriptor, requester(), owner: owner)])
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
        guard let left = wakeup?.moment.left(at: now) else { return 0 }
        move(by: max(left, .zero))
        return turn([.wokeUp])
    }

    mutating func move(by span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    private mutating func requester(_ user: UserID = .root) -> Requester {
        request += 1
        return Requester(request: RequestID(request), user: user)
    }

    /// One event of any kind, and its turn.
    mutating func hear(_ event: Event) { turn([event]) }

    /// A request of a user's, and its turn.
    mutating func ask(as user: UserID, _ event: (Requester) -> Event) { turn([event(requester(user))]) }

    /// The machine has slept for so long.
    mutating func suspend(for span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        turn([.wokeUp])
    }

    /// Plays what is left to be answered and what time brings about, up to so far ahead.
    mutating func settle(for span: Duration) {
        let end = now.awake.advanced(by: span)
        while true {
            if !answers.isEmpty {
                let next = Array(answers.prefix(64))
                answers.removeFirst(next.count)
                turn(next)
            } else if let left = wakeup?.moment.left(at: now), now.awake.advanced(by: left) <= end {
                _ = wakeUp()
            } else {
                return move(by: now.awake.duration(to: end))
            }
        }
    }

    /// One turn of the loop, to the end of what comes of it.
    @discardableResult
    private mutating func turn(_ first: [Event]) -> Int {
        let begin = nanoseconds()
        defer {
            plan()
            turns?.append(nanoseconds() - begin)
        }
        return play(first)
    }

    private mutating func plan() {
        wakeup = scheduler.nextWakeup(at: now)
        _ = scheduler.nextAlarm(at: now)
    }

    private mutating func play(_ first: [Event]) -> Int {
        var (events, started) = (first, 0)
        while !events.isEmpty {
            var effects = Effects()
            for event in events { effects.append(scheduler.handle(event, at: now)) }
            events = effects.saves.isEmpty ? [] : [.saved]
            for stop in effects.stops {
                switch stop {
                case .readPressure: events.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
                case .read(let subject): answer(.observed(subject, Self.look(at: subject)), in: &events)
                case .signal, .adopt, .warn, .signalHost, .adoptHost, .warnAssertion, .endAssertion, .abandon,
                    .endHook, .readPower:
                    break
                }
            }
            for case .save(let record) in effects.saves where keepsRecords { records[record.id] = record }
            for case .launch(let order) in effects.promises {
                started += 1
                events.append(.launched(order.run, process: 1))
                events.append(.exited(order.run, .code(0), ResourceUsage()))
            }
            for case .observe(.subject(let subject)) in effects.wishes {
                answer(.observed(subject, Self.look(at: subject)), in: &events)
            }
        }
        return started
    }

    private mutating func answer(_ event: Event, in turn: inout [Event]) {
        if turns == nil { turn.append(event) } else { answers.append(event) }
    }

    /// A machine in use on which nothing is there.
    private static func look(at subject: Subject) -> Observation {
        switch subject {
        case .lid: .lid(.closed)
        case .idle: .idle(.active)
        case .locks: .locks(LockReading(users: [.root: false]))
        case .powerSaver: .powerSaver(PowerSaverReading(isOn: false, profile: "balanced"))
        case .connection: .connection(ConnectionReading(isPortal: false))
        case .pressure: .pressure(isHigh: true)
        case .load: .load(400)
        case .temperature: .temperature(TemperatureReading(degrees: 90, zone: "x86_pkg_temp"))
        case .freeSpace: .freeSpace(0)
        case .path, .mount, .device: .present(false)
        case .power, .network: .unknown("is told by an event of its own")
        case .check: .answered(false, "exited with 1")
        }
    }
}
