// Ended runs and skipped occurrences, read some rows at a time.
import BGRunJob

/// Ended runs and skipped occurrences, newest first: of one owner, of one identifier, or of all where nil is given.
///
/// Runs lie in the order in which they were started, and each skip between those that were started before and after it,
/// whatever the clock was set to meanwhile. It keeps a few rows that were read and not told; see ``Store/next(in:)``. What is
/// added after the first step is newer than what comes, and is not told.
package struct HistoryReading: Sendable {
    /// Rows of each table that are read at once.
    static let page = 64

    let owner: UserID?
    let identifier: JobIdentifier?
    /// The newest first.
    var runs = Table<HistoryEntry>()
    var skips = Table<SkipRows.Row>()

    /// One of the two tables, as far as it was read.
    struct Table<Row: Sendable>: Sendable {
        var rows: ArraySlice<Row> = []
        /// All rows that come are older: the number of the last that was read.
        var last = Int64.max
        var isAtEnd = false
        /// Whether the next row is known, or that there is none.
        var isReady: Bool { isAtEnd || !rows.isEmpty }
    }

    package init(owner: UserID? = nil, identifier: JobIdentifier? = nil) {
        self.owner = owner
        self.identifier = identifier
    }

    /// The next line, where enough was read to know it.
    mutating func take() -> HistoryLine? {
        guard runs.isReady, skips.isReady else { return nil }
        // The skip stands right before the run that came next.
        if let skip = skips.rows.first, runs.rows.first.map({ $0.run < skip.nextRun }) ?? true {
            skips.rows.removeFirst()
            return skip.line
        }
        return runs.rows.popFirst().map { .run($0) }
    }
}

extension Store {
    /// The next line of history; nil at its end.
    ///
    /// A row that does not decode is left out and moved to the table `setAside`; ``takeSetAsideRows()`` tells.
    package func next(in reading: inout HistoryReading) throws(StoreFailure) -> HistoryLine? {
        let (owner, identifier) = (reading.owner, reading.identifier)
        if !reading.runs.isReady {
            let select = HistoryRows.select(byOwner: owner != nil, byIdentifier: identifier != nil)
            try readOn(&reading.runs, .history, select, owner, identifier, HistoryRows.decode) {
                $0.run.rawValue
            }
        }
        if !reading.skips.isReady {
            let select = SkipRows.select(byOwner: owner != nil, byIdentifier: identifier != nil)
            try readOn(&reading.skips, .skips, select, owner, identifier, SkipRows.decode, \.number)
        }
        return reading.take()
    }

    private func readOn<Row>(
        _ table: inout HistoryReading.Table<Row>, _ name: Opening.SetAsideRow.Table, _ select: String,
        _ owner: UserID?, _ identifier: JobIdentifier?,
        _ decode: (inout Statement) throws(RowFault) -> Row, _ number: (Row) -> Int64
    ) throws(StoreFailure) {
        let before = table.last
        let rows = try reading { () throws(SQLiteError) -> [Row] in
            try self.rows(of: name, limit: HistoryReading.page, select, decode) {
                statement throws(SQLiteError) in
                try HistoryRows.bind(below: before, owner, identifier, to: &statement)
            }
        }
        // Behind a whole page nothing was looked at that it does not have.
        if let last = rows.last { table.last = number(last) }
        table.rows = rows[...]
        table.isAtEnd = rows.count < HistoryReading.page
    }
}
