// A sound database whose rows hold anything: what makes no sense is set aside, and all else is kept.
import BGRunJob
import BGRunStore
import CSQLite

enum DatabaseRows {
    private static let tables = [
        "jobs", "history", "skips", "conditionHistory", "holdHistory", "finishedFiles", "applications",
        "pauses", "meta",
    ]
    /// The columns of each table, its row number among them.
    private static let columns: [String: [String]] = {
        ScratchDatabase.put(ScratchDatabase.files.closed)
        return withConnection { connection in
            Dictionary(uniqueKeysWithValues: tables.map { ($0, names(of: $0, connection)) })
        }
    }()

    /// Changes of single values: of which table, row and column, and what is put there.
    @Sendable static func check(_ bytes: [UInt8]) {
        var input = Input(bytes)
        let columns = columns
        ScratchDatabase.put(ScratchDatabase.files.closed)
        withConnection { connection in
            sqlite3_exec(connection, "PRAGMA synchronous = OFF; BEGIN", nil, nil, nil)
            while !input.isEmpty {
                let table = input.one(of: tables)
                change(table, input.one(of: columns[table] ?? []), &input, connection)
            }
            sqlite3_exec(connection, "COMMIT", nil, nil, nil)
        }
        check()
    }

    private static func check() {
        let added = ScratchDatabase.record(4242)
        var (kept, isDone, nextRun): ([JobRecord], Bool, RunID) = ([], false, RunID(1))
        do {
            let (store, opening) = try ScratchDatabase.open()
            hold(opening.database == .normal, "a sound database is set aside: \(opening.database)")
            check(opening.recovered)
            kept = opening.recovered.jobs.filter { $0.id != added.id } + [added]
            isDone = ScratchDatabase.readAll(store)
            nextRun = opening.recovered.nextRun
            _ = try store.write([.save(added), .append(.run(ScratchDatabase.entry(nextRun.rawValue)))])
        } catch {
            fatalError("the daemon does not start, or saves nothing: \(error)")
        }
        // Beyond the rim is no number: who was led up to it comes to no good.
        guard nextRun.rawValue < 1 << 62 else { return }
        do {
            let (store, opening) = try ScratchDatabase.open()
            hold(opening.setAside.isEmpty, "more is set aside: \(opening.setAside)")
            hold(Set(opening.recovered.jobs) == Set(kept), "a job is lost, or another one")
            check(opening.recovered)
            hold(ScratchDatabase.readAll(store) && isDone, "history can't be read")
        } catch {
            fatalError("the daemon does not start a second time: \(error)")
        }
    }

    private static func check(_ recovered: Recovered) {
        hold(Set(recovered.jobs.map(\.id)).count == recovered.jobs.count, "two jobs have one name")
        let runs = recovered.jobs.compactMap { $0.activeRun?.run }
        hold(Set(runs).count == runs.count, "two jobs have one run")
        hold(runs.allSatisfy { $0 < recovered.nextRun }, "a run comes again")
        for record in recovered.jobs { DescriptorText.check(record.descriptor) }
    }

    // MARK: - SQL

    private static func withConnection<Value>(_ body: (OpaquePointer) -> Value) -> Value {
        var connection: OpaquePointer?
        guard sqlite3_open(ScratchDatabase.path, &connection) == SQLITE_OK, let connection else {
            fatalError("the database of the inputs can't be opened")
        }
        defer { sqlite3_close_v2(connection) }
        return body(connection)
    }

    private static func names(of table: String, _ connection: OpaquePointer) -> [String] {
        var names: [String] = ["rowid"]
        var statement: OpaquePointer?
        sqlite3_prepare_v2(connection, "SELECT name FROM pragma_table_info('\(table)')", -1, &statement, nil)
        while sqlite3_step(statement) == SQLITE_ROW {
            if let name = sqlite3_column_text(statement, 0) { names.append(String(cString: name)) }
        }
        sqlite3_finalize(statement)
        return names
    }

    private static let rims: [Int64] = [
        .max, .min, 1 << 62, (1 << 62) + 1, -1, 1 << 32, 1 << 31, 253_402_300_800_000_000,
    ]

    /// What SQLite refuses, such as a text for a row number, stays as it was.
    private static func change(
        _ table: String, _ column: String, _ input: inout Input, _ connection: OpaquePointer
    ) {
        var statement: OpaquePointer?
        let (row, kind) = (Int64(input.byte() % 4), input.byte() % 8)
        let value = kind == 5 ? "CAST(?1 AS BLOB)" : "?1"
        // A seal that does not fit would have every changed row of a job set aside, whatever is in it.
        let seals =
            table == "jobs" && !column.hasSuffix("Seal") ? ", requestSeal = NULL, standingSeal = NULL" : ""
        let sql = "UPDATE OR IGNORE \(table) SET \(column) = \(value)\(seals) WHERE rowid = ?2 OR ?2 = 0"
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return }
        switch kind {
        case 0: sqlite3_bind_null(statement, 1)
        case 1: sqlite3_bind_int64(statement, 1, Int64(Int8(bitPattern: input.byte())))
        case 2: sqlite3_bind_int64(statement, 1, Int64(truncatingIfNeeded: input.number(bytes: 8)))
        case 3: sqlite3_bind_int64(statement, 1, input.one(of: rims))
        case 4: sqlite3_bind_double(statement, 1, Double(bitPattern: UInt64(input.number(bytes: 7)) << 8))
        case _:
            // An empty text has an address too.
            let piece = input.piece().map { CChar(bitPattern: $0) } + [0]
            _ = csqlite_bind_text(statement, 1, piece, Int32(clamping: piece.count - 1))
        }
        sqlite3_bind_int64(statement, 2, row)
        sqlite3_step(statement)
        sqlite3_finalize(statement)
    }
}
