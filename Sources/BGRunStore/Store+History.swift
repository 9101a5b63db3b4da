// History: what has become of occurrences, appended without end and kept within a limit.
import BGRunCalendar
import BGRunJob

extension Store {
    // MARK: In a transaction

    func append(_ entry: HistoryEntry) throws(SQLiteError) {
        var rows = try tally(.tally("history"), known: historyRows)
        try countOutput(of: entry)
        try statements.appendHistory.run(entry, HistoryRows.bind)
        rows.add(of: Int64(entry.job.owner.rawValue))
        historyRows = rows
    }

    /// - Parameter nextRun: The run that comes next; among the runs, the skip stands right before it.
    func append(
        _ skip: Skip, of job: JobID, title: String?, before nextRun: RunID
    ) throws(SQLiteError) {
        var rows = try tally(.tally("skips"), known: skipRows)
        try statements.appendSkip.run { statement throws(SQLiteError) in
            try SkipRows.bind(skip, of: job, title: title, before: nextRun, to: &statement)
        }
        rows.add(of: Int64(job.owner.rawValue))
        skipRows = rows
    }

    func tally(_ select: String, known: OwnerTally?) throws(SQLiteError) -> OwnerTally {
        if let known { return known }
        return try connection.tally(select)
    }

    /// - Parameter jobs: Gets the jobs whose runs have gone.
    func trimHistory(of jobs: inout Set<JobID>) throws(SQLiteError) -> [RunID] {
        guard let excess = excess(of: historyRows) else { return [] }
        let trimmed = try Self.trim(&statements.trimHistory, excess, &historyRows) { row, owner in
            outputBytes?.remove(Int(clamping: row.rowNumber()), of: owner)
            if let job = try? row.job() { jobs.insert(job) }
        }
        return trimmed.map { RunID($0) }.sorted()
    }

    /// Skips have the limit of runs, for themselves: a job that is skipped every minute pushes no run out, with what
    /// it wrote, and many runs push out no skip.
    func trimSkips() throws(SQLiteError) {
        guard let excess = excess(of: skipRows) else { return }
        _ = try Self.trim(&statements.trimSkips, excess, &skipRows)
    }

    /// How many of the oldest rows are to go once there are too many: some at a time, so that most commits drop none,
    /// and never so many that a commit is felt. A limit that was lowered is reached over several commits.
    private func excess(of rows: OwnerTally?) -> Int? {
        guard let count = rows?.total, count > historyLimit + min(historyLimit / 16, 64) else { return nil }
        return min(count - historyLimit, 256)
    }

    /// - Parameter look: Reads what else is returned of a row, and whose it was.
    /// - Returns: The numbers of the rows that have gone.
    static func trim(
        _ statement: inout Statement, _ excess: Int, _ rows: inout OwnerTally?,
        _ look: (inout Statement, Int64?) -> Void = { _, _ in }
    ) throws(SQLiteError) -> [Int64] {
        var trimmed: [Int64] = []
        for (owner, count) in rows?.excess(excess) ?? [] {
            let before = trimmed.count
            defer { statement.reset() }
            try statement.bind(owner)
            try statement.bind(Int64(count))
            while try statement.step() {
                trimmed.append(statement.rowNumber())
                look(&statement, owner)
            }
            rows?.remove(trimmed.count - before, of: owner)
            // Somebody has changed the table behind our back.
            if trimmed.count - before < count { rows = nil }
        }
        return trimmed
    }

    // MARK: Reading

    /// The runs that history still has.
    package func runNumbers() throws(StoreFailure) -> Set<RunID> {
        do {
            var runs: Set<RunID> = []
            var select = try connection.prepareOnce("SELECT run FROM history")
            while try select.step() { runs.insert(RunID(select.rowNumber())) }
            return runs
        } catch {
            throw StoreFailure("read", databasePath, error)
        }
    }

    /// Ended runs, newest first: of one owner, of one identifier, or of all where nil is given.
    ///
    /// A row that does not decode is left out and moved to the table `setAside`; ``takeSetAsideRows()`` tells.
    ///
    /// - Parameters:
    ///   - limit: At most so many.
    ///   - before: Only runs older than this one: the last of the page before.
    package func runs(
        owner: UserID? = nil, identifier: JobIdentifier? = nil, limit: Int, before: RunID? = nil
    ) throws(StoreFailure) -> [HistoryEntry] {
        try reading { () throws(SQLiteError) in
            try rows(
                of: .history, limit: limit,
                HistoryRows.select(byOwner: owner != nil, byIdentifier: identifier != nil),
                HistoryRows.decode
            ) { statement throws(SQLiteError) in
                try HistoryRows.bind(below: before?.rawValue ?? .max, owner, identifier, to: &statement)
            }
        }
    }

    /// Ended runs and skipped occurrences, newest first; see ``HistoryReading``.
    ///
    /// - Parameter limit: At most so many, of both together.
    package func history(
        owner: UserID? = nil, identifier: JobIdentifier? = nil, limit: Int
    ) throws(StoreFailure) -> [HistoryLine] {
        var reading = HistoryReading(owner: owner, identifier: identifier)
        var lines: [HistoryLine] = []
        while lines.count < limit, let line = try next(in: &reading) { lines.append(line) }
        return lines
    }

    /// The rows that were set aside since this was last asked, for the log: of runs, skips, conditions and holds.
    package func takeSetAsideRows() -> [Opening.SetAsideRow] {
        defer { setAsideRows = [] }
        return setAsideRows
    }

    func reading<Value>(_ read: () throws(SQLiteError) -> Value) throws(StoreFailure) -> Value {
        do {
            return try read()
        } catch {
            if error.blamesContents { distrust() }
            throw StoreFailure("read history from", databasePath, error)
        }
    }

    /// Up to `limit` rows that decode; the others are set aside.
    func rows<Value>(
        of table: Opening.SetAsideRow.Table, limit: Int, _ select: String,
        _ decode: (inout Statement) throws(RowFault) -> Value,
        binding bind: (inout Statement) throws(SQLiteError) -> Void
    ) throws(SQLiteError) -> [Value] {
        var bad: [Opening.SetAsideRow] = []
        let values = try connection.rows(
            of: table, select, limit: limit, settingAside: &bad, decode, binding: bind)
        SetAsideRows.move(bad, at: boot.now.wall, in: connection)
        setAsideRows += bad
        return values
    }
}
