// What was seen of the machine, and what held jobs back: appended without end, and kept within limits.
import BGRunCalendar
import BGRunJob

extension Store {
    // MARK: In a transaction

    func append(_ change: ConditionChange) throws(SQLiteError) {
        let count: Int
        if let known = conditionCount {
            count = known
        } else {
            count = Int(clamping: try connection.integer(ConditionRows.count))
        }
        conditionCount = count >= ConditionRows.most ? count - (try trimConditions()) : count
        try statements.appendCondition.run(change, ConditionRows.bind)
        conditionCount = conditionCount.map { $0 + 1 }
    }

    /// Makes room, some rows at a time so that most commits drop none.
    ///
    /// Of the owner with most rows, the requirement with most of them loses its oldest: one that changes every second does
    /// not push out what was seen of power, nor do all of a user's together push out another's. Where the owner has few
    /// rows of each, the oldest of all of theirs go. What was seen before the machine's oldest state has no meaning
    /// without it, so where those have most rows, everything that old goes.
    ///
    /// - Returns: How many rows have gone, one at least.
    private func trimConditions() throws(SQLiteError) -> Int {
        var most = try connection.prepareOnce(ConditionRows.mostOfOwner)
        guard try most.step() else { return 0 }
        let owner = try? most.optionalInteger()
        let all = (try? most.integer()) ?? 0
        most.reset()
        var frequent = try connection.prepareOnce(ConditionRows.mostFrequent)
        try frequent.bind(owner)
        let isFound = try frequent.step()
        let requirement = isFound ? try? frequent.optionalText() : nil
        let rows = isFound ? (try? frequent.integer()) ?? 0 : 0
        frequent.reset()
        guard let requirement else { return try trimOldestConditions() }
        let excess = min(Int64(ConditionRows.slack), rows / 2)
        guard excess >= 64 else {
            var trim = try connection.prepareOnce(ConditionRows.trimOwner)
            try trim.run { statement throws(SQLiteError) in
                try statement.bind(owner)
                try statement.bind(max(1, min(Int64(ConditionRows.slack), all / 2)))
            }
            return Int(connection.changedRows)
        }
        var oldest = try connection.prepareOnce(ConditionRows.oldest)
        try oldest.bind(requirement)
        try oldest.bind(owner)
        try oldest.bind(excess - 1)
        let last = try oldest.step() ? oldest.rowNumber() : 0
        oldest.reset()
        var trim = try connection.prepareOnce(ConditionRows.trimRequirement)
        try trim.run { statement throws(SQLiteError) in
            try statement.bind(last)
            try statement.bind(requirement)
            try statement.bind(owner)
        }
        return Int(connection.changedRows)
    }

    private func trimOldestConditions() throws(SQLiteError) -> Int {
        var trim = try connection.prepareOnce(ConditionRows.trim)
        try trim.run { statement throws(SQLiteError) in try statement.bind(Int64(ConditionRows.slack)) }
        return Int(connection.changedRows)
    }

    func append(_ change: HoldChange) throws(SQLiteError) {
        holdRows = try counted(.tally("holdHistory"), known: holdRows)
        if let count = holdRows?.total, count >= HoldRows.most {
            var trim = try connection.prepareOnce(HoldRows.trim)
            _ = try Self.trim(&trim, ConditionRows.slack, &holdRows)
        }
        let number = try Self.insert(change, with: &statements.appendHold)
        holdRows?.add(of: Int64(change.job.owner.rawValue))
        if number % HoldRows.pace == 0 { try trimHoldsOfJobs(above: number - HoldRows.pace) }
    }

    private static func insert(
        _ change: HoldChange, with statement: inout Statement
    ) throws(SQLiteError) -> Int64 {
        defer { statement.reset() }
        try HoldRows.bind(change, to: &statement)
        var number: Int64 = 0
        while try statement.step() { number = statement.rowNumber() }
        return number
    }

    private func trimHoldsOfJobs(above number: Int64) throws(SQLiteError) {
        var jobs: [JobID] = []
        var recent = try connection.prepareOnce(HoldRows.recentJobs)
        try recent.bind(number)
        // What does not decode is set aside when it is read.
        while try recent.step() { if let job = try? recent.job() { jobs.append(job) } }
        recent.reset()
        var trim = try connection.prepareOnce(HoldRows.trimJob)
        for job in jobs {
            try trim.run(job)
            holdRows?.remove(Int(connection.changedRows), of: Int64(job.owner.rawValue))
        }
    }

    // MARK: Reading

    /// What was seen of the machine from an instant on, in the order in which it happened. Before it the last change of
    /// each requirement that is older, so that the state at the instant is known.
    ///
    /// A row that does not decode is left out and moved to the table `setAside`; ``takeSetAsideRows()`` tells.
    ///
    /// - Parameter limit: At most so many of the newest; the older ones among them stand in for what is left out.
    package func conditions(
        since: WallTime, limit: Int = ConditionRows.most
    ) throws(StoreFailure) -> [ConditionChange] {
        guard limit > 0 else { return [] }
        return try reading { () throws(SQLiteError) in
            try rows(
                of: .conditionHistory, limit: .max, ConditionRows.select, ConditionRows.decode
            ) { statement throws(SQLiteError) in
                try statement.bind(since)
                try statement.bind(Int64(limit) - 1)
            }
        }
    }

    /// What held a job back from an instant on, beside requirements, in the order in which it happened. Before it the
    /// last change that is older.
    package func holds(of job: JobID, since: WallTime) throws(StoreFailure) -> [HoldChange] {
        let newest = try reading { () throws(SQLiteError) in
            try rows(
                of: .holdHistory, limit: HoldRows.mostOfJob, HoldRows.select, HoldRows.decode
            ) { statement throws(SQLiteError) in try statement.bind(job) }
        }
        let holds = Array(newest.reversed())
        guard let first = holds.firstIndex(where: { $0.at >= since }) else { return holds.suffix(1) }
        return Array(holds[max(first - 1, 0)...])
    }
}
