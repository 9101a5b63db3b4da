// A database of an earlier version becomes one of this in place: whole or not at all, and nothing in it is lost.
import BGRunCalendar
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A database of an earlier version` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    private func old(_ version: Int, in state: StateFixture? = nil) -> OlderVersion {
        OlderVersion(number: version, directory: (state ?? self.state).path)
    }

    /// Records as the version could hold them.
    private func records(_ count: Int, seed: UInt64 = 21, version: Int) throws -> [JobRecord] {
        var random = RandomRecord(seed: seed)
        return try (0..<count).map { number in
            var record = try random.record(number)
            record.lastRun = record.lastRun.map {
                JobRecord.LastRun(
                    run: $0.run, outcome: $0.outcome, stopReason: $0.stopReason, ended: $0.ended)
            }
            if version == 13 { return record }
            if let failures = record.failures { record.failures?.givenUp = failures.count }
            if version == 12 { return record }
            record.progress.recent = RecentEnds()
            if version == 11 { return record }
            record.hookFault = nil
            record.generation = 1
            if version == 10 { return record }
            record.switches.pause?.by = nil
            record.switches.pause?.note = nil
            if version == 9 { return record }
            record.failures = nil
            record.occurrence.failedAttempts = 0
            record.progress.successes = Successes()
            if version == 8 { return record }
            record.activeRun?.host = nil
            if version == 7 { return record }
            if version < 3 { record.occurrence.isWarned = false }
            record.occurrence.plan.called = nil
            record.progress.lastStart = nil
            if version == 6 { return record }
            record.occurrence.isByHand = false
            record.progress.usedAheadAt = nil
            record.activeRun?.mainExit = nil
            guard version == 1 else { return record }
            record.occurrence.plan = Self.older(record.occurrence.plan)
            record.occurrence.isTriggeredAgain = false
            record.progress = JobRecord.Progress()
            record.switches = JobRecord.Switches()
            if let plan = record.successor?.plan { record.successor?.plan = Self.older(plan) }
            return record
        }
    }

    /// A date or a span, and one of them always.
    private static func older(_ plan: Plan) -> Plan {
        if let after = plan.after { return Plan(after: after) }
        return Plan(at: plan.at ?? StateFixture.now.wall)
    }

    // B-4
    @Test(arguments: OlderVersion.all)
    func `keeps every job, wherever it stands`(version: Int) throws {
        let records = try records(150, version: version)
        #expect(records.contains { $0.activeRun != nil && $0.successor != nil && $0.occurrence.rest != nil })
        try old(version).make(jobs: records)
        for _ in 1...2 {
            let (_, opening) = try state.open()
            #expect(opening.database == .normal)
            #expect(opening.setAside == [])
            #expect(!opening.recovered.isNewBoot)
            #expect(opening.recovered.jobs.count == records.count)
            for (found, expected) in zip(opening.recovered.jobs, records) where found != expected {
                #expect(found == expected)
                break
            }
        }
        #expect(try state.select("PRAGMA user_version") == ["14"])
    }

    @Test(arguments: OlderVersion.all)
    func `keeps history, finished files, what was set aside and what is true of the whole`(version: Int)
        throws
    {
        let row =
            "900, 1000, 'a', 'Title', 1, 2, 3, 'failed', NULL, 'code', 3, NULL, 0, 4, 5, 6"
            + (version < 4 ? "" : ", NULL") + (version < 6 ? "" : ", NULL")
            + (version < 9 ? "" : ", NULL, NULL") + (version < 10 ? "" : ", NULL")
            + (version < 11 ? "" : ", NULL, NULL")
        try old(version).make(more: [
            "INSERT INTO history VALUES (\(row))",
            "INSERT INTO finishedFiles VALUES (0, 'org.example.once', -1)",
            "INSERT INTO setAside VALUES ('jobs', 'owner is missing', '2026-03-29T00:30:00Z', 'NULL, 1')",
        ])
        let (store, opening) = try state.open()
        #expect(store.instance == "0123456789abcdef")
        #expect(opening.recovered.nextRun == RunID(901))
        #expect(opening.recovered.isPowerSilent)
        #expect(
            opening.recovered.finishedFiles == [
                FinishedFile(job: try .sample("org.example.once", owner: 0), fingerprint: .max)
            ])
        let entry = HistoryEntry(
            run: RunID(900), job: try .sample("a"), title: "Title", due: WallTime(microseconds: 1),
            started: WallTime(microseconds: 2), ended: WallTime(microseconds: 3), outcome: .failed,
            exit: .code(3),
            usage: ResourceUsage(
                processes: .init(
                    userTime: .microseconds(4), systemTime: .microseconds(5), peakMemoryKiB: 6)))
        #expect(try store.runs(limit: 10) == [entry])
        #expect(try store.history(limit: 10) == [.run(entry)])
        withExtendedLifetime(store) {}
    }

    @Test(arguments: OlderVersion.all)
    func `still has what was set aside in it`(version: Int) throws {
        try old(version).make(more: [
            "INSERT INTO setAside VALUES ('jobs', 'owner is missing', 'date', 'NULL, 1')"
        ])
        _ = try state.open()
        #expect(try state.select("SELECT content FROM setAside") == ["NULL, 1"])
    }

    // B-12
    @Test(arguments: OlderVersion.all)
    func `of an older boot has its deadlines carried over`(version: Int) throws {
        var record = try JobRecord.sample()
        record.occurrence.plan = Plan(after: Deadline(.seconds(900), from: StateFixture.now))
        record.occurrence.rest = Deadline(.seconds(60), from: StateFixture.now)
        try old(version).make(jobs: [record])
        let later = Now(
            wall: StateFixture.now.wall.advanced(by: .seconds(600)),
            boot: BootTime(microseconds: 60_000_000), awake: AwakeTime(microseconds: 60_000_000))
        let recovered = try state.open(boot: "another", now: later).1.recovered
        #expect(recovered.isNewBoot)
        #expect(recovered.jobs.first?.occurrence.plan.after?.end == BootTime(microseconds: 360_000_000))
        #expect(recovered.jobs.first?.occurrence.rest?.end == BootTime(microseconds: 60_000_000))
    }

    @Test(arguments: OlderVersion.all)
    func `is afterwards as if it had been made so`(version: Int) throws {
        let schema = "SELECT name || ': ' || sql FROM sqlite_schema ORDER BY name"
        let new = try StateFixture()
        _ = try new.open()
        try old(version).make()
        _ = try state.open()
        #expect(try state.select(schema) == new.select(schema))
        #expect(try state.select("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: OlderVersion.all)
    func `takes all that this one can hold`(version: Int) throws {
        var records = try records(100, version: version)
        try old(version).make(jobs: records)
        var random = RandomRecord(seed: 22)
        let pause = random.pause()
        for index in records.indices { random.move(&records[index], run: Int64(index) + 1) }
        try state.fill(
            records.map { .save($0) }
                + [
                    .savePause(.everybody, pause), try .sampleSkip(1),
                    .note(.condition(.sample(1))), .note(.hold(try .sample(1))),
                    .saveApplication(try .sample(), owner: UserID(1000)),
                ])
        let (store, opening) = try state.open()
        #expect(opening.recovered.jobs == records)
        #expect(opening.recovered.pauses == [.everybody: pause])
        #expect(opening.recovered.applications == [PermittedApplication(try .sample(), owner: UserID(1000))])
        #expect(try store.history(limit: 9) == [try .sampleSkip(1)])
        #expect(try store.conditions(since: WallTime(microseconds: 0)) == [.sample(1)])
        #expect(try store.holds(of: .sample(), since: WallTime(microseconds: 0)) == [.sample(1)])
    }

    // B-21
    @Test(arguments: OlderVersion.all)
    func `has its bad rows set aside, and no others`(version: Int) throws {
        let records = try ["a", "b", "c"].map { try JobRecord.sample($0) }
        try old(version).make(
            jobs: records,
            more: [
                "UPDATE jobs SET dueAt = NULL WHERE identifier = 'a'",
                "UPDATE jobs SET descriptor = '', activeRun = 950 WHERE identifier = 'b'",
            ])
        let (_, opening) = try state.open()
        #expect(opening.recovered.jobs == [records[2]])
        #expect(
            opening.setAside.map(\.reason) == [
                "dueEnd is missing, and so is dueAt", "descriptor is not a valid descriptor",
            ])
        #expect(opening.recovered.nextRun == RunID(951))
    }

    // B-21
    @Test func `has its seals too, and a row that does not fit its own is still found out`() throws {
        let rows = try OlderSchema.sealedJobs()
        for (change, kept) in [(rows, 3), (rows.replacing("/home/ada", with: "/home/eve"), 0)] {
            let state = try StateFixture()
            try old(7, in: state).make(more: [change.trimmingCharacters(in: .whitespacesAndNewlines)])
            let (store, opening) = try state.open()
            #expect(opening.recovered.jobs.count == kept)
            #expect(opening.setAside.count == 3 - kept)
            let runs = opening.recovered.jobs.compactMap { $0.activeRun }
            #expect(runs.count == kept && runs.allSatisfy { $0.host == nil })
            // In a host now, and sealed with it.
            guard var record = opening.recovered.jobs.first else { continue }
            record.activeRun?.host = .started(RunID(17))
            _ = try store.write([.save(record)])
            withExtendedLifetime(store) {}
        }
    }

    @Test(arguments: [
        ("outcome,", "outcome ,"), ("nextDueEnd);", "nextDueEnd, extra);"),
        ("CREATE INDEX historyByJob ON history (owner, identifier);", ""),
        ("1650946670", "1650946671"), ("PRAGMA user_version = 1", "PRAGMA user_version = 2"),
        (
            "PRAGMA user_version = 1",
            "CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM history; END; PRAGMA user_version = 1"
        ),
        ("PRAGMA user_version = 1", "CREATE TABLE pauses (x); PRAGMA user_version = 1"),
    ])
    func `is none where a word of its schema is another`(word: String, other: String) throws {
        let old = old(1)
        let schema = try old.schema.replacingOccurrences(of: word, with: other)
        #expect(try schema != old.schema)
        try old.make(schema: schema)
        guard case .replaced(let replacement) = try state.open().1.database else {
            Issue.record("it was taken for ours")
            return
        }
        #expect(replacement.cause == .corrupt)
        #expect(FileManager.default.fileExists(atPath: replacement.path))
    }

    // B-4
    @Test(arguments: OlderVersion.all)
    func `is whole again whichever part of the upgrade was written when power failed`(version: Int) throws {
        let records = try records(30, version: version)
        try old(version).make(jobs: records)
        let before = try state.bytes()
        let log: [UInt8]
        do {
            let (store, _) = try state.open()
            log = Array(try Data(contentsOf: URL(filePath: state.database + "-wal")))
            withExtendedLifetime(store) {}
        }
        // A header of 32 bytes, then frames of a page and 24 bytes each. Any part of them may be on the disk.
        let frames = (log.count - 32) / 4120
        #expect(frames >= (version < 3 ? 2 : 1))
        for half in 0...2 * frames {
            let length = 32 + half * 2060
            let state = try StateFixture()
            try state.replaceDatabase(with: before)
            try Data(log.prefix(length)).write(to: URL(filePath: state.database + "-wal"))
            let (_, opening) = try state.open()
            #expect(opening.database == .normal)
            #expect(opening.setAside == [])
            #expect(opening.recovered.jobs == records)
        }
        let state = try StateFixture()
        try state.replaceDatabase(with: before)
        try Data(log.prefix(32 + (frames - 1) * 4120)).write(to: URL(filePath: state.database + "-wal"))
        #expect(try old(version, in: state).isUntouched())
    }

    // B-4
    @Test(arguments: OlderVersion.all)
    func `loses nothing when the daemon is killed in the middle of it`(version: Int) throws {
        let records = try records(300, version: version)
        for _ in 0..<2 {
            let state = try StateFixture()
            try old(version, in: state).make(jobs: records)
            let writer = Process()
            writer.executableURL = URL(filePath: Repository.program("StoreWriter"))
            writer.arguments = ["write", state.path]
            writer.standardOutput = FileHandle.nullDevice
            try writer.run()
            // The log has its first bytes: the upgrade is being written, or has just been.
            let deadline = Date.now + 30
            while (try? FileManager.default.attributesOfItem(atPath: state.database + "-wal")[.size] as? Int)
                ?? 0 == 0, Date.now < deadline
            {}
            kill(writer.processIdentifier, SIGKILL)
            writer.waitUntilExit()
            let (_, opening) = try state.open()
            #expect(opening.database == .normal)
            #expect(opening.setAside == [])
            let kept = opening.recovered.jobs.filter {
                !$0.id.identifier.text.hasPrefix("org.example.backup.")
            }
            #expect(kept == records)
        }
    }
}
