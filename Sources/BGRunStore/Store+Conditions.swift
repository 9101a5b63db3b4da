// What was seen of the machine, and what held jobs back: appended without end, and kept within limits.
import BGRunCalendar
import BGRunJob

extension Store {
    // MARK: In a transaction

    func append(_ change: ConditionChange) throws(SQLiteError) {
        conditionRows = try tally(.tally("conditionHistory"), known: conditionRows)
        if let rows = conditionRows, rows.total >= ConditionRows.most { try trimConditions(rows.most) }
        try statements.appendCondition.run(change, ConditionRows.bind)
        var owner: Int64?
        if case .requirement(_, let user?, _) = change.what { owner = Int64(user.rawValue) }
        conditionRows?.add(of: owner)
    }

    /// Makes room, some rows at a time so that most commits drop none.
    ///
    /// Of the owner with most rows, and of their kind of requirement with most, the requirement with most loses its oldest:
    /// one that changes every second does not push out what was seen of power, nor do a thousand devices that somebody has
    /// thought of, nor do all of a user's together push out another's. Where there are few rows of each, the oldest of the
    /// kind go. What was seen before the machine's oldest state has no meaning without it, so where those have most rows,
    /// everything that old goes.
    ///
    /// - Parameter most: The owner, with how many rows they have; nil stands for what is nobody's own.
    private func trimConditions(_ most: (owner: Int64?, count: Int)) throws(SQLiteError) {
        let trimmed: Int
        if let frequent = try mostFrequent(of: most.owner) {
            trimmed = try trimConditions(of: most.owner, frequent)
        } else {
            trimmed = try trim(ConditionRows.trimOwner, of: most.owner, most: most.count / 2)
        }
        guard trimmed > 0 else {
            // Whose they are can't be read.
            var trim = try connection.prepareOnce(ConditionRows.trim)
            try trim.run { statement throws(SQLiteError) in try statement.bind(Int64(ConditionRows.slack)) }
            conditionRows = nil
            return
        }
        conditionRows?.remove(trimmed, of: most.owner)
    }

    /// What an owner has most rows of, and about how many.
    private struct Frequent {
        let kind: String
        let rowsOfKind: Int
        let requirement: String
        let rows: Int

        init?(_ row: inout Statement) {
            guard let kind = try? row.optionalText(), let rowsOfKind = try? row.integer(),
                let requirement = try? row.optionalText(), let rows = try? row.integer()
            else { return nil }
            self.kind = kind
            self.requirement = requirement
            self.rowsOfKind = Int(clamping: rowsOfKind) * ConditionRows.sampled
            self.rows = Int(clamping: rows) * ConditionRows.sampled
        }
    }

    /// Nil where that is the state of the machine.
    private func mostFrequent(of owner: Int64?) throws(SQLiteError) -> Frequent? {
        var select = try connection.prepareOnce(ConditionRows.mostFrequent)
        defer { select.reset() }
        try select.bind(owner)
        return try select.step() ? Frequent(&select) : nil
    }

    /// - Returns: How many have gone.
    private func trimConditions(of owner: Int64?, _ frequent: Frequent) throws(SQLiteError) -> Int {
        let excess = min(frequent.rows / 2, ConditionRows.slack)
        guard excess >= 64, let last = try oldest(excess, of: frequent.requirement, owner) else {
            return try trim(
                ConditionRows.trimKind, of: owner, frequent.kind, most: frequent.rowsOfKind / 2)
        }
        var trim = try connection.prepareOnce(ConditionRows.trimRequirement)
        try trim.run { statement throws(SQLiteError) in
            try statement.bind(last)
            try statement.bind(frequent.requirement)
            try statement.bind(owner)
        }
        return Int(connection.changedRows)
    }

    /// The number of the row up to which so many of a requirement's are.
    private func oldest(_ count: Int, of requirement: String, _ owner: Int64?) throws(SQLiteError) -> Int64? {
        var oldest = try connection.prepareOnce(ConditionRows.oldest)
        defer { oldest.reset() }
        try oldest.bind(requirement)
        try oldest.bind(owner)
        try oldest.bind(Int64(count - 1))
        return try oldest.step() ? oldest.rowNumber() : nil
    }

    private func trim(
        _ delete: String, of owner: Int64?, _ kind: String? = nil, most: Int
    ) throws(SQLiteError) -> Int {
        var trim = try connection.prepareOnce(delete)
        try trim.run { statement throws(SQLiteError) in
            try statement.bind(owner)
            if let kind { try statement.bind(kind) }
            try statement.bind(Int64(max(1, min(ConditionRows.slack, most))))
        }
        return Int(connection.changedRows)
    }

    func append(_ change: HoldChange) throws(SQLiteError) {
        holdRows = try tally(.tally("holdHistory"), known: holdRows)
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
