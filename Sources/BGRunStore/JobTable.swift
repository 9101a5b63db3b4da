// The table of jobs: one row each, the descriptor as its canonical text and everything else as columns.
import BGRunCalendar
import BGRunJSON
import BGRunJob

enum JobTable {
    /// In the order in which they are bound and decoded. `boot` says which boot the row's boot-clock instants
    /// (`…End`) belong to.
    static let columns = [
        "owner", "identifier", "boot", "descriptor", "origin", "accepted", "anchor",
        "occurrence", "dueAt", "dueSet", "dueSpan", "dueEnd", "dueSince",
        "restSet", "restSpan", "restEnd", "unfinishedRuns",
        "activeRun", "activeStarted", "activeIsSimulated", "activeStopReason",
        "lastRun", "lastOutcome", "lastStopReason", "lastEnded",
        "nextDescriptor", "nextOrigin", "nextAccepted", "nextDueAt", "nextDueSet", "nextDueSpan",
        "nextDueEnd",
    ]

    private static let list = columns.joined(separator: ", ")
    /// What changes while a request is carried out. All instants of the boot clock are among it.
    private static let progress =
        ["boot"] + columns.drop { $0 != "occurrence" }.prefix { $0 != "nextDescriptor" }

    /// By row number: in the order in which the jobs were accepted first.
    static let select = "SELECT rowid, \(list) FROM jobs ORDER BY rowid"
    static let upsert = """
        INSERT INTO jobs (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (owner, identifier) DO UPDATE SET
        \(columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """
    /// Where a job stands, for a row that has its descriptor already: printing that again would take longer than
    /// all the rest, and every start of a run waits for its row. The instant of acceptance names the request; the
    /// scheduler never gives two requests for a job the same one.
    static let updateProgress = """
        UPDATE jobs SET \(progress.map { "\($0) = ?" }.joined(separator: ", "))
        WHERE owner = ? AND identifier = ? AND accepted = ? AND nextDescriptor IS NULL
        """
    static let count = "SELECT count(*) FROM jobs"
    static let delete = "DELETE FROM jobs WHERE owner = ? AND identifier = ?"

    static func bind(
        _ record: JobRecord, boot: Int64, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(record.id)
        try statement.bind(boot)
        try statement.bind(record.descriptor.json.text())
        try bind(record.origin, to: &statement)
        try statement.bind(record.accepted)
        try statement.bind(record.anchor)
        try bind(record.occurrence, to: &statement)
        try bind(record.activeRun, to: &statement)
        try bind(record.lastRun, to: &statement)
        try bind(record.successor, to: &statement)
    }

    /// - Precondition: The record has no successor, whose instants this would not write.
    static func bindProgress(
        _ record: JobRecord, boot: Int64, to statement: inout Statement
    ) throws(SQLiteError) {
        precondition(record.successor == nil, "a successor is no progress of the request before it")
        try statement.bind(boot)
        try bind(record.occurrence, to: &statement)
        try bind(record.activeRun, to: &statement)
        try bind(record.lastRun, to: &statement)
        try statement.bind(record.id)
        try statement.bind(record.accepted)
    }

    private static func bind(
        _ occurrence: JobRecord.Occurrence, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(occurrence.number)
        try bind(occurrence.due, to: &statement)
        try statement.bind(occurrence.dueSince)
        try bind(occurrence.rest, to: &statement)
        try statement.bind(Int64(occurrence.unfinishedRuns))
    }

    private static func bind(
        _ run: JobRecord.ActiveRun?, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(run?.run.rawValue)
        try statement.bind(run?.started)
        try statement.bind(run.map { $0.isSimulated ? 1 : 0 })
        try statement.bind(run?.stopReason?.description)
    }

    private static func bind(_ run: JobRecord.LastRun?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(run?.run.rawValue)
        try statement.bind(run?.outcome.rawValue)
        try statement.bind(run?.stopReason?.description)
        try statement.bind(run?.ended)
    }

    private static func bind(
        _ successor: JobRecord.Successor?, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(successor?.descriptor.json.text())
        try bind(successor?.origin, to: &statement)
        try statement.bind(successor?.accepted)
        try bind(successor?.due, to: &statement)
    }

    private static func bind(
        _ origin: JobRecord.Origin?, to statement: inout Statement
    ) throws(SQLiteError) {
        switch origin {
        case .file(let path): try statement.bind(path)
        case .submission, nil: try statement.bind(String?.none)
        }
    }

    private static func bind(
        _ due: JobRecord.Occurrence.Due?, to statement: inout Statement
    ) throws(SQLiteError) {
        switch due {
        case .at(let instant):
            try statement.bind(instant)
            try bind(Deadline?.none, to: &statement)
        case .after(let deadline):
            try statement.bind(WallTime?.none)
            try bind(deadline, to: &statement)
        case nil:
            try statement.bind(WallTime?.none)
            try bind(Deadline?.none, to: &statement)
        }
    }

    private static func bind(_ deadline: Deadline?, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(deadline?.set)
        try statement.bind(deadline?.span.wholeMicroseconds)
        try statement.bind(deadline?.end.microseconds)
    }
}
