// Headlines: what is wrong now, for those who may know of it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import Testing

@testable import BGRunDaemon

@Suite struct `Headlines` {
    private let chronicle = Chronicle(Journal(isJournald: false), faults: ["2 rows were set aside."])
    private let job: JobID

    init() throws { job = JobID(owner: UserID(1000), identifier: try #require(JobIdentifier("a.b"))) }

    private func now(_ seconds: Int64) -> Now {
        Now(
            wall: WallTime(microseconds: seconds * 1_000_000),
            boot: BootTime(microseconds: seconds * 1_000_000),
            awake: AwakeTime(microseconds: seconds * 1_000_000))
    }

    private func lines(for user: UserID, at seconds: Int64 = 10) -> [String] {
        chronicle.headlines(for: user, brokenFiles: [], storageFault: nil, at: now(seconds))
    }

    private func tell(_ event: Event, at seconds: Int64 = 1, _ promises: [Effects.Promise] = []) {
        var effects = Effects()
        effects.promises = promises
        chronicle.tell([Decision(now: now(seconds), event: event, effects: effects)])
    }

    private func failALaunch() throws {
        let descriptor = JobDescriptor(identifier: job.identifier, program: .command(["true"]))
        tell(
            .wokeUp,
            [
                .launch(
                    LaunchOrder(
                        run: RunID(1), job: job, descriptor: descriptor, due: WallTime(microseconds: 0)))
            ])
        tell(.launchFailed(RunID(1), .lasting(reason: "no program")))
    }

    // B-54
    @Test func `tell of a full disk, and of what went wrong at the start`() {
        #expect(
            chronicle.headlines(for: job.owner, brokenFiles: [], storageFault: "no space", at: now(1)) == [
                "2 rows were set aside.",
                "Nothing can be saved, so nothing is accepted or started: no space.",
            ])
    }

    // B-54
    @Test func `tell a failed launch to its owner and root, for a day`() throws {
        try failALaunch()
        #expect(lines(for: job.owner).last == "a.b could not be launched: no program.")
        #expect(lines(for: .root).last == "a.b of user 1000 could not be launched: no program.")
        #expect(lines(for: UserID(1001)).count == 1)
        #expect(lines(for: job.owner, at: 86_402).count == 1)
    }

    // B-54
    @Test func `tell one's own failures before those of others, however many these are`() throws {
        let mine = JobID(owner: .root, identifier: job.identifier)
        chronicle.recall([failure(1, of: mine, at: 1)], at: now(3).wall)
        for number in Int64(2)...200 {
            let other = JobID(owner: job.owner, identifier: try #require(JobIdentifier("x\(number)")))
            chronicle.recall([failure(number, of: other, at: 2)], at: now(3).wall)
        }
        let lines = lines(for: .root).dropFirst()
        #expect(lines.first == "a.b could not be launched: no program.")
        #expect(lines.count == 5)
        #expect(lines.last == "61 more could not be launched.")
    }

    // B-54
    @Test func `are known after a restart, of jobs whose last launch has failed`() throws {
        var launched = failure(2, of: job, at: 2)
        launched.outcome = .succeeded
        chronicle.recall([failure(3, of: job, at: 3), launched], at: now(4).wall)
        #expect(lines(for: job.owner).count == 2)
        let mended = Chronicle(Journal(isJournald: false), faults: [])
        mended.recall([launched, failure(1, of: job, at: 1)], at: now(4).wall)
        #expect(mended.headlines(for: job.owner, brokenFiles: [], storageFault: nil, at: now(4)) == [])
    }

    // B-54 B-55
    @Test func `say nothing of a job that was purged`() throws {
        try failALaunch()
        var effects = Effects()
        effects.saves = [.purge(job)]
        chronicle.tell([Decision(now: now(2), event: .wokeUp, effects: effects)])
        #expect(lines(for: job.owner).count == 1)
    }

    private func failure(_ run: Int64, of job: JobID, at seconds: Int64) -> HistoryEntry {
        let instant = now(seconds).wall
        return HistoryEntry(
            run: RunID(run), job: job, due: instant, started: instant, ended: instant,
            outcome: .couldNotLaunch, failure: "no program")
    }

    // B-54
    @Test func `count what would be too many of one kind`() {
        let files = (1...5).map { BrokenFile(path: "/etc/bgrun/jobs.d/\($0).json", reason: "no") }
        let lines = chronicle.headlines(for: .root, brokenFiles: files, storageFault: nil, at: now(1))
        #expect(lines.count == 5)
        #expect(lines.last == "2 more files are not used.")
    }
}
