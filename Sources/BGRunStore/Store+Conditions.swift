// What was seen of the machine, and what held jobs back: appended without end, and kept within limits.
import BGRunCalendar
import BGRunJob

extension Store {
    // MARK: In a transaction

    func append(_ change: ConditionChange) throws(SQLiteError) {
        conditionRows = try counted(.tally("conditionHistory"), known: conditionRows)
        if let rows = conditionRows, rows.total >= ConditionRows.most { try trimConditions(rows.most) }
        try statements.appendCondition.run(change, ConditionRows.bind)
        var owner: Int64?
        if case .requirement(_, let user?, _) = change.what { owner = Int64(user.rawValue) }
        conditionRows?.add(of: owner)
    }

    /// Makes room, some rows at a time so that most commits drop none.
    ///
    /// Of the owner with most rows, the requirement with most of them loses its oldest: one that changes every second does
    /// not push out what was seen of power, nor do all of a user's together push out another's. Where the owner has few
    /// rows of each, the oldest of all of theirs go. What was seen before the machine's oldest state has no meaning
    /// without it, so where those have most rows, everything that old goes.
    ///
    /// - Parameter most: The owner, with how many rows they have; nil stands for what is nobody's own.
    private func trimConditions(_ most: (owner: Int64?, count: Int)) throws(SQLiteError) {
        var trimmed = try trimMostFrequentCondition(of: most.owner)
        if trimmed == nil { trimmed = try trimConditions(of: most.owner, most.count) }
        guard let trimmed, trimmed > 0 else {
            // Whose they are can't be read.
            var trim = try connection.prepareOnce(ConditionRows.trim)
            try trim.run { statement throws(SQLiteError) in try statement.bind(Int64(ConditionRows.slack)) }
            conditionRows = nil
            return
        }
        conditionRows?.remove(trimmed, of: most.owner)
    }

    /// - Returns: How many have gone; nil where the owner has few rows of each requirement.
    private func trimMostFrequentCondition(of owner: Int64?) throws(SQLiteError) -> Int? {
        var frequent = try connection.prepareOnce(ConditionRows.mostFrequent)
        try frequent.bind(owner)
        let isFound = try frequent.step()
        let requirement = isFound ? try? frequent.optionalText() : nil
        let rows = isFound ? (try? frequent.integer()) ?? 0 : 0
        frequent.reset()
        let excess = min(Int64(ConditionRows.slack), rows * ConditionRows.sampled / 2)
        guard let requirement, excess >= 64 else { return nil }
        var oldest = try connection.prepareOnce(ConditionRows.oldest)
        try oldest.bind(requirement)
        try oldest.bind(owner)
        try oldest.bind(excess - 1)
        let last = try oldest.step() ? oldest.rowNumber() : nil
        oldest.reset()
        guard let last else { return nil }
        var trim = try connection.prepareOnce(ConditionRows.trimRequirement)
        try trim.run { statement throws(SQLiteError) in
            try statement.bind(last)
            try statement.bind(requirement)
            try statement.bind(owner)
        }
        return Int(connection.changedRows)
    }

    private func trimConditions(of owner: Int64?, _ count: Int) throws(SQLiteError) -> Int {
        var trim = try connection.prepareOnce(ConditionRows.trimOwner)
        try trim.run { statement throws(SQLiteError) in
            try statement.bind(owner)
            try statement.bind(Int64(max(1, min(ConditionRows.slack, count / 2))))
        }
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

    /// Reads on in what was seen of the machine: some rows at a time, since all of them take tens of milliseconds.
    ///
    /// A row that does not decode is left out and moved to the table `setAside`; ``takeSetAsideRows()`` tells.
    ///
    /// - Returns: Whether there may be more.
    package func read(_ reading: inout ConditionReading) throws(StoreFailure) -> Bool {
        let before = reading.last
        var last = before
        let decode = { (row: inout Statement) throws(RowFault) -> ConditionReading.Row in
            last = row.rowNumber()
            return ConditionReading.Row(number: last, change: try ConditionRows.decode(&row))
        }
        let page = try self.reading { () throws(SQLiteError) in
            try rows(of: .conditionHistory, limit: .max, ConditionRows.select, decode) {
                statement throws(SQLiteError) in
                try statement.bind(before)
                try statement.bind(Int64(ConditionReading.page))
            }
        }
        reading.take(page, upTo: last)
        return last > before
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
