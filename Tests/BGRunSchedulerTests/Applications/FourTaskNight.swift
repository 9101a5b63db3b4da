// A night in virtual time: an application with four tasks, as somebody on iOS once watched them for hours.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

/// The scheduler, and a program that does what it hands over: each task counts from 0, a line every 63 s, until it is warned.
final class FourTaskNight {
    struct Line: Equatable {
        let at: AwakeTime
        let task: Int
        /// nil: it was told to end.
        let value: Int?
    }

    private struct Handler {
        let task: Int
        var value = 0
        var nextLine: AwakeTime
    }

    private static let lineEvery: Duration = .seconds(63)

    private(set) var now = Now(
        wall: WallTime(microseconds: 1_795_000_000_000_000), boot: BootTime(microseconds: 60_000_000),
        awake: AwakeTime(microseconds: 60_000_000))
    private let application: ApplicationID
    private var scheduler: Scheduler
    private var pending: [Event] = []
    private var host: HostID?
    private var frozenAt: AwakeTime?
    private var handlers: [RunID: Handler] = [:]
    private var handed: [RunID: Int] = [:]
    private var beginning: [RequestID: RunID] = [:]
    private var requests: UInt64 = 0
    private var power: PowerReading
    private var idle = IdleReading.active

    private(set) var lines: [Line] = []
    private(set) var starts: [Int: [AwakeTime]] = [:]
    private(set) var mostAtOnce = 0
    private(set) var refusals: [Refusal] = []

    init(isPlugged: Bool) throws {
        var policy = Policy()
        policy.maxRuns = 3
        policy.applications.spacing = .seconds(25 * 60)
        scheduler = Scheduler(policy: policy)
        power = PowerReading(verdict: isPlugged ? .yes : .no, reason: "the night's", batteryLevel: 80)
        let rules =
            #"{"timeBudget": "290s", "gracePeriod": "10s", "requires": {"idle": "1m"}, "onRequirementLost": "freeze"}"#
        let tasks = (1...12).map { #""org.watch.task\#($0)": \#(rules)"# }.joined(separator: ", ")
        let text = #"{"application": "org.watch", "command": ["/usr/bin/watch"], "tasks": {\#(tasks)}}"#
        let manifest = try ApplicationManifest(json: Array(text.utf8))
        application = ApplicationID(owner: UserID(1000), name: manifest.application)
        try turn(.recovered(Recovery()))
        try turn(.filesRead([], unreadable: []))
        try turn(
            .manifestsRead(
                [ManifestFile(path: "/etc/bgrun/applications.d/org.watch.json", manifest: manifest)],
                unreadable: []))
        try turn(.powerRead(power, .asked))
    }

    // MARK: - What happens

    /// 2 and 4 want the plug, as in the experiment; 1 and 2 ask again first thing.
    func submit(_ task: Int) throws {
        let request = TaskRequest(
            identifier: try identifier(task), kind: .processing,
            requiresExternalPower: task == 2 || task == 4)
        try turn(.taskSubmitted(request, of: application, from: nil, requester()))
    }

    func setIdle(_ isIdle: Bool) throws {
        idle = isIdle ? .idle(since: now.awake) : .active
        try turn(.observed(.idle, .idle(idle)))
    }

    /// Lets time pass, with all that comes in it.
    func pass(_ span: Duration) throws {
        let end = now.awake.advanced(by: span)
        while true {
            let line = frozenAt == nil ? handlers.values.map(\.nextLine).min() : nil
            let wakeup = scheduler.nextWakeup(at: now).map {
                now.awake.advanced(by: max(.zero, $0.moment.left(at: now)))
            }
            guard let next = [line, wakeup].compactMap({ $0 }).min(), next <= end else { break }
            move(to: next)
            if let line, line <= now.awake { writeLines() } else { try turn(.wokeUp) }
        }
        move(to: end)
    }

    private func move(to instant: AwakeTime) {
        let span = now.awake.duration(to: instant)
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = instant
    }

    private func writeLines() {
        for (run, handler) in handlers.sorted(by: { $0.key < $1.key }) where handler.nextLine <= now.awake {
            lines.append(Line(at: now.awake, task: handler.task, value: handler.value))
            handlers[run]?.value += 1
            handlers[run]?.nextLine = now.awake.advanced(by: Self.lineEvery)
        }
    }

    private func identifier(_ task: Int) throws -> JobIdentifier {
        try #require(JobIdentifier("org.watch.task\(task)"))
    }

    private func requester() -> Requester {
        requests += 1
        return Requester(request: RequestID(requests), user: UserID(1000))
    }

    // MARK: - Turns

    private func turn(_ event: Event) throws {
        pending.append(event)
        while !pending.isEmpty {
            let effects = scheduler.handle(pending.removeFirst(), at: now)
            for stop in effects.stops { try carryOut(stop) }
            if !effects.saves.isEmpty { pending.append(.saved) }
            for promise in effects.promises { try keep(promise) }
            for case .observe(.subject(.idle)) in effects.wishes {
                pending.append(.observed(.idle, .idle(idle)))
            }
        }
        mostAtOnce = max(mostAtOnce, handlers.count)
    }

    private func carryOut(_ stop: Effects.Stop) throws {
        switch stop {
        case .readPower: pending.append(.powerRead(power, .asked))
        case .readPressure: pending.append(.pressureRead(PressureReading(cpu: 0, io: 0)))
        case .read(.idle): pending.append(.observed(.idle, .idle(idle)))
        case .warn(_, let run, .timeBudget, _):
            let ended = handlers.removeValue(forKey: run)
            let handler = try #require(ended)
            lines.append(Line(at: now.awake, task: handler.task, value: nil))
            pending.append(.taskEnded(run, in: try #require(host), success: false))
        case .signalHost(_, .freeze): frozenAt = now.awake
        case .signalHost(_, .thaw):
            let still = try #require(frozenAt).duration(to: now.awake)
            frozenAt = nil
            handlers = handlers.mapValues { handler in
                var handler = handler
                handler.nextLine = handler.nextLine.advanced(by: still)
                return handler
            }
        case .signalHost(let host, .terminate):
            #expect(handlers.isEmpty)
            self.host = nil
            pending.append(.hostEnded(host, .signal(15)))
        case _: Issue.record("\(stop)")
        }
    }

    private func keep(_ promise: Effects.Promise) throws {
        switch promise {
        case .startHost(let order):
            host = order.host
            pending.append(.hostStarted(order.host, process: 100))
            pending.append(
                .hostAttached(
                    application, started: order.host, busy: [], process: 100, requester()))
        case .reply(_, .attached(let host, _, _)):
            pending.append(.hostServed(host, try (1...12).map { .exact(try identifier($0)) }, requester()))
        case .handOver(let host, let order):
            handed[order.run] = Int(order.request.identifier.text.dropFirst("org.watch.task".count))
            let requester = requester()
            beginning[requester.request] = order.run
            pending.append(.taskBegan(order.run, in: host, requester))
        case .reply(let request, .started):
            guard let run = beginning.removeValue(forKey: request) else { return }
            let task = handed.removeValue(forKey: run)
            try begin(run, try #require(task))
        case .reply(_, .refused(let refusal)): refusals.append(refusal)
        case .reply: break
        case .launch, .exit: Issue.record("\(promise)")
        }
    }

    private func begin(_ run: RunID, _ task: Int) throws {
        starts[task, default: []].append(now.awake)
        handlers[run] = Handler(task: task, nextLine: now.awake)
        if task <= 2 {
            let request = TaskRequest(
                identifier: try identifier(task), kind: .processing, requiresExternalPower: task == 2)
            pending.append(.taskSubmitted(request, of: application, from: nil, requester()))
        }
    }
}
