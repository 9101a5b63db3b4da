// The one row about the database as a whole.
import BGRunJob

enum MetaRows {
    static let columns = ["instance", "bootID", "nextRun", "isPowerSilent"]

    static let select = "SELECT id, instance, bootID, nextRun, isPowerSilent FROM meta WHERE id = 1"
    static let upsert =
        "INSERT OR REPLACE INTO meta (id, instance, bootID, nextRun, isPowerSilent) VALUES (1, ?, ?, ?, ?)"
    /// The highest run, of those in history and of those that are active, that can be one.
    static let highestRun = """
        SELECT max(
            (SELECT coalesce(max(run), 0) FROM history WHERE run <= \(FieldLimits.count.upperBound)),
            (SELECT coalesce(max(activeRun), 0) FROM jobs
                WHERE typeof(activeRun) = 'integer' AND activeRun <= \(FieldLimits.count.upperBound)))
        """

    static func bind(_ meta: Meta, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(meta.instance)
        try statement.bind(meta.bootID)
        try statement.bind(meta.nextRun.rawValue)
        try statement.bind(meta.isPowerSilent)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> Meta {
        let instance = try row.text()
        guard instance.utf8.count == 16, instance.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
            throw row.fault("is not 16 hex digits")
        }
        return Meta(
            instance: instance, bootID: try row.text(), nextRun: try row.runID(),
            isPowerSilent: try row.flag())
    }
}
