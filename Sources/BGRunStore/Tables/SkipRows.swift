// The table of occurrences that had no run.
import BGRunCalendar
import BGRunJob

enum SkipRows {
    /// `number` counts them up. `nextRun` is the run that was to come next then: it says where among the runs a skip
    /// belongs, also after the clock was set back.
    static let columns = ["number", "nextRun", "owner", "identifier", "title", "due", "skipped", "reason"]

    private static let list = columns.joined(separator: ", ")

    static let insert = """
        INSERT INTO skips (\(columns.dropFirst().joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    static let trim = String.trim("skips", by: "number")

    /// Newest first, below a number; see ``HistoryRows/filter(byOwner:byIdentifier:)``.
    static func select(byOwner: Bool, byIdentifier: Bool) -> String {
        let filter = HistoryRows.filter(byOwner: byOwner, byIdentifier: byIdentifier)
        return "SELECT number, \(list) FROM skips WHERE number < ?\(filter) ORDER BY number DESC"
    }

    static func bind(
        _ skip: Skip, of job: JobID, title: String?, before nextRun: RunID,
        to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(nextRun.rawValue)
        try statement.bind(job)
        try statement.bind(title)
        try statement.bind(skip.due)
        try statement.bind(skip.skipped)
        try statement.bind(skip.reason.rawValue)
    }

    struct Row: Sendable {
        let number: Int64
        let nextRun: RunID
        let skip: Skip
        let job: JobID
        let title: String?

        var line: HistoryLine { .skip(skip, of: job, title: title) }
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> Row {
        let number = try row.integer(in: FieldLimits.count)
        let nextRun = try row.runID()
        let (job, title) = (try row.job(), try row.optionalText())
        let skip = Skip(
            due: try row.wallTime(), skipped: try row.wallTime(), reason: try row.skipReason())
        return Row(number: number, nextRun: nextRun, skip: skip, job: job, title: title)
    }
}
