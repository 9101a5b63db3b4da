// The one row about the database as a whole.
import BGRunJob
import BGRunLinux

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

/// What is stored once.
struct Meta: Equatable {
    /// 16 hex digits that tell this state directory from every other.
    var instance: String
    /// The boot of the last write.
    var bootID: String
    /// Above every run that was ever recorded.
    var nextRun: RunID
    var isPowerSilent: Bool

    /// The beginning of a new database.
    static func fresh(bootID: String) throws(SystemError) -> Meta {
        let digits = Array("0123456789abcdef")
        let instance = try Machine.randomBytes(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return Meta(instance: String(instance), bootID: bootID, nextRun: RunID(1), isPowerSilent: false)
    }

    /// Counts on past `run`.
    mutating func use(_ run: RunID) {
        nextRun = max(nextRun, run.next)
    }
}
