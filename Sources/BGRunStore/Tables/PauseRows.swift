// The table of pauses that hold all jobs of somebody.
import BGRunCalendar
import BGRunJob

enum PauseRows {
    /// `scope` is the owner whose jobs are held. `boot` says which boot `pauseEnd` belongs to.
    static let columns = [
        "scope", "boot", "pauseSince", "pauseSet", "pauseSpan", "pauseEnd", "pausedBy", "pauseNote",
    ]
    /// What version 10 has brought.
    private static let additions = ["pausedBy", "pauseNote"]

    static func added(after version: Int64) -> [String] { version < 10 ? additions : [] }

    /// The columns in the order in which they lie in the file.
    static func stored(version: Int64) -> [String] {
        columns.filter { !added(after: version).contains($0) }
    }

    /// Stands for everybody's jobs in `scope`: as a `uid_t` it is nobody's number.
    private static let everybody: Int64 = -1

    static let select = "SELECT scope, \(columns.joined(separator: ", ")) FROM pauses ORDER BY scope"
    static let upsert = """
        INSERT OR REPLACE INTO pauses (\(columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """
    static let delete = "DELETE FROM pauses WHERE scope = ?"

    static func bind(_ scope: PauseScope, to statement: inout Statement) throws(SQLiteError) {
        switch scope {
        case .everybody: try statement.bind(everybody)
        case .owner(let user): try statement.bind(Int64(user.rawValue))
        }
    }

    static func bind(
        _ scope: PauseScope, _ pause: Pause, boot: Int64, to statement: inout Statement
    ) throws(SQLiteError) {
        try bind(scope, to: &statement)
        try statement.bind(boot)
        try statement.bind(pause)
        try statement.bindWords(of: pause)
    }

    static func decode(
        _ row: inout Statement, in boot: Boot
    ) throws(RowFault) -> (scope: PauseScope, pause: Pause) {
        let number = try row.integer(in: everybody...FieldLimits.user.upperBound)
        let scope: PauseScope =
            number == everybody ? .everybody : .owner(UserID(UInt32(truncatingIfNeeded: number)))
        let isThisBoot = try row.integer() == boot.tag
        guard let pause = try row.optionalPause() else {
            throw RowFault(column: "pauseSince", problem: "is missing")
        }
        return (scope, isThisBoot ? pause : pause.carried(overRebootTo: boot.now))
    }
}
