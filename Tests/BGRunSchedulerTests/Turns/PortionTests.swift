// What one event asks of thousands of jobs is done in portions, each counted, while others have their turn.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

// B-49
@Suite struct `What concerns thousands of jobs` {
    private static let crowd = UserID(1001)
    private static let other = UserID(1002)
    private static let count = 1000
    /// Of one event: far fewer than there are jobs.
    private static let most = 100

    private var scheduler = Scheduler(policy: Policy())
    private var now = Now(
        wall: WallTime(microseconds: 1_795_168_800_000_000), boot: BootTime(microseconds: 3_600_000_000),
        awake: AwakeTime(microseconds: 3_600_000_000))
    private var requests: UInt64 = 0
    private var replies: [RequestID: Reply] = [:]

    init() {
        _ = handle(.filesRead([], unreadable: []))
        _ = handle(.powerRead(PowerReading(verdict: .no, reason: "on battery"), .event))
        _ = handle(.networkRead(NetworkReading(verdict: .no, reason: "no route to the internet")))
    }

    @Test mutating func `is done a portion at a time, and answered when all of it is done`() throws {
        for number in 0..<Self.count { try submit("job\(number)", [.network], for: Self.crowd) }
        let request = ask(as: Self.crowd) { .switchRequested(.disable, .all, $0) }
        var (turns, disabled) = (1, records(in: last))
        #expect(replies[request] == nil)
        while isLeft {
            let effects = handle(.wokeUp)
            #expect(effects.saves.count <= Self.most)
            (turns, disabled) = (turns + 1, disabled + records(in: effects))
        }
        #expect(disabled == Self.count)
        #expect(turns >= Self.count / Self.most)
        guard case .done? = replies[request] else {
            Issue.record("the request was not answered")
            return
        }
        let held = scheduler.heldJobs(in: .owner(Self.crowd))
        #expect(held.count { scheduler.state(of: $0) == .disabled } == Self.count)
    }

    @Test mutating func `lets others in between`() throws {
        for number in 0..<Self.count { try submit("job\(number)", [.network], for: Self.crowd) }
        try submit("theirs", [.network], for: Self.other)
        // All came at once, so not all have come up yet.
        while isLeft { _ = handle(.wokeUp) }
        let first = ask(as: Self.crowd) { .switchRequested(.disable, .all, $0) }
        let second = ask(as: Self.other) { .switchRequested(.disable, .all, $0) }
        pass(.milliseconds(3))
        try submit("now", [], for: Self.other)
        #expect(launches(in: last).count == 1)
        _ = handle(.wokeUp)
        #expect(replies[first] == nil)
        #expect(replies[second] != nil)
    }

    @Test mutating func `is done with a job before anything else is`() throws {
        for number in 0..<Self.count { try submit("job\(number)", [.externalPower], for: Self.crowd) }
        _ = ask(as: Self.crowd) { .switchRequested(.disable, .all, $0) }
        #expect(isLeft)
        let latest = "job\(Self.count - 1)"
        // The name sorts last, so its turn has not come yet.
        let target = Target(identifier: try name(latest))
        _ = ask(as: Self.crowd) { .switchRequested(.enable, .job(target), $0) }
        var launched: [JobID] = []
        pass(.seconds(10))
        for event in [Event.powerRead(PowerReading(verdict: .yes, reason: "plugged in"), .event)] {
            launched += launches(in: handle(event))
        }
        for _ in 0..<3 * Self.count where isLeft { launched += launches(in: handle(.wokeUp)) }
        for _ in 0..<20 {
            pass(.seconds(1))
            for event in reads(in: handle(.wokeUp)) { launched += launches(in: handle(event)) }
        }
        #expect(launched.map(\.identifier.text) == [latest])
    }

    @Test mutating func `becomes due in portions, and starts by who is most pressing of all`() throws {
        let due = now.wall.advanced(by: .seconds(60))
        for number in 0..<Self.count {
            let isPressing = number == Self.count - 1
            try submit("job\(number)", [], for: Self.crowd, at: due, isPressing ? .high : .low)
        }
        pass(.seconds(60))
        var launched: [JobID] = []
        var turns = 0
        repeat {
            let effects = handle(.wokeUp)
            #expect(effects.saves.count <= Self.most)
            launched += launches(in: effects)
            turns += 1
        } while launched.isEmpty && turns < Self.count
        #expect(turns >= Self.count / Self.most)
        #expect(launched.first?.identifier.text == "job\(Self.count - 1)")
    }

    @Test mutating func `is looked at in portions`() throws {
        for number in 0..<Self.count {
            let places = (0..<32).map { Requirement.freeSpace(FreeSpace(path: "/\(number)/\($0)", bytes: 1)) }
            try submit("job\(number)", Requirements(places.map { .requirement($0) }), for: Self.crowd)
            #expect(reads(in: last).count <= 256)
        }
        while isLeft { #expect(reads(in: handle(.wokeUp)).count <= 256) }
    }

    @Test mutating func `is told by one value, and judged in portions`() throws {
        for number in 0..<Self.count {
            let spans = (0..<32).map { Requirement.idle(.seconds(60 + number * 32 + $0)) }
            try submit("job\(number)", Requirements(spans.map { .requirement($0) }), for: Self.crowd)
        }
        // Each verdict is a row of history.
        _ = handle(.observed(.idle, .idle(.active)))
        var rows = verdicts(in: last)
        while isLeft {
            let effects = handle(.wokeUp)
            #expect(effects.saves.count <= 300)
            rows += verdicts(in: effects)
        }
        #expect(rows == 32 * Self.count)
    }

    /// Sixteen beside each other, each after all of those in the row before: there are 16 to the 9th ways through them. (B-136)
    @Test mutating func `is looked at once for what can't start, however its jobs come after each other`()
        throws
    {
        var before: [JobIdentifier] = []
        for row in 0..<10 {
            let names = try (0..<16).map { try name("row\(row).\($0)") }
            for name in names { submit(name, after: before) }
            before = names
        }
        let last = JobID(owner: Self.crowd, identifier: before[0])
        #expect(scheduler.overview(of: last, at: now)?.health.impediments.isEmpty == true)
    }

    // MARK: - The machine

    private var last = Effects()

    /// Whether the scheduler wants to go on at once.
    private var isLeft: Bool {
        mutating get { scheduler.nextWakeup(at: now)?.reason == .work }
    }

    private mutating func handle(_ event: Event) -> Effects {
        last = scheduler.handle(event, at: now)
        for case .reply(let request, let reply) in last.promises { replies[request] = reply }
        if !last.saves.isEmpty { _ = scheduler.handle(.saved, at: now) }
        return last
    }

    private mutating func pass(_ span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    private mutating func ask(as user: UserID, _ event: (Requester) -> Event) -> RequestID {
        requests += 1
        let requester = Requester(request: RequestID(requests), user: user)
        _ = handle(event(requester))
        return requester.request
    }

    private mutating func submit(
        _ name: String, _ requirements: Requirements, for user: UserID, at date: WallTime? = nil,
        _ priority: Priority = .default
    ) throws {
        let descriptor = JobDescriptor(
            identifier: try self.name(name), program: .command(["/bin/true"]),
            earliestBegin: date.map { .date($0) }, priority: priority, requirements: requirements)
        _ = ask(as: user) { .submitted(descriptor, $0, owner: user) }
    }

    private mutating func submit(_ name: JobIdentifier, after others: [JobIdentifier]) {
        let descriptor = JobDescriptor(
            identifier: name, program: .command(["/bin/true"]), requirements: [.network],
            order: OrderRules(after: others))
        _ = ask(as: Self.crowd) { .submitted(descriptor, $0, owner: Self.crowd) }
    }

    private func name(_ text: String) throws -> JobIdentifier { try #require(JobIdentifier(text)) }

    private func launches(in effects: Effects) -> [JobID] {
        effects.promises.compactMap { if case .launch(let order) = $0 { order.job } else { nil } }
    }

    private func records(in effects: Effects) -> Int {
        effects.saves.count { if case .save = $0 { true } else { false } }
    }

    private func verdicts(in effects: Effects) -> Int {
        effects.saves.count { if case .note(.condition) = $0 { true } else { false } }
    }

    /// What is read for the next decision, with what is seen then.
    private func reads(in effects: Effects) -> [Event] {
        effects.stops.compactMap { stop in
            switch stop {
            case .readPower: .powerRead(PowerReading(verdict: .yes, reason: "plugged in"), .asked)
            case .readPressure: .pressureRead(PressureReading(cpu: 0, io: 0))
            case .read(let subject): .observed(subject, .freeSpace(0))
            case .signal, .adopt, .warn, .signalHost, .adoptHost, .warnAssertion, .endAssertion, .endHook,
                .abandon:
                nil
            }
        }
    }
}
