// A database as earlier versions of it were: their schemas word for word, and rows as SQL.
import BGRunCalendar
import BGRunJob
import BGRunTestSupport
import CSQLite
import Foundation

/// A state directory that an older bgrun has left.
struct OlderVersion {
    static let all = 1...13

    let number: Int
    let directory: String
    var path: String { directory + "/bgrun.sqlite" }
    var schema: String { get throws { try OlderSchema.text(of: number) } }

    /// Makes the database as the last daemon has left it that ended cleanly.
    func make(
        jobs: [JobRecord] = [], boot: String = StateFixture.boot, more: [String] = [],
        schema: String? = nil
    ) throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        chmod(directory, 0o700)
        let meta = "INSERT INTO meta VALUES (1, '0123456789abcdef', '\(boot)', 900, 1)"
        let rows = jobs.map { row($0, boot: boot) }
        try run(
            "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; BEGIN; \(try schema ?? self.schema)"
                + (rows + [meta] + more).joined(separator: ";") + "; COMMIT")
    }

    /// Whether it is still what it was, with no table more.
    func isUntouched() throws -> Bool {
        var connection: OpaquePointer?
        var statement: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK else { return false }
        sqlite3_prepare_v2(
            connection, "SELECT group_concat(sql, ';') FROM sqlite_schema", -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) else {
            return false
        }
        let expected = try schema.components(separatedBy: ";").map { $0.trimmingCharacters(in: .newlines) }
        return String(cString: text).components(separatedBy: ";")
            == expected.filter { $0.hasPrefix("CREATE") }
    }

    private func run(_ sql: String) throws {
        var connection: OpaquePointer?
        defer { sqlite3_close(connection) }
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK
        else { throw StateFixture.SQLFailure(message: String(cString: sqlite3_errmsg(connection))) }
    }

    private func row(_ record: JobRecord, boot: String) -> String {
        let occurrence = record.occurrence
        let switches = record.switches
        let (run, last, next) = (record.activeRun, record.lastRun, record.successor)
        let values: [String] =
            [
                number(Int64(record.id.owner.rawValue)), text(record.id.identifier.text),
                number(Int64(bitPattern: Fingerprint.of(boot.utf8))), text(record.descriptor.json.text()),
                origin(record.origin), wall(record.accepted), wall(record.anchor),
                number(occurrence.number), wall(occurrence.plan.at),
            ] + deadline(occurrence.plan.after) + [wall(occurrence.dueSince)] + deadline(occurrence.rest) + [
                number(Int64(occurrence.unfinishedRuns)),
                number(run?.run.rawValue), wall(run?.started), number(run.map { $0.isSimulated ? 1 : 0 }),
                text(run?.stopReason?.description),
                number(last?.run.rawValue), text(last?.outcome.rawValue),
                text(last?.stopReason?.description), wall(last?.ended),
                text(next?.descriptor.json.text()), origin(next?.origin), wall(next?.accepted),
                wall(next?.plan.at),
            ] + deadline(next?.plan.after) + (number == 1 ? [] : added(record))
            + (number < 3 ? [] : [self.number(occurrence.isWarned ? 1 : 0)])
            + (number < 6
                ? []
                : [
                    self.number(occurrence.isByHand ? 1 : 0), wall(record.progress.usedAheadAt),
                    text(run?.mainExit?.description),
                ])
            // Without the two seals, which come to the same as those of rows from before.
            + (number < 7
                ? [] : deadline(occurrence.plan.called) + [wall(record.progress.lastStart), "NULL", "NULL"])
            + (number < 8 ? [] : [text(run?.host?.description)])
            + (number < 9
                ? []
                : [
                    self.number(occurrence.failedAttempts > 0 ? Int64(occurrence.failedAttempts) : nil),
                    self.number(record.failures.map { Int64($0.count) }), wall(record.failures?.since),
                    text(record.failures?.exit?.description), text(record.failures?.reason),
                    text(record.progress.successes.isEmpty ? nil : record.progress.successes.text),
                ])
            + (number < 10
                ? []
                : [
                    self.number(switches.pause?.by.map { Int64($0.rawValue) }), text(switches.pause?.note),
                ])
            + (number < 11
                ? []
                : [
                    text(record.hookFault?.line),
                    self.number(record.generation > 1 ? Int64(record.generation) : nil),
                ])
            + (number < 12
                ? [] : [self.number(record.progress.recent.isEmpty ? nil : record.progress.recent.stored)])
            + (number < 13
                ? []
                : [
                    self.number(
                        record.failures.flatMap { $0.givenUp == $0.count ? nil : Int64($0.givenUp) })
                ])
        return "INSERT INTO jobs VALUES (\(values.joined(separator: ", ")))"
    }

    /// What version 2 has brought.
    private func added(_ record: JobRecord) -> [String] {
        let (occurrence, progress) = (record.occurrence, record.progress)
        let (skip, switches) = (progress.lastSkip, record.switches)
        return [
            wall(occurrence.plan.grid), number(occurrence.isTriggeredAgain ? 1 : 0),
            wall(progress.usedPoint), number(progress.runs), wall(progress.pathsSeen), wall(skip?.due),
            wall(skip?.skipped), text(skip?.reason.rawValue), number(switches.enabled.map { $0 ? 1 : 0 }),
            wall(switches.pause?.since),
        ] + deadline(switches.pause?.end) + [wall(record.successor?.plan.grid)]
    }

    private func number(_ value: Int64?) -> String { value.map { "\($0)" } ?? "NULL" }
    private func wall(_ value: WallTime?) -> String { number(value?.microseconds) }
    private func text(_ value: String?) -> String {
        value.map { "'\($0.replacingOccurrences(of: "'", with: "''"))'" } ?? "NULL"
    }
    private func origin(_ value: JobRecord.Origin?) -> String {
        if case .file(let path) = value { text(path) } else { "NULL" }
    }
    private func deadline(_ value: Deadline?) -> [String] {
        [wall(value?.set), number(value?.span.wholeMicroseconds), number(value?.end.microseconds)]
    }
}
