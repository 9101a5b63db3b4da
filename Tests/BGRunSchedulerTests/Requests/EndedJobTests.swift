// Jobs that are over, and what comes under their names: over a restart, and where nothing can be stored.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

// B-90
@Suite struct `The end of a job` {
    private let anna = UserID(1000)
    private let hour: Int64 = 3_600_000_000

    private func now(_ hours: Int64) -> Now {
        Now(
            wall: WallTime(microseconds: 1_800_000_000_000_000 + hours * hour),
            boot: BootTime(microseconds: hours * hour), awake: AwakeTime(microseconds: hours * hour))
    }

    private func cancel(_ name: String, _ scheduler: inout Scheduler) throws {
        let target = Target(identifier: try #require(JobIdentifier(name)))
        _ = scheduler.handle(
            .cancelRequested(target, Requester(request: RequestID(2), user: anna)), at: now(1))
    }

    private func submit(
        _ keys: String, _ scheduler: inout Scheduler, as name: String = "org.example.a", at now: Now
    ) throws -> [Change] {
        let text = #"{"identifier": "\#(name)", "command": ["true"]\#(keys)}"#
        let event = Event.submitted(
            try JobDescriptor(json: Array(text.utf8)), Requester(request: RequestID(1), user: anna),
            owner: anna)
        defer { _ = scheduler.handle(.saved, at: now) }
        return scheduler.handle(event, at: now).saves
    }

    /// A job that runs once and has failed, and what was saved of its end.
    private func failOnce(_ scheduler: inout Scheduler) throws -> [Change] {
        _ = scheduler.handle(.recovered(Recovery()), at: now(0))
        _ = scheduler.handle(.filesRead([], unreadable: []), at: now(0))
        _ = try submit("", &scheduler, at: now(0))
        _ = scheduler.handle(.launched(RunID(1), process: 77), at: now(0))
        let saves = scheduler.handle(.exited(RunID(1), .code(1), ResourceUsage()), at: now(0)).saves
        _ = scheduler.handle(.saved, at: now(0))
        return saves
    }

    private func status(_ scheduler: Scheduler) throws -> JobStatus {
        let id = JobID(owner: anna, identifier: try #require(JobIdentifier("org.example.a")))
        return try #require(scheduler.status(of: id, at: now(9)))
    }

    @Test func `takes nothing from the job of its name after a restart`() throws {
        var scheduler = Scheduler(policy: Policy())
        let ends = try failOnce(&scheduler).compactMap { save in
            if case .saveEnd(let end) = save { end } else { nil }
        }
        var saves = try submit(#", "schedule": {"every": "1h"}"#, &scheduler, at: now(1))
        _ = scheduler.handle(.launched(RunID(2), process: 78), at: now(1))
        saves += scheduler.handle(.exited(RunID(2), .code(0), ResourceUsage()), at: now(1)).saves
        let records = saves.compactMap { save in if case .save(let record) = save { record } else { nil } }
        let before = try status(scheduler)
        #expect(before.lastRun?.outcome == .succeeded && before.health.failing == nil)
        var next = Scheduler(policy: Policy())
        _ = next.handle(.recovered(Recovery(jobs: [try #require(records.last)], ended: ends)), at: now(2))
        let after = try status(next)
        #expect(after.lastRun == before.lastRun)
        // B-114
        #expect(after.lastRun?.lastSuccess == now(1).wall)
        for event in [
            Event.saved, .wokeUp, .saved, .launched(RunID(3), process: 79),
            .exited(RunID(3), .code(1), ResourceUsage()),
        ] { _ = scheduler.handle(event, at: now(2)) }
        let failed = try #require(status(scheduler).lastRun)
        #expect(failed.outcome == .failed && failed.lastSuccess == now(1).wall)
        #expect(after.health == before.health)
        #expect(after.recent == before.recent)
        #expect(after.generation == before.generation)
    }

    @Test func `is kept where its cancel could not be stored`() throws {
        var scheduler = Scheduler(policy: Policy())
        _ = try failOnce(&scheduler)
        // There is room for no more of those that were cancelled before they ran.
        let names = (0..<20).map { "org.example.b\($0)" }
        for name in names + ["org.example.c"] {
            _ = try submit(#", "schedule": {"event": "wake"}"#, &scheduler, as: name, at: now(1))
            guard name != "org.example.c" else { break }
            try cancel(name, &scheduler)
            _ = scheduler.handle(.saved, at: now(1))
        }
        for name in ["org.example.a", "org.example.c"] { try cancel(name, &scheduler) }
        _ = scheduler.handle(.notSaved(reason: "no space"), at: now(1))
        let kept = (names + ["org.example.a", "org.example.c"]).filter { name in
            JobIdentifier(name).flatMap { scheduler.ended(of: JobID(owner: anna, identifier: $0)) } != nil
        }
        #expect(kept == names + ["org.example.a"])
    }

    @Test func `is not told in place of a job whose cancel could not be stored`() throws {
        var scheduler = Scheduler(policy: Policy())
        _ = try failOnce(&scheduler)
        _ = try submit(#", "schedule": {"every": "1h"}"#, &scheduler, at: now(1))
        _ = scheduler.handle(.launched(RunID(2), process: 78), at: now(1))
        _ = scheduler.handle(.exited(RunID(2), .code(0), ResourceUsage()), at: now(1))
        _ = scheduler.handle(.saved, at: now(1))
        try cancel("org.example.a", &scheduler)
        _ = scheduler.handle(.notSaved(reason: "no space"), at: now(1))
        #expect(try status(scheduler).lastRun?.outcome == .succeeded)
    }
}
