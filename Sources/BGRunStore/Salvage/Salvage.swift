// What can still be read of a damaged database: each row held to the same rules as any other.
import BGRunCalendar
import BGRunJob

/// Rows of a damaged database that are what they should be.
struct Salvage {
    private(set) var meta: Meta?
    /// In the order in which they were accepted first.
    private(set) var jobs: [JobRecord] = []
    /// All others, by their numbers.
    private(set) var rows: [SalvagedRow] = []
    private(set) var unreadable: [String] = []

    /// Nothing of the database was found.
    var isEmpty: Bool { meta == nil && jobs.isEmpty && rows.isEmpty && unreadable.isEmpty }

    var summary: Opening.Salvaged {
        Opening.Salvaged(
            jobs: jobs.count, history: rows.count(where: \.isHistory), unreadable: unreadable)
    }

    /// A table, by how many columns its rows have: that tells most of them apart, and what its rows hold the others.
    private struct Table {
        /// In the order in which they lie in the file. The first may be the row's number, which is not stored again.
        let stored: [String]
        /// In the order in which they are decoded.
        let decoded: [String]
        let hasKey: Bool
        let widths: Set<Int>

        init(_ stored: [String], _ decoded: [String]? = nil, hasKey: Bool = false, widths: Set<Int>? = nil) {
            self.stored = stored
            self.decoded = decoded ?? stored
            self.hasKey = hasKey
            self.widths = widths ?? [stored.count]
        }
    }

    private static let versions = 1...Schema.version
    private static let jobs = Table(
        JobRows.stored(version: Schema.version), JobRows.columns,
        widths: Set(versions.map { JobRows.stored(version: $0).count }))
    private static let history = Table(
        HistoryRows.columns, hasKey: true, widths: Set(versions.map { HistoryRows.stored(version: $0).count })
    )
    private static let skips = Table(SkipRows.columns, hasKey: true)
    private static let conditions = Table(ConditionRows.columns, hasKey: true)
    private static let holds = Table(HoldRows.columns, hasKey: true)
    private static let pauses = Table(PauseRows.columns, hasKey: true)
    private static let ended = Table(
        EndedJobRows.stored(version: Schema.version), EndedJobRows.columns,
        widths: Set(versions.dropFirst(12).map { EndedJobRows.stored(version: $0).count }))
    private static let files = Table(FinishedFileRows.columns)
    private static let applications = Table(ApplicationRows.columns)
    private static let losses = Table(LossRows.columns, Array(LossRows.columns.dropFirst()), hasKey: true)
    private static let owners = Table(OwnerRows.columns, hasKey: true)
    private static let meta = Table(["id"] + MetaRows.columns, MetaRows.columns, hasKey: true)

    init(of image: PageImage, in boot: Boot) throws(SQLiteError) {
        // It holds nothing: SQLite binds the values of a row and gives them back as the columns that are decoded.
        let connection = try DatabaseConnection.open(":memory:")
        var found: [JobID: Int] = [:]
        for row in StoredRow.all(in: image).sorted(by: { $0.row < $1.row }) {
            let width = row.values.count
            if Self.jobs.widths.contains(width) {
                takeJob(row, in: boot, &found, connection)
            } else if Self.history.widths.contains(width),
                let entry = Self.read(row, Self.history, connection, HistoryRows.decode)
            {
                rows.append(.run(entry))
            } else {
                take(row, in: boot, connection)
            }
        }
    }

    private mutating func takeJob(
        _ row: StoredRow, in boot: Boot, _ found: inout [JobID: Int],
        _ connection: borrowing DatabaseConnection
    ) {
        let record = Self.read(row, Self.jobs, connection) { row throws(RowFault) in
            try JobRows.decode(&row, in: boot)
        }
        guard let record else {
            if case .integer(let owner) = row.values[0], case .text(let name) = row.values[1],
                let identifier = JobIdentifier(String(decoding: name, as: UTF8.self))
            {
                unreadable.append("\(identifier.text) of user \(owner)")
            }
            return
        }
        if let place = found[record.id] {
            // A page may stand in for another one. Of two requests the later one was the last.
            if jobs[place].accepted < record.accepted { jobs[place] = record }
            return
        }
        found[record.id] = jobs.count
        jobs.append(record)
    }

    private mutating func take(_ row: StoredRow, in boot: Boot, _ connection: borrowing DatabaseConnection) {
        if let skip = Self.read(row, Self.skips, connection, SkipRows.decode) {
            rows.append(.skip(skip))
        } else if let change = Self.read(row, Self.conditions, connection, ConditionRows.decode) {
            rows.append(.condition(change))
        } else if let change = Self.read(row, Self.holds, connection, HoldRows.decode) {
            rows.append(.hold(change))
        } else if let job = Self.read(row, Self.ended, connection, EndedJobRows.decode) {
            rows.append(.ended(job))
        } else if let file = Self.read(row, Self.files, connection, FinishedFileRows.decode) {
            rows.append(.finishedFile(file))
        } else if let permitted = Self.read(row, Self.applications, connection, ApplicationRows.decode) {
            rows.append(.application(permitted))
        } else if let loss = Self.read(row, Self.losses, connection, LossRows.decode) {
            rows.append(.loss(loss))
        } else if let owner = Self.read(row, Self.owners, connection, OwnerRows.decode) {
            rows.append(.owner(owner.user, name: owner.name))
        } else if let meta = Self.read(row, Self.meta, connection, MetaRows.decode) {
            self.meta = meta
        } else {
            let pause = Self.read(row, Self.pauses, connection) { row throws(RowFault) in
                try PauseRows.decode(&row, in: boot)
            }
            if let pause { rows.append(.pause(pause.scope, pause.pause)) }
        }
    }

    /// Nil for a row of another table, and for one that is not what it should be.
    private static func read<Result>(
        _ row: StoredRow, _ table: Table, _ connection: borrowing DatabaseConnection,
        _ decode: (inout Statement) throws(RowFault) -> Result
    ) -> Result? {
        guard table.widths.contains(row.values.count) else { return nil }
        var named: [String: StoredRow.Value] = [:]
        for (name, value) in zip(table.stored, row.values) { named[name] = value }
        if table.hasKey {
            guard row.values[0] == .null else { return nil }
            named[table.stored[0]] = .integer(row.row)
        }
        let list = table.decoded.map { "? AS \($0)" }.joined(separator: ", ")
        do {
            var statement = try connection.prepareOnce("SELECT \(list)")
            for name in table.decoded {
                switch named[name] {
                case .null, nil: try statement.bind(Int64?.none)
                case .integer(let number): try statement.bind(number)
                case .text(let bytes):
                    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
                    try statement.bind(text)
                case .other: return nil
                }
            }
            guard try statement.step() else { return nil }
            return try decode(&statement)
        } catch {
            return nil
        }
    }
}
