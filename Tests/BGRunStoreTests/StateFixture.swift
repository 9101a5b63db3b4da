// A state directory for one test, and an enemy's hand in it.
import BGRunCalendar
import BGRunJob
import BGRunStore
import BGRunTestSupport
import CSQLite
import Foundation
import Testing

/// A state directory with shorthands for what the tests do to it.
final class StateFixture {
    struct SQLFailure: Error { let message: String }

    static let boot = "11111111-2222-3333-4444-555555555555"
    static let now = Now(
        wall: WallTime(microseconds: 1_774_744_200_000_000), boot: BootTime(microseconds: 900_000_000),
        awake: AwakeTime(microseconds: 800_000_000))

    private let scratch: ScratchDirectory
    let path: String
    var database: String { path + "/bgrun.sqlite" }

    init() throws {
        scratch = try ScratchDirectory()
        path = scratch.path("state")
    }

    func open(
        boot: String = StateFixture.boot, now: Now = StateFixture.now, historyLimit: Int = 1000
    ) throws -> (Store, Opening) {
        try Store.open(directory: path, bootID: boot, now: now, historyLimit: historyLimit)
    }

    /// A database that has been closed, with these changes in it.
    func fill(_ changes: [Change]) throws {
        let (store, _) = try open()
        _ = try store.write(changes)
    }

    /// Runs SQL behind the store's back.
    func tamper(_ sql: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(database, &connection) == SQLITE_OK,
            sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
        else { throw SQLFailure(message: String(cString: sqlite3_errmsg(connection))) }
    }

    /// The first column of each row, as text.
    func select(_ sql: String) throws -> [String] {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(database, &connection) == SQLITE_OK,
            sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK
        else { throw SQLFailure(message: String(cString: sqlite3_errmsg(connection))) }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
        }
        return rows
    }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: database))) }

    func replaceDatabase(with bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: database))
    }

    /// All files but the lock.
    func files() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try names() where name != "bgrun.lock" {
            files[name] = Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
        }
        return files
    }

    /// As if all had been copied here.
    func replace(with files: [String: [UInt8]]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        chmod(path, 0o700)
        for name in try names() where name != "bgrun.lock" {
            try FileManager.default.removeItem(atPath: path + "/" + name)
        }
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: path + "/" + name)) }
    }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}

extension JobID {
    static func sample(_ name: String = "org.example.backup", owner: UInt32 = 1000) throws -> JobID {
        JobID(owner: UserID(owner), identifier: try #require(JobIdentifier(name)))
    }
}

extension JobRecord {
    static func sample(_ name: String = "org.example.backup", owner: UInt32 = 1000) throws -> JobRecord {
        let id = try JobID.sample(name, owner: owner)
        return JobRecord(
            id: id, descriptor: JobDescriptor(identifier: id.identifier, program: .command(["/bin/true"])),
            origin: .submission, accepted: StateFixture.now.wall, anchor: StateFixture.now.wall,
            occurrence: Occurrence(plan: Plan(at: StateFixture.now.wall)))
    }
}

extension EndedJob {
    static func sample(_ name: String = "org.example.over", owner: UInt32 = 1000) throws -> EndedJob {
        let id = try JobID.sample(name, owner: owner)
        return EndedJob(
            id: id, descriptor: JobDescriptor(identifier: id.identifier, program: .command(["/bin/true"])),
            origin: .submission, accepted: StateFixture.now.wall)
    }
}

extension HistoryEntry {
    static func sample(_ run: Int64, _ name: String = "org.example.backup", owner: UInt32 = 1000) throws
        -> HistoryEntry
    {
        HistoryEntry(
            run: RunID(run), job: try .sample(name, owner: owner), due: StateFixture.now.wall,
            started: StateFixture.now.wall, ended: StateFixture.now.wall, outcome: .succeeded, exit: .code(0))
    }
}

extension ApplicationManifest {
    static func sample(_ name: String = "org.example.photos") throws -> ApplicationManifest {
        ApplicationManifest(
            application: try #require(JobIdentifier(name)), command: ["/usr/bin/photos"],
            tasks: [Task(.exact(try #require(JobIdentifier("refresh"))))])
    }
}

extension ConditionChange {
    /// At so many seconds.
    static func sample(_ seconds: Int64, _ text: String = "externalPower", _ verdict: Verdict = .yes)
        -> ConditionChange
    {
        ConditionChange(
            at: WallTime(microseconds: seconds * 1_000_000), .requirement(text, owner: nil, verdict),
            reason: "AC is online")
    }
}

extension HoldChange {
    /// At so many seconds.
    static func sample(_ seconds: Int64, _ name: String = "org.example.backup", owner: UInt32 = 1000) throws
        -> HoldChange
    {
        HoldChange(
            job: try .sample(name, owner: owner), at: WallTime(microseconds: seconds * 1_000_000),
            isWaiting: true, blockers: ["paused", "resting"])
    }
}

extension Skip {
    /// `number` makes it different from others.
    static func sample(_ number: Int64) -> Skip {
        Skip(due: WallTime(microseconds: number), skipped: StateFixture.now.wall, reason: .missed)
    }
}

extension Change {
    static func sampleSkip(
        _ number: Int64, _ name: String = "org.example.backup", owner: UInt32 = 1000
    ) throws -> Change {
        .append(.skip(.sample(number), of: try .sample(name, owner: owner), title: nil))
    }
}

extension HistoryLine {
    static func sampleSkip(
        _ number: Int64, _ name: String = "org.example.backup", owner: UInt32 = 1000
    ) throws -> HistoryLine {
        .skip(.sample(number), of: try .sample(name, owner: owner), title: nil)
    }
}

extension Store {
    /// All that was seen of the machine from an instant on.
    func conditions(since instant: WallTime) throws -> [ConditionChange] {
        var reading = ConditionReading(since: instant)
        while try read(&reading) {}
        return reading.changes
    }
}
