// The table of pauses that hold all jobs of somebody.
import BGRunCalendar
import BGRunJob

enum PauseRows {
    /// `scope` is the owner whose jobs are held. `boot` says which boot `pauseEnd` belongs to.
    static let columns = ["scope", "boot", "pauseSince", "pauseSet", "pauseSpan", "pauseEnd"]
    /// Stands for everybody's jobs in `scope`: as a `uid_t` it is nobody's number.
    private static let everybody: Int64 = -1

    static let select = "SELECT scope, \(columns.joined(separator: ", ")) FROM pauses ORDER BY scope"
    static let upsert = """
        INSERT OR REPLACE INTO pauses (\(columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?)
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
    }

    static func decode(
        _ row: inout Statement, in boot: Boot
    ) throws(RowFault) -> (scope: PauseScope, pause: Pause) {
        let number = try row.integer(in: everybody...FieldLimits.user.upperBound)
        let scope: PauseScope =
            number == everybody ? .everybody : .owner(UserID(UInt32(truncatingIfNeeded: number)))
        let isThisBoot = try row.integer() == boot.tag
        guard let pause = try row.optionalPause() else { throw row.fault("is missing, and so is pauseSince") }
        return (scope, isThisBoot ? pause : pause.carried(overRebootTo: boot.now))
    }
}
