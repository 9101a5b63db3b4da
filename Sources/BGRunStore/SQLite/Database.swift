// An opened database, with everything that was in it: read once, checked row by row.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import CSQLite

/// A database that has passed every check.
struct Database: ~Copyable {
    /// Why there is no such database.
    enum Fault: Error {
        /// The file is to blame: it has to make room for a new one.
        case unusable(Opening.Replacement.Cause, reason: String)
        case failed(StoreFailure)
    }

    let connection: DatabaseConnection
    /// As it has to be; `storedMeta` is what the file says, nil where it says nothing usable.
    private(set) var meta: Meta
    private(set) var storedMeta: Meta?
    /// The time at the opening, as it was presumed to be.
    let now: Now
    private(set) var recovered = Recovered()
    private(set) var setAside: [Opening.SetAsideRow] = []
    /// What was lost, now and earlier; the newest first.
    private(set) var losses: [Opening.Loss] = []
    let isFresh: Bool

    /// Opens the database of `directory`, or makes one that begins with `fresh` where there is none.
    static func open(
        in directory: borrowing StateDirectory, fresh: Meta, now: (WallTime?) -> Now
    ) throws(Fault) -> Database {
        // A clean end removes the log. Where one is left, power may have failed in the middle of a write.
        let wasCutOff = directory.hasLog()
        try locate(in: directory)
        let refusal: Fault
        do throws(SQLiteError) {
            let connection = try DatabaseConnection.open(directory.databasePath)
            let finding = try Schema.examine(connection)
            // A disk that can't be written is no fault of the file's; a header that forbids it is.
            if connection.isReadOnly, directory.canWriteDatabase() {
                throw SQLiteError(code: SQLITE_CORRUPT, message: "its header forbids to write it")
            }
            switch finding {
            case .empty: return try Database(creatingIn: connection, as: fresh, now: now(nil))
            case .current, .outdated:
                let answer = wasCutOff ? try connection.text("PRAGMA quick_check(1)") : "ok"
                if answer == "ok" {
                    if finding == .outdated { try upgrade(connection) }
                    let last = try connection.integer(ConditionRows.lastInstant)
                    let now = now(last > 0 ? WallTime(microseconds: last) : nil)
                    return try Database(loading: connection, orElse: fresh, now: now)
                }
                refusal = .unusable(.corrupt, reason: "its contents are damaged (\(answer))")
            case .tooNew(let version):
                refusal = .unusable(
                    .tooNew, reason: "it has version \(version), this bgrund knows \(Schema.version)")
            case .foreign(let reason): refusal = .unusable(.corrupt, reason: reason)
            }
        } catch {
            if error.blamesContents { throw .unusable(.corrupt, reason: error.reason) }
            throw .failed(StoreFailure("open the database", directory.databasePath, error))
        }
        throw refusal
    }

    private static func locate(in directory: borrowing StateDirectory) throws(Fault) {
        let found: StateDirectory.Found
        do throws(StoreFailure) {
            found = try directory.inspect()
            if found == .nothing { try directory.createDatabase() }
        } catch {
            throw .failed(error)
        }
        if case .unusable(let reason) = found { throw .unusable(.corrupt, reason: reason) }
    }

    /// Before anything else is written. What fails leaves the old version as it was.
    private static func upgrade(_ connection: borrowing DatabaseConnection) throws(SQLiteError) {
        // Until everything in it was read, the file is not ours to change any further.
        defer { connection.distrust() }
        try connection.trust()
        do throws(SQLiteError) {
            try connection.execute("BEGIN IMMEDIATE")
            try Schema.upgrade(connection)
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
    }

    private init(
        creatingIn connection: consuming DatabaseConnection, as fresh: Meta, now: Now
    ) throws(SQLiteError) {
        try connection.trust()
        try connection.execute("BEGIN IMMEDIATE")
        try Schema.create(in: connection)
        var upsert = try connection.prepareOnce(MetaRows.upsert)
        try upsert.run(fresh, MetaRows.bind)
        try connection.execute("COMMIT")
        self.connection = connection
        self.now = now
        meta = fresh
        storedMeta = fresh
        isFresh = true
    }

    private init(
        loading connection: consuming DatabaseConnection, orElse fresh: Meta, now: Now
    ) throws(SQLiteError) {
        self.connection = connection
        self.now = now
        meta = fresh
        isFresh = false
        try loadMeta()
        let boot = Boot(id: fresh.bootID, now: now)
        try loadJobs(in: boot)
        try loadPauses(in: boot)
        for owner in try rows(
            of: .owners, OwnerRows.select,
            { row throws(RowFault) in
                try OwnerRows.decode(&row)
            })
        { recovered.owners[owner.user] = owner.name }
        recovered.finishedFiles = try rows(of: .finishedFiles, FinishedFileRows.select) {
            row throws(RowFault) in try FinishedFileRows.decode(&row)
        }
        try loadApplications()
        meta.use(RunID(try self.connection.integer(MetaRows.highestRun)))
        meta.bootID = fresh.bootID
        if let storedMeta { recovered.isNewBoot = storedMeta.bootID != fresh.bootID }
        recovered.lastWritten = try lastWritten()
        recovered.isPowerSilent = meta.isPowerSilent
        recovered.nextRun = meta.nextRun
        try self.connection.trust()
        keepRunNumber()
        SetAsideRows.move(setAside, at: now.wall, in: self.connection)
        self.connection.releaseMemory()
    }

    /// The newest instant of what was written, where a daemon has ended without a word.
    private func lastWritten() throws(SQLiteError) -> WallTime? {
        guard try connection.integer(ConditionRows.isOpenEnded) != 0 else { return nil }
        let ofHistory = WallTime(microseconds: try connection.integer(HistoryRows.lastInstant))
        let ofJobs = recovered.jobs.flatMap { [$0.accepted, $0.activeRun?.started, $0.lastRun?.ended] }
        let last = ofJobs.compactMap(\.self).reduce(ofHistory, max)
        return last.microseconds > 0 ? last : nil
    }

    /// Keeps what was found to be lost, so that it is told after the next start too. On a disk that is full it is told now.
    mutating func tell(_ texts: [String], at now: WallTime) {
        let news = texts.map { Opening.Loss(found: now, text: $0) }
        do throws(SQLiteError) {
            let earlier = try LossRows.all(in: connection)
            losses = news.reversed() + earlier
            guard !news.isEmpty else { return }
            try connection.execute("BEGIN IMMEDIATE")
            var insert = try connection.prepareOnce(LossRows.insert)
            for loss in news { try insert.run(loss, LossRows.bind) }
            try connection.execute("COMMIT")
        } catch {
            connection.rollBack()
            losses = losses.isEmpty ? news : losses
        }
    }

    /// A job's row may be the only one that knows the number of its active run. If it is to be set aside, the number
    /// is kept first; on a disk that is full, both wait for the next start.
    private mutating func keepRunNumber() {
        guard var kept = storedMeta, kept.nextRun != meta.nextRun,
            setAside.contains(where: { $0.table == .jobs })
        else { return }
        kept.nextRun = meta.nextRun
        do throws(SQLiteError) {
            var upsert = try connection.prepareOnce(MetaRows.upsert)
            try upsert.run(kept, MetaRows.bind)
            storedMeta = kept
        } catch {
            connection.rollBack()
        }
    }

    private mutating func loadMeta() throws(SQLiteError) {
        storedMeta = try rows(of: .meta, MetaRows.select) { row throws(RowFault) in
            try MetaRows.decode(&row)
        }.first
        if let storedMeta { meta = storedMeta }
    }

    private mutating func loadJobs(in boot: Boot) throws(SQLiteError) {
        let count = Int(clamping: try connection.integer(JobRows.count))
        var names = Set<JobID>(minimumCapacity: count)
        var runs: Set<RunID> = []
        recovered.jobs = try rows(of: .jobs, JobRows.select, expecting: count) { row throws(RowFault) in
            let record = try JobRows.decode(&row, in: boot)
            // The index forbids it, and a damaged index does not.
            guard names.insert(record.id).inserted else {
                throw RowFault(column: "identifier", problem: "is that of another row")
            }
            guard let run = record.activeRun?.run else { return record }
            guard runs.insert(run).inserted else {
                throw RowFault(column: "activeRun", problem: "is that of another job")
            }
            return record
        }
        var ended = Set<JobID>()
        recovered.ended = try rows(of: .endedJobs, EndedJobRows.select) { row throws(RowFault) in
            let job = try EndedJobRows.decode(&row)
            guard ended.insert(job.id).inserted else {
                throw RowFault(column: "identifier", problem: "is that of another row")
            }
            return job
        }
        for record in recovered.jobs {
            if let run = record.activeRun?.run { meta.use(run) }
            if let run = record.lastRun?.run { meta.use(run) }
        }
    }

    private mutating func loadApplications() throws(SQLiteError) {
        var names: Set<ApplicationID> = []
        recovered.applications = try rows(of: .applications, ApplicationRows.select) { row throws(RowFault) in
            let permitted = try ApplicationRows.decode(&row)
            // The index forbids it, and a damaged index does not.
            guard names.insert(permitted.id).inserted else {
                throw RowFault(column: "identifier", problem: "is that of another row")
            }
            return permitted
        }
    }

    private mutating func loadPauses(in boot: Boot) throws(SQLiteError) {
        let pauses = try rows(of: .pauses, PauseRows.select) { row throws(RowFault) in
            try PauseRows.decode(&row, in: boot)
        }
        for (scope, pause) in pauses { recovered.pauses[scope] = pause }
    }

    private mutating func rows<Value>(
        of table: Opening.SetAsideRow.Table, _ select: String, expecting count: Int = 0,
        _ decode: (inout Statement) throws(RowFault) -> Value
    ) throws(SQLiteError) -> [Value] {
        try connection.rows(of: table, select, expecting: count, settingAside: &setAside, decode)
    }
}

extension DatabaseConnection {
    /// Every row that decodes, up to a limit; the others are noted. The first column is the row's number.
    func rows<Value>(
        of table: Opening.SetAsideRow.Table, _ select: String, expecting count: Int = 0, limit: Int = .max,
        settingAside bad: inout [Opening.SetAsideRow],
        _ decode: (inout Statement) throws(RowFault) -> Value,
        binding bind: (inout Statement) throws(SQLiteError) -> Void = { _ in }
    ) throws(SQLiteError) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        var statement = try prepareOnce(select)
        try bind(&statement)
        while values.count < limit, try statement.step() {
            let row = statement.rowNumber()
            do {
                values.append(try decode(&statement))
            } catch {
                bad.append(Opening.SetAsideRow(table: table, row: row, reason: error.reason))
            }
        }
        return values
    }
}
