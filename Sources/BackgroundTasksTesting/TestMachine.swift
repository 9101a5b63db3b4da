// A machine that is made up around the scheduler of bgrund: its clock, its plug, its network, and one process of an application.
internal import BGRunCalendar
internal import BGRunJob
internal import BGRunScheduler

/// Does to the scheduler what the daemon's loop does. What the process is to do of it is kept until it is taken.
struct TestMachine {
    /// What the process hears.
    enum Word {
        case handOver(TaskOrder)
        case warn(RunID, StopReason)
    }

    private static let owner = UserID(1000)

    let application: ApplicationID
    let manifest: ApplicationManifest
    private var scheduler = Scheduler(policy: Policy())
    private(set) var now: Now
    private var power = PowerReading(verdict: .yes, reason: "the test says so")
    private var network = NetworkReading(verdict: .yes, reason: "the test says so")
    private var host: HostID?
    private var requests: UInt64 = 0
    private var replies: [RequestID: Reply] = [:]
    private var pending: [Event] = []
    private(set) var ended: [HistoryEntry] = []
    private var words: [Word] = []

    init(_ manifest: ApplicationManifest, at wall: WallTime) {
        self.manifest = manifest
        application = ApplicationID(owner: Self.owner, name: manifest.application)
        // Booted long ago, so that what counts from the boot has settled.
        let day: Int64 = 86_400_000_000
        now = Now(wall: wall, boot: BootTime(microseconds: day), awake: AwakeTime(microseconds: day))
        turn([
            .recovered(Recovery()), .filesRead([], unreadable: []),
            .manifestsRead([ManifestFile(path: "the test", manifest: manifest)], unreadable: []),
            .powerRead(power, .event), .networkRead(network),
        ])
        let own = application
        let reply = ask { .hostAttached(own, started: nil, busy: [], process: 1, $0) }
        if case .attached(let id, _, _)? = reply { host = id }
    }

    // MARK: - What the program says

    /// Tells the scheduler of something, and gives back its answer; nil while there is none.
    @discardableResult
    mutating func ask(_ event: (Requester) -> Event) -> Reply? {
        requests += 1
        let request = RequestID(requests)
        turn([event(Requester(request: request, user: Self.owner))])
        return replies.removeValue(forKey: request)
    }

    mutating func submit(_ request: TaskRequest) -> Reply? {
        let (application, host) = (application, host)
        return ask { .taskSubmitted(request, of: application, from: host, $0) }
    }

    mutating func cancel(_ task: JobIdentifier?) -> Reply? {
        let (application, host) = (application, host)
        return ask { .taskCancelRequested(task, of: application, from: host, $0) }
    }

    mutating func serve(_ tasks: [TaskPattern]) {
        guard let host else { return }
        ask { .hostServed(host, tasks, $0) }
    }

    /// Whether the handler of a run may be entered.
    mutating func begin(_ run: RunID) -> Bool {
        guard let host, case .started? = ask({ .taskBegan(run, in: host, $0) }) else { return false }
        return true
    }

    mutating func end(_ run: RunID, success: Bool) {
        guard let host else { return }
        turn([.taskEnded(run, in: host, success: success)])
    }

    mutating func simulate(_ simulation: Simulation, _ task: JobIdentifier) -> Reply? {
        guard let job = JobIdentifier(ofTask: task, of: application.name) else { return nil }
        return ask { .simulationRequested(Target(identifier: job), simulation, $0) }
    }

    var pendingTasks: [TaskRequest] { scheduler.pendingTasks(of: application) }

    mutating func takeWords() -> [Word] {
        defer { words = [] }
        return words
    }

    // MARK: - What happens to the machine

    mutating func plug(_ isIn: Bool) {
        power = PowerReading(verdict: isIn ? .yes : .no, reason: "the test says so")
        turn([.powerRead(power, .event)])
    }

    mutating func connect(_ isOn: Bool) {
        network = NetworkReading(verdict: isOn ? .yes : .no, reason: "the test says so")
        turn([.networkRead(network)])
    }

    /// Goes on to what comes up next, at most so far. How far that was.
    mutating func step(within span: Duration) -> Duration {
        let next = scheduler.nextWakeup(at: now).map { max($0.moment.left(at: now), .zero) } ?? span
        let step = min(next, span)
        now.wall = now.wall.advanced(by: step)
        now.boot = now.boot.advanced(by: step)
        now.awake = now.awake.advanced(by: step)
        turn([.wokeUp])
        return step
    }

    // MARK: - The loop

    private mutating func turn(_ events: [Event]) {
        pending += events
        while !pending.isEmpty {
            let batch = pending
            pending = []
            var effects = Effects()
            for event in batch { effects.append(scheduler.handle(event, at: now)) }
            perform(effects)
            if pending.isEmpty, scheduler.nextWakeup(at: now)?.reason == .work { pending = [.wokeUp] }
        }
    }

    private mutating func perform(_ effects: Effects) {
        for stop in effects.stops { carryOut(stop) }
        for save in effects.saves {
            if case .append(.run(let entry)) = save { ended.append(entry) }
        }
        if !effects.saves.isEmpty {
            pending.insert(.saved, at: 0)
        } else if effects.promises.contains(where: \.isTakenBack) {
            pending.insert(.kept, at: 0)
        }
        for promise in effects.promises {
            switch promise {
            case .handOver(_, let order): words.append(.handOver(order))
            case .startHost(let order):
                pending.append(
                    .hostFailed(order.host, .lasting(reason: "no handler is registered for it")))
            case .reply(let request, let reply): replies[request] = reply
            case .launch, .exit: break
            }
        }
        for wish in effects.wishes {
            if case .observe(.subject(let subject)) = wish {
                pending.append(.observed(subject, .unknown("no test tells of it")))
            }
        }
    }

    private mutating func carryOut(_ stop: Effects.Stop) {
        switch stop {
        case .warn(_, let run, let reason, _): words.append(.warn(run, reason))
        case .readPower: pending.append(.powerRead(power, .asked))
        case .readPressure: pending.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
        case .read(let subject): pending.append(.observed(subject, .unknown("no test tells of it")))
        case .signal, .adopt, .signalHost, .warnAssertion, .endAssertion, .adoptHost, .abandon, .endHook:
            break
        }
    }
}
