// The tables as they are created, and the proof that an opened database has exactly these and no other.

/// Version 1 of the database.
///
/// The columns carry no constraints. What a row may hold is decided in one place, where it is decoded: a
/// constraint would make SQLite call the whole file damaged for one bad row.
enum Schema {
    static let version: Int64 = 1
    /// "bgrn": tells our database from one of another program that ended up here.
    static let applicationID: Int64 = 0x6267_726E

    private struct Object {
        let name: String
        let sql: String
    }

    private static let objects = [
        Object(
            name: "finishedFiles",
            sql: "CREATE TABLE finishedFiles (\(FinishedFileTable.columns.joined(separator: ", ")))"),
        Object(
            name: "finishedFilesByJob",
            sql: "CREATE UNIQUE INDEX finishedFilesByJob ON finishedFiles (owner, identifier)"),
        Object(
            name: "history",
            sql: "CREATE TABLE history (run INTEGER PRIMARY KEY, "
                + HistoryTable.columns.dropFirst().joined(separator: ", ") + ")"),
        Object(name: "historyByJob", sql: "CREATE INDEX historyByJob ON history (owner, identifier)"),
        Object(name: "jobs", sql: "CREATE TABLE jobs (\(JobTable.columns.joined(separator: ", ")))"),
        Object(name: "jobsByName", sql: "CREATE UNIQUE INDEX jobsByName ON jobs (owner, identifier)"),
        Object(
            name: "meta",
            sql: "CREATE TABLE meta (id INTEGER PRIMARY KEY, "
                + MetaTable.columns.joined(separator: ", ") + ")"),
        Object(
            name: "setAside",
            sql: "CREATE TABLE setAside (tableName, reason, date, content)"),
    ]

    /// Makes the tables; the caller has begun a transaction.
    static func create(in connection: borrowing Connection) throws(SQLiteError) {
        for object in objects {
            try connection.execute(object.sql)
        }
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(version)")
    }

    /// What an opened database is.
    enum Finding: Equatable {
        /// Nothing was created yet.
        case empty
        case current
        case tooNew(Int64)
        case foreign(reason: String)
    }

    /// Judges by three numbers of the header and the text of each definition.
    ///
    /// A trigger, a view, a generated column or an index on an expression can run code of the file's author;
    /// comparing every word of the schema leaves no room for one.
    static func examine(_ connection: borrowing Connection) throws(SQLiteError) -> Finding {
        let application = try connection.integer("PRAGMA application_id")
        let found = try connection.integer("PRAGMA user_version")
        var stored: [Object] = []
        var statement = try connection.prepareOnce(
            "SELECT name, sql FROM sqlite_schema ORDER BY name LIMIT \(objects.count + 1)")
        while try statement.step() {
            guard let name = try? statement.text(), let sql = try? statement.text() else {
                return .foreign(reason: "its schema is not bgrun's")
            }
            stored.append(Object(name: name, sql: sql))
        }
        if stored.isEmpty, application == 0, found == 0 { return .empty }
        guard application == applicationID else { return .foreign(reason: "another program wrote it") }
        if found > version { return .tooNew(found) }
        let isOurs =
            found == version && stored.count == objects.count
            && zip(stored, objects).allSatisfy { $0.name == $1.name && $0.sql == $1.sql }
        return isOurs ? .current : .foreign(reason: "its schema is not bgrun's")
    }
}
