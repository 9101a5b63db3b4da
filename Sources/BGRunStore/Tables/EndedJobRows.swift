// The table of jobs that are over: what is told of them, and nothing by which one could be run.
import BGRunJSON
import BGRunJob

/// Its columns are not those of the jobs' table, since salvage knows a row by them: a job that is over must never come back from a
/// damaged file as one that is due.
enum EndedJobRows {
    static let table = "endedJobs"
    static let columns = [
        "owner", "identifier", "descriptor", "origin", "accepted", "lastSkipDue", "lastSkipped",
        "lastSkipReason",
        "recent", "lastRun", "lastOutcome", "lastStopReason", "lastEnded", "lastSuccess", "failures",
        "failuresGivenUp", "failingSince", "failureExit", "failureReason", "hookFault", "generation", "seal",
    ]

    private static let additions: [(version: Int64, column: String)] = [(14, "lastSuccess")]

    /// What was added after a version that had the table.
    static func added(after version: Int64) -> [String] {
        additions.filter { $0.version > version }.map(\.column)
    }

    /// The columns in the order in which they lie in the file: what was added stands last.
    static func stored(version: Int64) -> [String] {
        let (later, all) = (added(after: version), added(after: 13))
        return columns.filter { !all.contains($0) } + all.filter { !later.contains($0) }
    }

    private static let list = columns.joined(separator: ", ")

    static let select = "SELECT rowid, \(list) FROM \(table) ORDER BY rowid"
    static let upsert = """
        INSERT INTO \(table) (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (owner, identifier) DO UPDATE SET
        \(columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """
    static let delete = "DELETE FROM \(table) WHERE owner = ? AND identifier = ?"

    static func bind(_ job: EndedJob, to statement: inout Statement) throws(SQLiteError) {
        statement.seal.part = .request
        try statement.bind(job.id)
        try statement.bind(job.descriptor.json.text())
        try JobRows.bind(job.origin, to: &statement)
        try statement.bind(job.accepted)
        try JobRows.bind(job.lastSkip, to: &statement)
        try JobRows.bind(job.recent, to: &statement)
        try JobRows.bind(job.lastRun, to: &statement)
        try JobRows.bind(job.failures, to: &statement)
        try statement.bindAdded(job.hookFault?.line)
        try statement.bindAdded(job.generation == 1 ? nil : Int64(job.generation))
        statement.seal.part = nil
        try statement.bind(statement.seal.value(of: .request))
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> EndedJob {
        row.seal.part = .request
        let id = try row.job()
        let descriptor = try JobRows.descriptor(&row, of: id)
        let origin = JobRows.origin(try row.optionalText())
        var job = EndedJob(
            id: JobID(owner: id.owner, identifier: descriptor.identifier), descriptor: descriptor,
            origin: origin,
            accepted: try row.wallTime())
        job.lastSkip = try JobRows.lastSkip(&row)
        job.recent = try JobRows.recent(&row)
        job.lastRun = try JobRows.lastRun(&row)
        job.failures = try JobRows.failures(&row)
        job.hookFault = try JobRows.hookFault(&row)
        job.generation = Int(try row.optionalAddedInteger(in: FieldLimits.generation) ?? 1)
        row.seal.part = nil
        let seal = row.seal.value(of: .request)
        guard try row.integer() == seal else { throw row.fault("does not fit the row") }
        return job
    }
}
