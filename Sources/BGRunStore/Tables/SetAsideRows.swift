// Where rows go that are not what they should be: kept word for word, out of the way.
import BGRunCalendar
import BGRunJob

enum SetAsideRows {
    /// Moves rows into `setAside`, all or none.
    ///
    /// A disk that is full right now must not keep the daemon from starting: then the rows stay where they
    /// are, and the next start finds them again.
    static func move(
        _ rows: [Opening.SetAsideRow], at now: WallTime, in connection: borrowing DatabaseConnection
    ) {
        guard !rows.isEmpty else { return }
        do throws(SQLiteError) {
            try connection.execute("BEGIN IMMEDIATE")
            for row in rows { try move(row, at: now, in: connection) }
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
        }
    }

    private static func move(
        _ row: Opening.SetAsideRow, at now: WallTime, in connection: borrowing DatabaseConnection
    ) throws(SQLiteError) {
        let values = row.table.columns.map(literal).joined(separator: " || ', ' || ")
        var copy = try connection.prepareOnce(
            "INSERT INTO setAside SELECT ?, ?, ?, \(values) FROM \(row.table.rawValue) WHERE rowid = ?")
        try copy.run { statement throws(SQLiteError) in
            try statement.bind(row.table.rawValue)
            try statement.bind(row.reason)
            try statement.bind(now.rfc3339)
            try statement.bind(row.row)
        }
        var delete = try connection.prepareOnce("DELETE FROM \(row.table.rawValue) WHERE rowid = ?")
        try delete.run { statement throws(SQLiteError) in try statement.bind(row.row) }
    }

    /// Moves all that is kept of an owner; the caller has begun a transaction. What was seen for them is no more than
    /// deleted: it is of no use without them.
    static func move(
        of owner: UserID, because reason: String, at now: WallTime,
        in connection: borrowing DatabaseConnection
    ) throws(SQLiteError) {
        for table in [
            Opening.SetAsideRow.Table.jobs, .endedJobs, .history, .skips, .finishedFiles, .applications,
        ] {
            let values = table.columns.map(literal).joined(separator: " || ', ' || ")
            var copy = try connection.prepareOnce(
                "INSERT INTO setAside SELECT ?, ?, ?, \(values) FROM \(table.rawValue) WHERE owner = ?")
            try copy.run { statement throws(SQLiteError) in
                try statement.bind(table.rawValue)
                try statement.bind(reason)
                try statement.bind(now.rfc3339)
                try statement.bind(Int64(owner.rawValue))
            }
            try delete(from: table.rawValue, "owner", owner, in: connection)
        }
        try delete(from: "holdHistory", "owner", owner, in: connection)
        try delete(from: "conditionHistory", "owner", owner, in: connection)
        try delete(from: "pauses", "scope", owner, in: connection)
    }

    private static func delete(
        from table: String, _ column: String, _ owner: UserID, in connection: borrowing DatabaseConnection
    ) throws(SQLiteError) {
        var delete = try connection.prepareOnce("DELETE FROM \(table) WHERE \(column) = ?")
        try delete.run { statement throws(SQLiteError) in try statement.bind(Int64(owner.rawValue)) }
    }

    /// `quote` stops at a zero byte in a text; such a text is kept as a blob.
    private static func literal(_ column: String) -> String {
        "quote(iif(instr(CAST(\(column) AS BLOB), x'00') > 0, CAST(\(column) AS BLOB), \(column)))"
    }
}

extension Opening.SetAsideRow.Table {
    /// In the order of the table itself: what was kept can be put back with `INSERT INTO … VALUES`.
    fileprivate var columns: [String] {
        switch self {
        case .jobs: JobRows.stored(version: Schema.version)
        case .endedJobs: EndedJobRows.stored(version: Schema.version)
        case .history: HistoryRows.columns
        case .skips: SkipRows.columns
        case .conditionHistory: ConditionRows.columns
        case .holdHistory: HoldRows.columns
        case .finishedFiles: FinishedFileRows.columns
        case .applications: ApplicationRows.columns
        case .owners: OwnerRows.columns
        case .pauses: PauseRows.columns
        case .meta: MetaRows.columns
        }
    }
}
