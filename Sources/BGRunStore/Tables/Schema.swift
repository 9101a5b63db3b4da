// The tables as they are created, and the proof that an opened database has exactly these and no other.
import CSQLite

/// Version 14 of the database, and what the earlier ones were.
///
/// The columns carry no constraints. What a row may hold is decided in one place, where it is decoded: a
/// constraint would make SQLite call the whole file damaged for one bad row.
enum Schema {
    static let version: Int64 = 14
    /// "bgrn": tells our database from one of another program that ended up here.
    static let applicationID: Int64 = 0x6267_726E

    private struct Object {
        let name: String
        let sql: String
        /// The first version that has it.
        var since: Int64 = 1
    }

    /// Sorted by name.
    private static func objects(version: Int64) -> [Object] {
        let objects = [
            table("applications", ApplicationRows.columns[...], since: 8),
            index("applicationsByName", on: "applications", isUnique: true, since: 8),
            table("conditionHistory", key: "number", ConditionRows.columns.dropFirst(), since: 3),
            table(EndedJobRows.table, EndedJobRows.stored(version: version)[...], since: 13),
            index("endedJobsByName", on: EndedJobRows.table, isUnique: true, since: 13),
            table("finishedFiles", FinishedFileRows.columns[...]),
            index("finishedFilesByJob", on: "finishedFiles", isUnique: true),
            table("history", key: "run", HistoryRows.stored(version: version).dropFirst()),
            index("historyByJob", on: "history"),
            table("holdHistory", key: "number", HoldRows.columns.dropFirst(), since: 3),
            index("holdHistoryByJob", on: "holdHistory", since: 3),
            table("jobs", JobRows.stored(version: version)[...]),
            index("jobsByName", on: "jobs", isUnique: true),
            table("losses", key: "number", LossRows.columns.dropFirst(), since: 7),
            table("meta", key: "id", MetaRows.columns[...]),
            table("owners", key: "owner", OwnerRows.columns.dropFirst(), since: 5),
            table("pauses", key: "scope", PauseRows.stored(version: version).dropFirst(), since: 2),
            table("setAside", ["tableName", "reason", "date", "content"]),
            table("skips", key: "number", SkipRows.columns.dropFirst(), since: 2),
            index("skipsByJob", on: "skips", since: 2),
        ]
        return objects.filter { $0.since <= version }
    }

    private static func table(
        _ name: String, key: String? = nil, _ columns: ArraySlice<String>, since: Int64 = 1
    ) -> Object {
        let all = (key.map { ["\($0) INTEGER PRIMARY KEY"] } ?? []) + columns
        return Object(name: name, sql: "CREATE TABLE \(name) (\(all.joined(separator: ", ")))", since: since)
    }

    private static func index(
        _ name: String, on table: String, isUnique: Bool = false, since: Int64 = 1
    ) -> Object {
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        return Object(name: name, sql: "CREATE \(kind) \(name) ON \(table) (owner, identifier)", since: since)
    }

    /// Makes the tables; the caller has begun a transaction.
    static func create(in connection: borrowing DatabaseConnection) throws(SQLiteError) {
        for object in objects(version: version) { try connection.execute(object.sql) }
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// Makes this version of an earlier one; the caller has begun a transaction.
    ///
    /// No row is touched: SQLite reads NULL in a column that was added after a row was written. So nothing in a row
    /// can be lost or keep this from succeeding, however damaged it is, and it costs a few pages however many there
    /// are.
    static func upgrade(_ connection: borrowing DatabaseConnection) throws(SQLiteError) {
        let found = try connection.integer("PRAGMA user_version")
        for column in JobRows.added(after: found) {
            try connection.execute("ALTER TABLE jobs ADD COLUMN \(column)")
        }
        for column in HistoryRows.added(after: found) {
            try connection.execute("ALTER TABLE history ADD COLUMN \(column)")
        }
        if found >= 2 {
            for column in PauseRows.added(after: found) {
                try connection.execute("ALTER TABLE pauses ADD COLUMN \(column)")
            }
        }
        if found >= 13 {
            for column in EndedJobRows.added(after: found) {
                try connection.execute("ALTER TABLE \(EndedJobRows.table) ADD COLUMN \(column)")
            }
        }
        for object in objects(version: version) where object.since > found {
            try connection.execute(object.sql)
        }
        try connection.execute("PRAGMA user_version = \(version)")
        // SQLite has edited the text of the table. Were it another than ours, the next start would set all aside.
        guard try examine(connection) == .current else {
            throw SQLiteError(code: SQLITE_INTERNAL, message: "this SQLite adds columns in its own way")
        }
    }

    /// What an opened database is.
    enum Finding: Equatable {
        /// Nothing was created yet.
        case empty
        case current
        /// An earlier version of bgrun wrote it.
        case outdated
        case tooNew(Int64)
        case foreign(reason: String)
    }

    /// Judges by three numbers of the header and the text of each definition.
    ///
    /// A trigger, a view, a generated column or an index on an expression can run code of the file's author;
    /// comparing every word of the schema leaves no room for one.
    static func examine(_ connection: borrowing DatabaseConnection) throws(SQLiteError) -> Finding {
        let application = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        let mostObjects = objects(version: version).count
        var stored: [Object] = []
        var statement = try connection.prepareOnce(
            "SELECT name, sql FROM sqlite_schema ORDER BY name LIMIT \(mostObjects + 1)")
        while try statement.step() {
            guard let name = try? statement.text(), let sql = try? statement.text() else {
                return .foreign(reason: "its schema is not bgrun's")
            }
            stored.append(Object(name: name, sql: sql))
        }
        if stored.isEmpty, application == 0, found == 0 { return .empty }
        guard application == applicationID else { return .foreign(reason: "another program wrote it") }
        if found > version { return .tooNew(found) }
        let expected = objects(version: found)
        let isOurs =
            found >= 1 && stored.count == expected.count
            && zip(stored, expected).allSatisfy { $0.name == $1.name && $0.sql == $1.sql }
        guard isOurs else { return .foreign(reason: "its schema is not bgrun's") }
        return found == version ? .current : .outdated
    }
}
