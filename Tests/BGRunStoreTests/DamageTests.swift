// A database that can't be used is set aside whole; the daemon starts all the same.
import BGRunJob
import BGRunStore
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `A database that can't be used` {
    let state: StateFixture

    init() throws { state = try StateFixture() }

    /// Opens, expects a replacement with these jobs, and returns it once the new database has proved that it works.
    private func replacement(with jobs: [JobRecord] = []) throws -> Opening.Replacement {
        let (store, opening) = try state.open()
        guard case .replaced(let replacement) = opening.database else {
            throw StateFixture.SQLFailure(message: "not replaced: \(opening.database)")
        }
        #expect(opening.recovered.jobs == jobs)
        #expect(opening.recovered.nextRun == RunID(1))
        #expect(opening.losses.count == 1)
        _ = try store.write([.save(try .sample())])
        #expect(try state.mode("bgrun.sqlite") == 0o600)
        return replacement
    }

    // B-21
    @Test func `because it is random bytes is renamed, and every byte is kept`() throws {
        var random = SeededGenerator(seed: 1)
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try state.replaceDatabase(with: noise)
        let replacement = try replacement()
        #expect(replacement.cause == .corrupt)
        #expect(replacement.path == state.database + ".corrupt-20260329T003000Z")
        #expect(try Data(contentsOf: URL(filePath: replacement.path)) == Data(noise))
    }

    @Test func `is kept under another name each time`() throws {
        for _ in 1...3 {
            try state.replaceDatabase(with: Array("garbage".utf8))
            _ = try replacement()
        }
        #expect(
            try state.names().filter { $0.contains("corrupt") } == [
                "bgrun.sqlite.corrupt-20260329T003000Z", "bgrun.sqlite.corrupt-20260329T003000Z-2",
                "bgrun.sqlite.corrupt-20260329T003000Z-3",
            ])
    }

    @Test func `because it was cut off is renamed, wherever it was cut`() throws {
        let records = try (0..<300).map { try JobRecord.sample("job.\($0)") }
        try state.fill(records.map { .save($0) })
        let whole = try state.bytes()
        for length in [1, 99, 100, 512, 4095, 4096, 4097, 8192, whole.count - 4096, whole.count - 1] {
            let state = try StateFixture()
            try state.replaceDatabase(with: Array(whole.prefix(length)))
            let (store, opening) = try state.open()
            guard case .replaced = opening.database else {
                Issue.record("cut to \(length) bytes it was taken for whole")
                continue
            }
            _ = try store.write([.save(try .sample())])
        }
    }

    @Test func `because its header forbids to write it is renamed`() throws {
        try state.fill([.save(try .sample())])
        var bytes = try state.bytes()
        // The version of the format that writers have to know (the SQLite file format, 1.3.3): there are 1 and 2.
        bytes[18] = 17
        try state.replaceDatabase(with: bytes)
        #expect(
            try replacement(with: [try .sample()]).reason
                == "its contents are damaged (its header forbids to write it)")
    }

    @Test func `because a directory is in its place is renamed`() throws {
        try FileManager.default.createDirectory(
            atPath: state.database + "/inner", withIntermediateDirectories: true)
        let replacement = try replacement()
        #expect(replacement.reason == "a directory is in its place")
        #expect(FileManager.default.fileExists(atPath: replacement.path + "/inner"))
    }

    // B-21 B-90
    @Test func `brings back jobs that are over as what they are, and none as due`() throws {
        var random = RandomRecord(seed: 4)
        let ends = try (0..<40).map { try random.end($0) }
        try state.fill(ends.map { .saveEnd($0) })
        try state.tamper("CREATE TABLE fancy (x)")
        _ = try replacement(with: [])
        #expect(try state.open().1.recovered.ended == ends)
    }

    @Test func `because a later version wrote it is renamed, and can still be read`() throws {
        try state.fill([.save(try .sample())])
        try state.tamper("CREATE TABLE fancy (x); PRAGMA user_version = 15")
        let replacement = try replacement()
        #expect(replacement.cause == .tooNew)
        #expect(replacement.path.hasSuffix(".too-new-20260329T003000Z"))
        #expect(replacement.reason == "it has version 15, this bgrund knows 14")
        try FileManager.default.moveItem(atPath: replacement.path, toPath: state.database + ".x")
        try FileManager.default.removeItem(atPath: state.database)
        try FileManager.default.moveItem(atPath: state.database + ".x", toPath: state.database)
        #expect(try state.select("SELECT identifier FROM jobs") == ["org.example.backup"])
    }

    @Test(arguments: [
        "PRAGMA application_id = 7", "PRAGMA user_version = 0", "PRAGMA user_version = -1",
        "CREATE TRIGGER t AFTER INSERT ON jobs BEGIN DELETE FROM history; END",
        "CREATE VIEW v AS SELECT 1", "DROP TABLE meta; CREATE VIEW meta AS SELECT 1",
        "DROP INDEX jobsByName; CREATE INDEX jobsByName ON jobs (abs(owner))",
        "PRAGMA user_version = 1", "PRAGMA user_version = 2", "PRAGMA user_version = 3",
        "DROP TABLE holdHistory", "DROP TABLE pauses",
        "DROP INDEX skipsByJob",
        "ALTER TABLE jobs RENAME TO work", "DROP TABLE history", "ALTER TABLE jobs ADD COLUMN x",
    ])
    func `because its schema is not ours is renamed`(sql: String) throws {
        try state.fill([.save(try .sample())])
        try state.tamper(sql)
        // Nothing of its schema is executed, and its rows come over.
        #expect(try replacement(with: [try .sample()]).cause == .corrupt)
    }

    /// Leaves neither a job nor what is stored once, nor a claim.
    private func emptyButForRows() throws {
        try state.tamper("DELETE FROM jobs; DELETE FROM meta; PRAGMA application_id = 7")
        try FileManager.default.removeItem(atPath: state.path + "/bgrun.claim")
    }

    // B-21
    @Test func `leaves its skips, also where nothing else of it can be read`() throws {
        try state.fill([.sampleSkip(1)])
        try emptyButForRows()
        #expect(try state.open().0.history(limit: 10) == [.sampleSkip(1)])
    }

    // B-21
    @Test func `leaves the losses it tells of, also where nothing else of it can be read`() throws {
        try state.fill([.save(try .sample())])
        try FileManager.default.removeItem(atPath: state.database)
        let losses = try state.open().1.losses
        try #require(losses.count == 1)
        try emptyButForRows()
        #expect(try state.open().1.losses.suffix(1) == losses[...])
    }

    // B-21
    @Test func `leaves the names of jobs that can't be read, also where nothing else of it can be`() throws {
        try state.fill([.save(try .sample())])
        try state.tamper("UPDATE jobs SET descriptor = '{}'")
        try state.tamper("DELETE FROM meta; PRAGMA application_id = 7")
        try FileManager.default.removeItem(atPath: state.path + "/bgrun.claim")
        let text = try #require(try state.open().1.losses.first?.text)
        #expect(text.contains(" Not readable: org.example.backup of user 1000. "))
    }

    @Test func `because it is empty beside a full log is renamed with the log`() throws {
        try state.replaceDatabase(with: [])
        try Data("log".utf8).write(to: URL(filePath: state.database + "-wal"))
        let replacement = try replacement()
        #expect(try Data(contentsOf: URL(filePath: replacement.path + "-wal")) == Data("log".utf8))
    }

    @Test func `because only its log is left is replaced, and the log is kept`() throws {
        try FileManager.default.createDirectory(atPath: state.path, withIntermediateDirectories: true)
        try Data("log".utf8).write(to: URL(filePath: state.database + "-wal"))
        let replacement = try replacement()
        #expect(try Data(contentsOf: URL(filePath: replacement.path + "-wal")) == Data("log".utf8))
    }

    @Test func `is no database of length 0: that is a new one`() throws {
        try state.replaceDatabase(with: [])
        let (store, opening) = try state.open()
        #expect(opening.database == .fresh)
        _ = try store.write([.save(try .sample())])
        #expect(try state.mode("bgrun.sqlite") == 0o600)
    }

    // B-21
    @Test func `never stops the daemon, whichever bytes of it are wrong`() throws {
        let records = try (0..<40).map { try JobRecord.sample("job.\($0)") }
        try state.fill(records.map { .save($0) })
        let whole = try state.bytes()
        var random = SeededGenerator(seed: 3)
        for round in 0..<60 {
            var bytes = whole
            for _ in 0..<(1 << (round % 6)) {
                // The header and the first pages, where a wrong byte means most, as often as all the rest.
                let end = round.isMultiple(of: 2) ? 4096 : bytes.count
                bytes[Int.random(in: 0..<end, using: &random)] = .random(in: 0...255, using: &random)
            }
            let state = try StateFixture()
            try state.replaceDatabase(with: bytes)
            if round.isMultiple(of: 3) {
                let noise = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
                try Data(noise).write(to: URL(filePath: state.database + "-wal"))
            }
            // What was not seen at open may show when it is written: then it is refused in so many words.
            let (store, opening) = try state.open()
            #expect(Set(opening.recovered.jobs.map(\.id)).count == opening.recovered.jobs.count)
            do throws(StoreFailure) {
                _ = try store.write(records.map { .save($0) })
                _ = try store.runs(limit: 10)
            } catch {
                #expect(!error.reason.isEmpty)
            }
        }
    }
}
