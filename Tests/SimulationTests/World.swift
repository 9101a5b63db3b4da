// A laptop's life in virtual time: one seed, the real scheduler, and everything around it played.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunTestSupport

/// The world around the scheduler. Time moves to whatever comes next: a wake-up the scheduler asked for, a
/// process that ends, or something that happens to the machine.
struct World {
    struct Broken: Error, CustomStringConvertible {
        let description: String
    }

    /// A process that the launcher holds.
    struct Process {
        let job: JobID
        /// What it is ended without: nothing for a run that was forced, or that may finish.
        let needs: Requirements
        var endsAt: AwakeTime
        var status: ExitStatus
        var ignoresTerminate: Bool
        var wasTold = false
    }

    private var dice: SeededGenerator
    private let disk: any Disk
    private var scheduler: Scheduler
    private var policy: Policy
    private(set) var now: Now
    private var processes: [RunID: Process] = [:]
    private var power = Verdict.yes
    private var network = Verdict.yes
    private var files: [JobID: JobDescriptor] = [:]
    private var requests: UInt64 = 0
    private var pending: [Event] = []
    /// Since when the scheduler has known that a requirement does not hold; sleep gives it time.
    private var lostSince: [Requirement: AwakeTime] = [:]
    private var log: [String] = []

    // What has to stay true.
    private var accepted: Set<JobID> = []
    private var launched: Set<RunID> = []
    private var closed: Set<RunID> = []
    private(set) var counts: [String: Int] = [:]

    init(seed: UInt64, disk: any Disk) throws {
        dice = SeededGenerator(seed: seed)
        self.disk = disk
        policy = Policy()
        policy.pendingPerOwner = 6
        let start: Int64 = 1_790_000_000_000_000
        now = Now(
            wall: WallTime(microseconds: start), boot: BootTime(microseconds: 60_000_000),
            awake: AwakeTime(microseconds: 60_000_000))
        scheduler = Scheduler(policy: policy)
        try startDaemon()
    }

    var story: String { log.suffix(80).joined(separator: "\n") }

    /// Lets one thing happen, and everything that follows from it at once.
    mutating func live() throws {
        let next = Int.random(in: 0..<1_000_000, using: &dice)
        let pause = Duration.milliseconds(
            Int64.random(in: 1...Int64(next % 7 == 0 ? 7_200_000 : 90_000), using: &dice))
        let happening = now.awake.advanced(by: pause)
        let exit = processes.min { ($0.value.endsAt, $0.key) < ($1.value.endsAt, $1.key) }
        let wakeup = scheduler.nextWakeup(at: now)
        let untilWakeup = wakeup.map { max($0.deadline.left(at: now), .zero) } ?? .seconds(1_000_000)
        let untilExit =
            exit.map { max(now.awake.duration(to: $0.value.endsAt), .zero) } ?? .seconds(1_000_000)
        let untilHappening = now.awake.duration(to: happening)
        if untilWakeup <= untilExit, untilWakeup <= untilHappening {
            pass(untilWakeup)
            try turn([.wokeUp])
            try expectProgress()
        } else if let exit, untilExit <= untilHappening {
            pass(untilExit)
            processes[exit.key] = nil
            try turn([.exited(exit.key, exit.value.status, ResourceUsage())])
        } else {
            pass(untilHappening)
            try happen()
        }
    }

    private mutating func pass(_ span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    /// A wake-up that leads to the same wake-up would spin.
    private mutating func expectProgress() throws {
        guard let wakeup = scheduler.nextWakeup(at: now), wakeup.deadline.left(at: now) <= .zero else {
            return
        }
        throw Broken(
            description: "woke up for \(wakeup.reason.notation), and wants to be woken for it at once")
    }

    // MARK: - What happens

    private mutating func happen() throws {
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<30: try turn([submission()])
        case 30..<36: try turn([.cancelRequested(target(), requester())])
        case 36..<40: try turn([.stopRequested(target(), requester())])
        case 40..<44: try turn([.runRequested(target(), pick(RunMode.allCases), requester())])
        case 44..<46: try turn([.simulationRequested(target(), simulation(), requester())])
        case 46..<49: try turn([.waitRequested(target(), requester())])
        case 49..<50:
            try turn([.requestDropped(RequestID(UInt64.random(in: 1...requests + 1, using: &dice)))])
        case 50..<62: try flipPower()
        case 62..<70: try flipNetwork()
        case 70..<75: try sleep()
        case 75..<79: try setClock()
        case 79..<84: try changeFiles()
        case 84..<88: try submitTogether()
        case 88..<92: if let model = disk as? ModelDisk { model.isFull.toggle() }
        case 92..<97: try crash()
        case _: try reboot()
        }
    }

    private mutating func flipPower() throws {
        power = pick([.yes, .no, .no, .yes, .unknown])
        let isTold = Int.random(in: 0..<4, using: &dice) > 0
        if isTold { try turn([.powerRead(reading, .event)]) }
    }

    private var reading: PowerReading { PowerReading(verdict: power, reason: "played") }

    private mutating func flipNetwork() throws {
        network = network == .yes ? .no : .yes
        try turn([.networkRead(NetworkReading(verdict: network, reason: "played"))])
    }

    private mutating func sleep() throws {
        let span = Duration.seconds(Int64.random(in: 10...40_000, using: &dice))
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        // Nothing is ended for a lost requirement in the first 30 s after waking.
        let settled = now.awake.advanced(by: policy.lossSettle.wake)
        for requirement in lostSince.keys { lostSince[requirement] = settled }
        try turn([.clockChanged])
    }

    private mutating func setClock() throws {
        now.wall = now.wall.advanced(by: .seconds(Int64.random(in: -90_000...90_000, using: &dice)))
        try turn([.clockChanged])
    }

    private mutating func changeFiles() throws {
        let id = JobID(owner: .root, identifier: identifier(prefix: "f"))
        if files[id] == nil || Bool.random(using: &dice) {
            files[id] = descriptor(id.identifier)
        } else {
            files[id] = nil
        }
        try turn([listing])
    }

    private var listing: Event {
        let found = files.sorted { $0.key < $1.key }.map {
            JobFile(job: $0.key, path: "/etc/\($0.key.identifier).json", descriptor: $0.value)
        }
        return .filesRead(found, unreadable: [])
    }

    private mutating func submitTogether() throws {
        try turn([submission(), submission(), .stopRequested(target(), requester()), submission()])
    }

    private mutating func crash() throws {
        log.append("-- the daemon is killed")
        try startDaemon()
    }

    private mutating func reboot() throws {
        log.append("-- the machine is booted again")
        disk.reboot()
        processes.removeAll()
        let off = Duration.seconds(Int64.random(in: 5...200_000, using: &dice))
        now = Now(
            wall: now.wall.advanced(by: off), boot: BootTime(microseconds: 4_000_000),
            awake: AwakeTime(microseconds: 4_000_000))
        try startDaemon()
    }

    /// A daemon starts on what is stored; processes of a dead one may live on.
    private mutating func startDaemon() throws {
        counts["starts", default: 0] += 1
        scheduler = Scheduler(policy: policy)
        lostSince.removeAll()
        pending.removeAll()
        if let model = disk as? ModelDisk { model.isFull = false }
        let recovery: Recovery
        do { recovery = try disk.load(at: now) } catch { throw Broken(description: error.reason) }
        let missing = accepted.subtracting(recovery.jobs.map(\.id))
        guard missing.isEmpty else { throw Broken(description: "accepted and lost: \(missing.sorted())") }
        try turn([.recovered(recovery)])
        try turn([
            listing, .powerRead(reading, .event),
            .networkRead(NetworkReading(verdict: network, reason: "played")),
        ])
    }

    // MARK: - A turn of the daemon's loop

    private mutating func turn(_ events: [Event]) throws {
        pending += events
        var rounds = 0
        while !pending.isEmpty {
            rounds += 1
            guard rounds < 1000 else { throw Broken(description: "a turn never ends") }
            let batch = pending
            pending.removeAll()
            var effects: [Effect] = []
            for event in batch {
                log.append("\(now.notation) > \(event.notation)")
                let answer = scheduler.handle(event, at: now)
                log += answer.map { "< \($0.notation)" }
                guard answer.map(\.stage) == answer.map(\.stage).sorted() else {
                    throw Broken(description: "the effects are not in the order stop, save, promise")
                }
                effects += answer
            }
            try perform(effects, isByHand: batch.contains { $0.isStartByHand })
            for event in batch { noteLoss(event) }
        }
        try expectObedience()
    }

    private mutating func noteLoss(_ event: Event) {
        switch event {
        case .powerRead(let reading, _): noteLoss(of: .externalPower, holds: reading.verdict == .yes)
        case .networkRead(let reading): noteLoss(of: .network, holds: reading.verdict == .yes)
        case _: break
        }
    }

    private mutating func noteLoss(of requirement: Requirement, holds: Bool) {
        lostSince[requirement] = holds ? nil : lostSince[requirement] ?? now.awake
    }

    /// No run goes on without what it needs, once the loss has lasted.
    private func expectObedience() throws {
        for (requirement, since) in lostSince {
            let lasts = since.duration(to: now.awake)
            let settle = requirement == .network ? policy.lossSettle.network : policy.lossSettle.externalPower
            guard lasts > settle + .seconds(1) else { continue }
            for (run, process) in processes where process.needs.contains(requirement) && !process.wasTold {
                throw Broken(
                    description: "run \(run) goes on for \(lasts.text) without \(requirement.rawValue)")
            }
        }
    }

    private mutating func perform(_ effects: [Effect], isByHand: Bool) throws {
        for effect in effects where effect.stage == .stop { try stop(effect) }
        let saves = effects.filter { $0.stage == .save }
        if !saves.isEmpty {
            do { try disk.write(saves, at: now) } catch {
                counts["failed writes", default: 0] += 1
                pending.insert(.notSaved(reason: error.reason), at: 0)
                return
            }
            try note(saves)
            pending.insert(.saved, at: 0)
        }
        for effect in effects where effect.stage == .promise { try keep(effect, isByHand: isByHand) }
    }

    private mutating func stop(_ effect: Effect) throws {
        switch effect {
        case .signal(let run, let signal): try deliver(signal, to: run)
        case .adopt(let run, _):
            let isAlive = processes[run] != nil
            if isAlive { processes[run]?.status = .lost }
            pending.append(isAlive ? .launched(run, process: 0) : .exited(run, .lost, ResourceUsage()))
        case .readPower: pending.append(.powerRead(reading, .asked))
        case .save, .forget, .appendHistory, .rememberFinishedFile, .forgetFinishedFile, .rememberSilentPower,
            .launch, .reply, .exit:
            break
        }
    }

    private mutating func deliver(_ signal: StopSignal, to run: RunID) throws {
        guard var process = processes[run] else {
            throw Broken(description: "run \(run) is signalled and has no process")
        }
        switch signal {
        case .terminate:
            guard !process.wasTold || process.status == .lost else {
                throw Broken(description: "run \(run) is told twice")
            }
            process.wasTold = true
            if !process.ignoresTerminate {
                process.endsAt = min(process.endsAt, now.awake.advanced(by: .milliseconds(300)))
            }
        case .kill:
            process.endsAt = now.awake.advanced(by: .milliseconds(5))
            if process.status != .lost { process.status = .signal(9) }
        }
        processes[run] = process
    }

    private mutating func note(_ saves: [Effect]) throws {
        for save in saves {
            switch save {
            case .save(let record): accepted.insert(record.id)
            case .forget(let id): accepted.remove(id)
            case .appendHistory(let entry):
                guard closed.insert(entry.run).inserted else {
                    throw Broken(description: "run \(entry.run) is in history twice")
                }
                counts[entry.outcome.rawValue, default: 0] += 1
            case .rememberFinishedFile, .forgetFinishedFile, .rememberSilentPower, .signal, .adopt,
                .readPower,
                .launch, .reply, .exit:
                break
            }
        }
    }

    private mutating func keep(_ effect: Effect, isByHand: Bool) throws {
        guard case .launch(let order) = effect else { return }
        counts["launches", default: 0] += 1
        guard launched.insert(order.run).inserted else {
            throw Broken(description: "run \(order.run) starts twice")
        }
        if let other = processes.first(where: { $0.value.job == order.job }) {
            throw Broken(description: "\(order.job) starts run \(order.run) while run \(other.key) is alive")
        }
        let isObedient = !isByHand && order.descriptor.onRequirementLost == .stop
        if Int.random(in: 0..<25, using: &dice) == 0 {
            pending.append(
                .launchFailed(
                    order.run,
                    pick([.lasting(reason: "no such program"), .passing(reason: "Too many open files")])))
            return
        }
        processes[order.run] = Process(
            job: order.job, needs: isObedient ? order.descriptor.requirements : [],
            endsAt: now.awake.advanced(by: .seconds(Int64.random(in: 1...2000, using: &dice))),
            status: pick([.code(0), .code(0), .code(1), .code(75), .signal(11)]),
            ignoresTerminate: Int.random(in: 0..<5, using: &dice) == 0)
        pending.append(.launched(order.run, process: Int32(truncatingIfNeeded: order.run.rawValue + 100)))
    }

    // MARK: - Dice

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &dice)]
    }

    private mutating func identifier(prefix: String) -> JobIdentifier {
        let name = "org.example.\(prefix)\(Int.random(in: 0..<5, using: &dice))"
        guard let identifier = JobIdentifier(name) else { preconditionFailure("\(name) is no identifier") }
        return identifier
    }

    private mutating func requester() -> Requester {
        requests += 1
        return Requester(request: RequestID(requests), user: UserID(pick([0, 1000, 1001])))
    }

    private mutating func target() -> Target {
        Target(identifier: identifier(prefix: pick(["f", "s"])), owner: pick([nil, .root, UserID(1000)]))
    }

    private mutating func simulation() -> Simulation {
        pick([true, false]) ? .launch : .stop(pick(StopReason.all))
    }

    private mutating func submission() -> Event {
        let requester = requester()
        let owner = requester.user
        return .submitted(descriptor(identifier(prefix: "s")), requester, owner: owner)
    }

    private mutating func descriptor(_ identifier: JobIdentifier) -> JobDescriptor {
        let every: Every? = pick([
            nil, nil, Every(interval: .seconds(3600)), Every(interval: .seconds(600), from: .completion),
        ])
        let begin: JobDescriptor.EarliestBegin? = pick([
            nil, nil, .after(.seconds(Int64.random(in: 1...9000, using: &dice))),
            .date(now.wall.advanced(by: .seconds(Int64.random(in: -90_000...90_000, using: &dice)))),
        ])
        return JobDescriptor(
            identifier: identifier, program: .command(["true"]), earliestBegin: begin, schedule: every,
            requirements: pick([[], [], .externalPower, .network, [.externalPower, .network]]),
            timeBudget: .seconds(Int64.random(in: 5...1200, using: &dice)),
            gracePeriod: pick([.zero, .seconds(10)]),
            onRequirementLost: pick([.stop, .stop, .finish]),
            onExpiration: pick([.continue, .continue, .drop]),
            isEnabled: Int.random(in: 0..<10, using: &dice) > 0)
    }
}

extension Event {
    /// Starts a job over the head of its requirements.
    fileprivate var isStartByHand: Bool {
        switch self {
        case .runRequested(_, .force, _), .simulationRequested(_, .launch, _): true
        case _: false
        }
    }
}
