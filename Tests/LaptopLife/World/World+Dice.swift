// Anything at all, as the seed has it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &dice)]
    }

    /// The value in one of so many cases, else nil.
    private func seldom<Value>(_ cases: Int, _ value: Value) -> Value? {
        Int.random(in: 0..<cases, using: &dice) == 0 ? value : nil
    }

    func span(_ seconds: ClosedRange<Int64>) -> Duration {
        .seconds(Int64.random(in: seconds, using: &dice))
    }

    func identifier(prefix: String) -> JobIdentifier {
        // Files bring the jobs of a template.
        let at = prefix == "f" ? "@" : ""
        let name = "org.example.\(prefix)\(at)\(Int.random(in: 0..<5, using: &dice))"
        guard let identifier = JobIdentifier(name) else { preconditionFailure("\(name) is no identifier") }
        return identifier
    }

    static let owners: [UserID] = [0, 1000, 1001].map { UserID($0) }

    func anyone() -> UserID { pick(Self.owners) }

    func requester() -> Requester {
        requests += 1
        return Requester(request: RequestID(requests), user: anyone())
    }

    func target() -> Target {
        Target(identifier: identifier(prefix: pick(["f", "s"])), owner: pick([nil, .root, UserID(1000)]))
    }

    func simulation() -> Simulation {
        pick([true, false]) ? .launch : .stop(pick(StopReason.all))
    }

    func submission() -> Event {
        let requester = requester()
        let owner = requester.user
        let descriptor = descriptor(identifier(prefix: "s"))
        // Without a throw of the dice: what was played stays as it was.
        let ifExists = [IfExists.keep, .fail, .replace, .replace][Int(requests % 4)]
        if requests % 9 == 0 {
            return .submittedTogether(several(like: descriptor), requester, owner: owner, ifExists)
        }
        let isNowOrFail = requests % 5 < 2 && descriptor.schedules.isEmpty
        let terms = SubmitTerms(
            ifExists: isNowOrFail && ifExists == .keep ? .replace : ifExists, isNowOrFail: isNowOrFail)
        return .submitted(descriptor, requester, owner: owner, terms)
    }

    /// The same job under several names, and seldom under one of them twice.
    private func several(like descriptor: JobDescriptor) -> [JobDescriptor] {
        ["s0", "s\(requests % 8)", "s2"].compactMap { JobIdentifier("org.example.\($0)") }.map { name in
            var other = descriptor
            other.identifier = name
            return other
        }
    }

    // MARK: - Descriptors

    func descriptor(_ identifier: JobIdentifier) -> JobDescriptor {
        var descriptor = JobDescriptor(
            identifier: identifier, program: .command(["true"]), earliestBegin: earliestBegin(),
            schedules: schedules(),
            requirements: requirements(),
            timeBudget: span(5...1200), gracePeriod: pick([.zero, .seconds(10)]),
            onRequirementLost: pick([.stop, .stop, .freeze, .freeze, .finish]),
            onExpiration: pick([.continue, .continue, .drop]),
            isEnabled: Int.random(in: 0..<10, using: &dice) > 0)
        addTiming(to: &descriptor)
        addSleep(to: &descriptor)
        addEnds(to: &descriptor)
        // Without a throw of the dice: what was played stays as it was.
        let signals = StopSignal.allCases
        let seconds = Int(clamping: descriptor.timeBudget.components.seconds)
        descriptor.launchRules.stopSignal = signals[seconds % signals.count]
        // Nor these: a few jobs have each of them.
        for (place, kind) in HookKind.allCases.enumerated() where seconds % 5 == place || seconds % 7 == 0 {
            descriptor[hook: kind] = HookCommand(
                arguments: ["tell"], timeBudget: .seconds(seconds % 2 == 0 ? 60 : 10))
        }
        if seconds % 4 == 0 { descriptor.maxTimeBudget = descriptor.timeBudget + .seconds(30) }
        if seconds % 5 == 2 { descriptor.accuracy = .seconds(60 * (seconds % 31 + 1)) }
        if seconds % 6 == 1 { descriptor.watchdog = .seconds(20 + seconds / 6) }
        addOrder(to: &descriptor)
        if descriptor.allowedHours != nil { descriptor.onAllowedHoursEnd = HoursEnd.allCases[seconds % 3] }
        if seconds % 7 == 0 { makeService(&descriptor) }
        return descriptor
    }

    /// What runs while its requirements hold, and says nothing that such a job can't say.
    private func makeService(_ descriptor: inout JobDescriptor) {
        let drawn = descriptor
        descriptor = JobDescriptor(
            identifier: drawn.identifier, kind: .service, program: drawn.program, priority: drawn.priority,
            keepAwake: drawn.keepAwake, beforeSleep: drawn.beforeSleep, requirements: drawn.requirements,
            gracePeriod: drawn.gracePeriod,
            onRequirementLost: drawn.onRequirementLost == .finish ? .stop : drawn.onRequirementLost,
            isEnabled: drawn.isEnabled, launchRules: drawn.launchRules,
            order: OrderRules(
                tags: drawn.order.tags, conflictGroup: drawn.order.conflictGroup, after: drawn.order.after))
        descriptor.allowedHours = drawn.allowedHours
        descriptor.watchdog = drawn.watchdog
        if drawn.onAllowedHoursEnd == .freeze { descriptor.onAllowedHoursEnd = .freeze }
        for kind in HookKind.allCases { descriptor[hook: kind] = drawn[hook: kind] }
        descriptor.retry = drawn.retry
        descriptor.successExitCodes = drawn.successExitCodes
        descriptor.deferExitCodes = drawn.deferExitCodes
    }

    private func addEnds(to descriptor: inout JobDescriptor) {
        descriptor.retry = pick([
            nil, nil, .usual, Retry(initial: .seconds(5), factor: 1, attempts: 3), Retry(attempts: 2),
        ])
        descriptor.successExitCodes = seldom(6, [1])
        descriptor.deferExitCodes = seldom(6, [])
    }

    private func earliestBegin() -> JobDescriptor.EarliestBegin? {
        let date = now.wall.advanced(by: span(-90_000...90_000))
        return pick([nil, nil, nil, .after(span(1...9000)), .date(date)])
    }

    private func addTiming(to descriptor: inout JobDescriptor) {
        descriptor.missed = pick([.once, .once, .skip, .all])
        descriptor.maxLateness = seldom(4, .seconds(7200))
        descriptor.randomDelay = seldom(6, .seconds(1800))
        descriptor.fixedDelay = seldom(6, .seconds(900))
        descriptor.spacing = seldom(6, .seconds(3600))
        descriptor.maxRuns = descriptor.schedules.isEmpty ? nil : seldom(5, 3)
        descriptor.allowedHours = seldom(5, hours)
        descriptor.latestBegin = seldom(5, .after(.seconds(3600)))
        descriptor.preference = preference(hasEnd: descriptor.latestBegin != nil)
        descriptor.priority = pick(Priority.allCases)
        guard let until = seldom(6, now.wall.advanced(by: .seconds(400_000))) else { return }
        if case .date(let date)? = descriptor.earliestBegin, until < date { return }
        descriptor.until = until
    }

    private func addSleep(to descriptor: inout JobDescriptor) {
        descriptor.keepAwake = pick([
            .never, KeepAwake(when: .always), KeepAwake(when: .onExternalPower, withLidClosed: true),
        ])
        descriptor.wakeSystem = pick([.never, .never, .onExternalPower, .always])
        descriptor.beforeSleep = pick([.freeze, .freeze, .stop])
    }

    private func schedules() -> [Schedule] {
        (0..<pick([0, 1, 1, 1, 1, 2, 3])).map { _ in schedule() }
    }

    private func schedule() -> Schedule {
        let zone: String? = pick([nil] + ZoneShelf.names)
        return pick([
            .every(Every(interval: .seconds(3600))), .every(Every(interval: .seconds(20_000))),
            .every(Every(interval: .seconds(600), from: .completion)),
            .cron(pick(Self.crons), zone: zone), .cron(pick(Self.crons), zone: zone),
            .calendar(pick(Self.calendars), zone: zone), .calendar(pick(Self.calendars), zone: zone),
            .event(pick(Self.events), delay: pick([.zero, .zero, .seconds(120)])),
            .path(path()),
        ])
    }

    private static let events: [TriggerEvent] =
        TriggerEvent.Name.allCases.map { .named($0) } + [
            .wakeAfter(.seconds(3600)), .mount(.path("/mnt/disk")),
            .device(DeviceMatch(properties: [.init(name: "ID_FS_UUID", value: "1234")])),
        ]

    private func path() -> PathTrigger {
        PathTrigger(
            path: pick(["/home/a", "/srv/b"]), settle: pick([.zero, .seconds(30)]),
            isRecursive: Bool.random(using: &dice))
    }

    private var hours: AllowedHours {
        do { return try AllowedHours(windows: ["22:00-06:00", "12:00-13:30"]) } catch {
            preconditionFailure("\(error.reason)")
        }
    }

    /// Fixed hours, some of them in the hour that clock changes take and give, and wildcards.
    private static let crons: [CronExpression] = [
        "30 2 * * *", "15 1 * * *", "0 12 * * 1-5", "*/20 9-17 * * *", "0 3 1 * *", "10 * * * *",
        "0 0 13 * 5",
    ].map { (text: String) -> CronExpression in
        do { return try CronExpression(text) } catch { preconditionFailure("\(error)") }
    }

    private static let calendars: [CalendarExpression] = [
        "Mon..Fri 02:30", "*-*-* 01:45", "Sun 02:00", "hourly", "*-*~01 22:00", "*-*-* 00/6:00",
    ].map { (text: String) -> CalendarExpression in
        do { return try CalendarExpression(text) } catch { preconditionFailure("\(error)") }
    }
}
