// How a job stood at an instant that has passed.
import BGRunCalendar
import BGRunJob
import Testing

@testable import BGRunForecast

// B-119
@Suite struct `A moment of the past` {
    private let from = WallTime(day: 0, 0)
    private let to = WallTime(day: 3, 0)

    /// On battery from the evening on, asleep for two hours of the night.
    private let changes: [ConditionChange] = [
        .machine(.started, at: WallTime(day: 0, 0)),
        .seen(.externalPower, .yes, at: WallTime(day: 0, 0)),
        .seen(.externalPower, .no, at: WallTime(day: 0, 22), reason: "BAT0 is discharging"),
        .machine(.asleep, at: WallTime(day: 1, 3)), .machine(.awake, at: WallTime(day: 1, 5)),
        .seen(.externalPower, .yes, at: WallTime(day: 1, 8), reason: "AC is online"),
    ]

    private func past() throws -> JobPast {
        JobPast(
            job: try .sample(), requirements: [.externalPower],
            runs: [
                try .sample(
                    12, due: WallTime(day: 1, 2), started: WallTime(day: 1, 8), ended: WallTime(day: 1, 9))
            ],
            skips: [Skip(due: WallTime(day: 2, 2), skipped: WallTime(day: 2, 4), reason: .maxLateness)])
    }

    private func moment(_ instant: WallTime, _ change: (inout JobPast) -> Void = { _ in }) throws
        -> PastMoment
    {
        var past = try past()
        change(&past)
        return PastMoment(
            past, at: instant, on: ConditionTimeline(changes, from: from, to: to), accepted: from)
    }

    @Test func `says what lacked while an occurrence waited, for how long, and what became of it`() throws {
        let moment = try moment(WallTime(day: 1, 2))
        #expect(moment.stand == .waiting && moment.due == WallTime(day: 1, 2) && moment.run == nil)
        #expect(
            moment.lacks == [
                PastMoment.Lack(
                    name: "externalPower", words: "external power", since: WallTime(day: 0, 22),
                    until: WallTime(day: 1, 3))
            ])
        #expect(moment.unseen == nil)
        guard case .run(let entry)? = moment.then else {
            Issue.record("it has come to a run")
            return
        }
        #expect(entry.run == RunID(12))
    }

    @Test func `says that nobody looked`() throws {
        let moment = try moment(WallTime(day: 1, 4))
        #expect(moment.stand == .waiting && moment.lacks.isEmpty)
        #expect(moment.unseen?.words == "the machine was asleep")
        #expect(moment.unseen?.since == WallTime(day: 1, 3) && moment.unseen?.until == WallTime(day: 1, 5))
    }

    @Test func `says which run was active, to the instant`() throws {
        #expect(try moment(WallTime(day: 1, 8)).run == RunID(12))
        #expect(try moment(WallTime(day: 1, 8)).stand == .running)
        #expect(try moment(WallTime(day: 1, 9)).stand == .notDue)
        let active = try moment(WallTime(day: 2, 20)) {
            $0.dueSince = WallTime(day: 2, 12)
            $0.activeRun = JobRecord.ActiveRun(run: RunID(13), started: WallTime(day: 2, 19))
        }
        #expect(active.stand == .running && active.run == RunID(13) && active.due == WallTime(day: 2, 12))
    }

    @Test func `says that nothing was due, and what came next`() throws {
        let before = try moment(WallTime(day: 0, 12))
        #expect(before.stand == .notDue && before.lacks.isEmpty && !before.isBeforeAll)
        guard case .run(let entry)? = before.then else {
            Issue.record("a run came next")
            return
        }
        #expect(entry.run == RunID(12))
        guard case .skip(let skip, _, _)? = try moment(WallTime(day: 1, 20)).then else {
            Issue.record("a skip came next")
            return
        }
        #expect(skip.reason == .maxLateness)
        #expect(try moment(WallTime(day: 2, 12)).then == nil)
    }

    @Test func `says that an occurrence was skipped later, and that one waits still`() throws {
        let skipped = try moment(WallTime(day: 2, 3))
        #expect(skipped.stand == .waiting && skipped.due == WallTime(day: 2, 2))
        let waiting = try moment(WallTime(day: 2, 12)) { $0.dueSince = WallTime(day: 2, 11) }
        #expect(waiting.stand == .waiting && waiting.then == nil && waiting.activeRun == nil)
    }

    @Test func `says by what else it was held back`() throws {
        let job = try JobID.sample()
        let moment = try moment(WallTime(day: 1, 6)) {
            $0.holds = [
                HoldChange(job: job, at: WallTime(day: 1, 2), isWaiting: true, blockers: ["paused"]),
                HoldChange(
                    job: job, at: WallTime(day: 1, 5), isWaiting: true, blockers: ["paused", "limit"]),
                HoldChange(job: job, at: WallTime(day: 1, 7), isWaiting: true, blockers: []),
            ]
        }
        #expect(moment.lacks.map(\.words) == ["external power", "paused by hand", "the limit of runs"])
        #expect(moment.lacks[1].since == WallTime(day: 1, 2) && moment.lacks[1].until == WallTime(day: 1, 7))
        #expect(moment.lacks[2].since == WallTime(day: 1, 5))
    }

    @Test func `counts what is preferred for as long as it is, and what nobody can know`() throws {
        func lacks(_ span: Duration?) throws -> [String] {
            try moment(WallTime(day: 1, 6)) {
                ($0.requirements, $0.preferred, $0.prefersFor) = (.none, [.externalPower], span)
            }.lacks.map(\.words)
        }
        #expect(try lacks(nil) == ["external power (preferred)"])
        #expect(try lacks(.seconds(3600)).isEmpty)
        // Nobody has ever looked at it, so nothing is told of it.
        #expect(try moment(WallTime(day: 1, 6)) { $0.requirements = [.network] }.lacks.isEmpty)
    }

    @Test func `knows nothing of the time before the job was there`() throws {
        let past = JobPast(job: try .sample(), requirements: .none)
        let timeline = ConditionTimeline(changes, from: from, to: to)
        let moment = PastMoment(past, at: WallTime(day: 0, 1), on: timeline, accepted: WallTime(day: 1, 0))
        #expect(moment.isBeforeAll)
    }
}
