// What held a job back, and for how long: requirements, rest, sleep, and what nothing explains.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import Testing

@testable import BGRunForecast

@Suite struct `What held a job back` {
    private let from = WallTime(day: 0, 0)
    private let to = WallTime(day: 1, 0)

    private func past(_ requirements: Requirements = [.externalPower]) throws -> JobPast {
        JobPast(job: try .sample(), requirements: requirements, dueSince: WallTime(day: 0, 10))
    }

    private func heldBack(_ past: JobPast, _ changes: [ConditionChange] = []) -> HeldBack {
        HeldBack(past, on: ConditionTimeline(changes, from: from, to: to), changes: changes)
    }

    private func causes(_ report: HeldBack) -> [String] {
        report.causes.map { cause in
            let unknown = cause.isUnknown ? " unknown" : ""
            let simulated = cause.isSimulated ? " simulated" : ""
            return "\(cause.name) \(cause.duration.rounded)\(unknown)\(simulated)"
        }
    }

    // B-35
    @Test func `is told by its largest cause first, with its share of the window`() throws {
        let changes: [ConditionChange] = [
            .machine(.started, at: WallTime(day: 0, 0)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 0), reason: "AC is offline"),
            .seen(.network, .yes, at: WallTime(day: 0, 0)),
            .seen(.network, .no, at: WallTime(day: 0, 18)),
        ]
        let report = heldBack(try past([.externalPower, .network]), changes)
        #expect(report.waiting == .seconds(14 * 3600))
        #expect(causes(report) == ["externalPower 14 h", "network 6 h"])
        #expect(report.causes.map(\.words) == ["external power", "a network"])
        #expect(report.causes.map(report.percentOfWindow) == [58, 25])
    }

    // B-35
    @Test(arguments: 0..<40)
    func `is what a look at each minute finds`(seed: UInt64) throws {
        var random = RandomPast(seed: seed)
        let end: Int64 = 6000
        let changes = random.changes(until: end)
        let begin = Int64.random(in: 0...2000, using: &random.random)
        var past = JobPast(
            job: try .sample(), requirements: random.tree(), runs: try random.runs(until: end - 1000))
        past.dueSince = WallTime(minute: .random(in: end - 1000...end, using: &random.random))
        let timeline = ConditionTimeline(changes, from: WallTime(minute: begin), to: WallTime(minute: end))
        let report = HeldBack(past, on: timeline, changes: changes)
        let slow = MinuteByMinute(changes, begin..<end)
        var (waiting, other) = (Duration.zero, Duration.zero)
        var expected: [String: Duration] = [:]
        for minute in begin..<end {
            let instant = WallTime(minute: minute)
            let isDue =
                past.runs.contains { $0.due <= instant && instant < $0.started }
                || past.dueSince.map { $0 <= instant } == true
            let runs = past.runs.contains { $0.started <= instant && instant < $0.ended }
            guard isDue, !runs else { continue }
            waiting += .seconds(60)
            var names: [String] = []
            for term in past.requirements.terms {
                let verdict = slow.verdict(of: term, at: minute)
                if verdict == .no || verdict == .unknown {
                    names.append("\(term.words) \(verdict == .unknown)")
                }
            }
            let attention = slow.attention[Int(minute - begin)]
            if attention != .looking { names.append("\(attention.words) \(attention == .lost)") }
            for name in names { expected[name, default: .zero] += .seconds(60) }
            if names.isEmpty { other += .seconds(60) }
        }
        if other > .zero { expected["other limits false"] = other }
        var found: [String: Duration] = [:]
        // The same term may stand there twice.
        for cause in report.causes {
            found["\(cause.words) \(cause.isUnknown)", default: .zero] += cause.duration
        }
        #expect(report.waiting == waiting)
        #expect(found == expected)
        let durations = report.causes.map(\.duration)
        #expect(durations == durations.sorted(by: >))
    }

    // B-35
    @Test func `counts alternatives while none of them held`() throws {
        let tree = Requirements([
            .anyOf([[.externalPower], Requirements([.requirement(.batteryLevel(80))])])
        ])
        let changes: [ConditionChange] = [
            .seen(.externalPower, .no, at: from), .seen(.batteryLevel(80), .no, at: from),
            .seen(.batteryLevel(80), .unknown, at: WallTime(day: 0, 12)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 20)),
        ]
        let report = heldBack(try past(tree), changes)
        #expect(causes(report) == ["anyOf 8 h unknown", "other 4 h", "anyOf 2 h"])
        #expect(report.causes.first?.words == "either external power or a battery of at least 80 %")
    }

    @Test func `names opposites`() throws {
        let tree = Requirements([.not([.locked(true)])])
        let changes: [ConditionChange] = [
            .seen(.locked(true), .yes, at: from, owner: UserID(1000), reason: "locked")
        ]
        let report = heldBack(try past(tree), changes)
        #expect(causes(report) == ["locked 14 h"])
        #expect(report.causes.first?.words == "an unlocked session")
        #expect(report.events.contains { $0.text == "has a locked session: locked" })
    }

    // B-35
    @Test func `is rest, a pause and hours of the day too, and two causes may overlap`() throws {
        var past = try past([])
        let job = past.job
        past.holds = [
            HoldChange(job: job, at: from, isWaiting: false, blockers: ["earliestBeginDate"]),
            HoldChange(job: job, at: WallTime(day: 0, 10), isWaiting: true, blockers: ["paused", "resting"]),
            HoldChange(job: job, at: WallTime(day: 0, 12), isWaiting: true, blockers: ["paused", "network"]),
            HoldChange(job: job, at: WallTime(day: 0, 20), isWaiting: true, blockers: []),
        ]
        let report = heldBack(past)
        #expect(causes(report) == ["paused 10 h", "other 4 h", "resting 2 h"])
        #expect(report.causes[1].words == "other limits")
    }

    // B-35
    @Test func `is that the machine slept, that bgrund did not run, or that it died`() throws {
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: from),
            .machine(.asleep, at: WallTime(day: 0, 10)), .machine(.awake, at: WallTime(day: 0, 13)),
            .machine(.stopped, at: WallTime(day: 0, 13)), .machine(.started, at: WallTime(day: 0, 15)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 15)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 16)),
            .machine(.started, at: WallTime(day: 0, 20)),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 20)),
        ]
        let report = heldBack(try past(), changes)
        #expect(
            causes(report) == [
                "stopped 4 h unknown", "other 4 h", "asleep 3 h", "stopped 2 h", "externalPower 1 h",
            ])
    }

    @Test func `marks what was simulated`() throws {
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: from),
            .seen(.externalPower, .no, at: WallTime(day: 0, 12), isSimulated: true),
            .seen(.externalPower, .yes, at: WallTime(day: 0, 13)),
        ]
        let report = heldBack(try past(), changes)
        #expect(causes(report) == ["other 13 h", "externalPower 1 h simulated"])
        #expect(report.events.contains { $0.text == "lacks external power (simulated)" })
    }

    @Test func `is what it prefers, for as long as it does`() throws {
        var past = try past([])
        past.preferred = [.externalPower]
        past.prefersFor = .seconds(3600)
        let report = heldBack(past, [.seen(.externalPower, .no, at: from)])
        #expect(causes(report) == ["other 13 h", "externalPower 1 h"])
        #expect(report.causes.last?.words == "external power (preferred)")
    }

    // B-35
    @Test func `leaves out the runs themselves, and waits between runs of one occurrence`() throws {
        var past = try past()
        past.dueSince = nil
        past.runs = [
            try .sample(
                7, due: WallTime(day: 0, 2), started: WallTime(day: 0, 3), ended: WallTime(day: 0, 5),
                .interrupted, stopReason: .requirementLost(.externalPower)),
            try .sample(
                8, due: WallTime(day: 0, 2), started: WallTime(day: 0, 9), ended: WallTime(day: 0, 10)),
        ]
        let report = heldBack(past)
        #expect(report.waiting == .seconds(5 * 3600))
        #expect(
            report.events.map(\.text) == [
                "run 8 succeeded", "run 8 started", "run 7 was interrupted: external power was lost",
                "run 7 started", "due",
            ])
    }

    @Test func `ends with the start of the run that is active`() throws {
        var past = try past()
        past.activeRun = JobRecord.ActiveRun(run: RunID(3), started: WallTime(day: 0, 11))
        let report = heldBack(past)
        #expect(report.waiting == .seconds(3600))
        #expect(report.events.map(\.text) == ["run 3 started", "due"])
    }

    // B-35
    @Test func `comes with what happened, newest first, to the job and to what it needs`() throws {
        var past = try past()
        past.holds = [
            HoldChange(
                job: past.job, at: WallTime(day: 0, 11), isWaiting: true, blockers: ["paused", "resting"]),
            HoldChange(job: past.job, at: WallTime(day: 0, 12), isWaiting: true, blockers: []),
        ]
        past.skips = [
            Skip(due: WallTime(day: 0, 7), skipped: WallTime(day: 0, 8), reason: .maxLateness)
        ]
        let changes: [ConditionChange] = [
            .seen(.externalPower, .yes, at: from.advanced(by: .seconds(-60)), reason: "before the window"),
            .machine(.started, at: WallTime(day: 0, 1)),
            .seen(.externalPower, .no, at: WallTime(day: 0, 2), reason: "AC is offline"),
            .seen(.network, .no, at: WallTime(day: 0, 3), reason: "nobody asked"),
            .seen(.externalPower, .unknown, at: WallTime(day: 0, 4), reason: "no supply tells"),
        ]
        let report = heldBack(past, changes)
        #expect(
            report.events.map(\.text) == [
                "held back by nothing but what it needs",
                "held back: paused by hand, rest after a run that did not finish", "due",
                "an occurrence was skipped: it was later than maxLateness",
                "can't know of external power: no supply tells", "lacks external power: AC is offline",
                "bgrund started",
            ])
        #expect(!report.hasMoreEvents)
    }

    @Test func `lists a bounded number of events and says that there were more`() throws {
        let changes = (0..<1000).map { number in
            ConditionChange.seen(.externalPower, number % 2 == 0 ? .yes : .no, at: WallTime(minute: number))
        }
        let report = heldBack(try past(), changes)
        #expect(report.events.count == HeldBack.mostEvents)
        #expect(report.hasMoreEvents)
        #expect(report.events.first?.at == WallTime(minute: 999))
    }

    @Test func `is nothing where it never waited`() throws {
        var past = try past()
        past.dueSince = nil
        let report = heldBack(past, [.seen(.externalPower, .no, at: from)])
        #expect(report.waiting == .zero)
        #expect(report.causes == [])
    }

    // B-21
    @Test func `stands hostile instants`() throws {
        let rims = [WallTime(microseconds: .min), WallTime(microseconds: .max), from, to]
        var past = try past([.externalPower])
        past.prefersFor = .seconds(Int64.max)
        past.preferred = [.network]
        past.runs = try rims.flatMap { one in
            try rims.map { two in try .sample(1, due: one, started: two, ended: one) }
        }
        past.holds = rims.map { HoldChange(job: past.job, at: $0, isWaiting: true, blockers: ["paused"]) }
        for due in rims {
            for (from, to) in [(from, to), (rims[0], rims[1]), (rims[1], rims[0])] {
                past.dueSince = due
                let changes = rims.map { ConditionChange.seen(.externalPower, .no, at: $0) }
                let report = HeldBack(
                    past, on: ConditionTimeline(changes, from: from, to: to), changes: changes)
                #expect(report.causes.allSatisfy { $0.duration >= .zero && $0.duration <= report.waiting })
                #expect(report.causes.allSatisfy { (0...100).contains(report.percentOfWindow($0)) })
            }
        }
    }
}
