// The one door to what is on disk: open it once, then write each turn of the loop as one transaction.
import BGRunCalendar
import BGRunJob
import BGRunLinux

/// An open state directory, used by this process and no other.
///
/// Letting it go closes the database cleanly, which makes the next start cheaper; nothing depends on it.
package final class Store {
    /// 16 hex digits made with the database: tells the runs of this state directory from those of another.
    package let instance: String
    package let databasePath: String

    let boot: Boot
    let historyLimit: Int
    let outputPerOwner: Int
    var statements: Statements
    let connection: DatabaseConnection
    private let directory: StateDirectory
    private let databaseFile: StateDirectory.FileIdentity?
    /// As it should be, and as the last commit left it.
    private var meta: Meta
    private var storedMeta: Meta?
    /// What was promised, claimed beside the database.
    private var claims: ClaimBook
    private var isTrusted = true
    /// Rows of history, of skips, and of what held jobs back; nil until the first is appended, because counting costs.
    var historyRows: OwnerTally?
    var skipRows: OwnerTally?
    var holdRows: OwnerTally?
    /// The same of the machine's history.
    var conditionRows: OwnerTally?
    /// What the output takes that is kept of runs in history.
    var outputBytes: OwnerTally?
    /// Rows of these tables that were set aside when they were read; to be taken by ``takeSetAsideRows()``.
    var setAsideRows: [Opening.SetAsideRow] = []
    /// To be read by ``takeGoneJobs()``.
    var goneJobs: [JobID] = []

    /// Opens the state directory at `path`, making it (mode 0700) and a database (mode 0600) where they are
    /// missing.
    ///
    /// A database that can't be used is renamed and a new one begun, and ``Opening`` says so. What fails: a
    /// directory that another daemon uses, that others may write in or that can't be written; a database
    /// that is a link or belongs to someone else.
    ///
    /// - Parameters:
    ///   - bootID: The kernel's name of this boot, from `/proc/sys/kernel/random/boot_id`.
    ///   - now: Read in this boot; older promises are carried over to it.
    ///   - presume: Asked for what the time is to be taken for, with when something was written last, where that is known; nil: `now`.
    ///   - historyLimit: How many ended runs are kept, and how many skipped occurrences beside them. Where there are
    ///     more, whoever has most of them loses the oldest.
    ///   - outputPerOwner: How many bytes the output of an owner's runs may take.
    package static func open(
        directory path: String, bootID: String, now: Now, presume: ((WallTime?) -> Now)? = nil,
        historyLimit: Int,
        outputPerOwner: Int = .max
    ) throws(StoreFailure) -> (Store, Opening) {
        let directory = try StateDirectory(path: path)
        let fresh: Meta
        do {
            fresh = try Meta.fresh(bootID: bootID)
        } catch {
            throw StoreFailure("name a new database in", path, error)
        }
        let evidence = directory.evidence()
        var replacement: Opening.Replacement?
        var database = try openDatabase(
            in: directory, fresh: fresh, now: presume ?? { _ in now }, evidence, replacing: &replacement)
        let now = database.now
        database.tell(losses(of: database, in: directory, replacement, evidence), at: now.wall)
        let opening = Opening(
            database: replacement.map { .replaced($0) } ?? (database.isFresh ? .fresh : .normal),
            setAside: database.setAside, losses: database.losses, recovered: database.recovered)
        let boot = Boot(id: bootID, now: now)
        let claims = ClaimBook(of: database, in: directory, replacement == nil ? evidence : nil)
        let store = Store(
            database, in: directory, claims, boot: boot, historyLimit: historyLimit,
            outputPerOwner: outputPerOwner)
        return (store, opening)
    }

    /// Opens what is there, or sets it aside and begins anew with what can be read of it.
    private static func openDatabase(
        in directory: borrowing StateDirectory, fresh: Meta, now: (WallTime?) -> Now, _ evidence: Evidence,
        replacing replacement: inout Opening.Replacement?
    ) throws(StoreFailure) -> Database {
        while true {
            do throws(Database.Fault) {
                if case .damaged(let commits) = evidence.verdict, replacement == nil {
                    throw .unusable(.corrupt, reason: "its log is damaged before \(last(commits))")
                }
                return try Database.open(in: directory, fresh: fresh, now: now)
            } catch {
                switch error {
                case .failed(let failure): throw failure
                case .unusable(let cause, let reason):
                    // A second time it is a file that has just been made: renaming on and on would not help.
                    guard replacement == nil else {
                        throw StoreFailure(
                            operation: "make a database", path: directory.databasePath, reason: reason)
                    }
                    replacement = try Rescue(evidence: evidence, fresh: fresh, now: now(nil))
                        .replace(in: directory, cause, because: reason)
                }
            }
        }
    }

    private init(
        _ database: consuming Database, in directory: consuming StateDirectory, _ claims: consuming ClaimBook,
        boot: Boot, historyLimit: Int, outputPerOwner: Int
    ) {
        self.claims = claims
        statements = Statements(on: database.connection)
        meta = database.meta
        storedMeta = database.storedMeta
        instance = database.meta.instance
        connection = database.connection
        databasePath = directory.databasePath
        databaseFile = directory.databaseFile()
        self.directory = directory
        self.boot = boot
        self.historyLimit = max(historyLimit, 0)
        self.outputPerOwner = max(outputPerOwner, 0)
    }

    deinit {
        if isTrusted, directory.databaseFile() == databaseFile { claims.fold(on: connection) }
    }

    /// Closing leaves everything as it is, and the next start checks the whole file.
    func distrust() {
        isTrusted = false
        connection.distrust()
    }

    /// Makes all changes, in order, in one transaction, and waits until they are on the disk. All or nothing:
    /// after a failure everything is as it was before, and the next write may succeed.
    ///
    /// - Returns: The runs that fell out of history, and those whose output takes more than their owner's share: what
    ///   they wrote can go.
    package func write(_ changes: [Change]) throws(StoreFailure) -> [RunID] {
        if changes.isEmpty { return [] }
        // SQLite would go on writing into a file that has no name any more, and nothing of it would be found
        // again.
        guard directory.databaseFile() == databaseFile else {
            throw StoreFailure(
                operation: "write", path: databasePath,
                reason: "it was removed or replaced while in use; restart bgrund")
        }
        do {
            return try transact(changes)
        } catch {
            connection.rollBack()
            (historyRows, skipRows, holdRows, conditionRows, outputBytes) = (nil, nil, nil, nil, nil)
            claims.rollBack()
            if error.blamesContents { distrust() }
            throw StoreFailure("write", databasePath, error)
        }
    }

    private func transact(_ changes: [Change]) throws(SQLiteError) -> [RunID] {
        var next = meta
        try statements.begin.run()
        var trimmed: [RunID] = []
        for case .setAside(let owner, _, _) in changes { trimmed += try runs(of: owner) }
        for case .purge(let job) in changes { trimmed += try runs(of: job) }
        for change in changes { try perform(change, countingIn: &next) }
        var left: Set<JobID> = []
        for case .forget(let job) in changes { left.insert(job) }
        trimmed += try trimHistory(of: &left)
        for case .append(.run(let entry)) in changes { trimmed += try trimOutput(after: entry) }
        try trimSkips()
        let savesMeta = needsSaving(next, after: changes)
        if savesMeta {
            try statements.saveMeta.run(next, MetaRows.bind)
        }
        var gone = left.isEmpty ? [] : try gone(among: left)
        for case .purge(let job) in changes { gone.append(job) }
        try statements.commit.run()
        meta = next
        goneJobs += gone
        if savesMeta { storedMeta = next }
        claims.commit(nextRun: next.nextRun, on: connection, in: directory)
        return trimmed
    }

    private func runs(of owner: UserID) throws(SQLiteError) -> [RunID] {
        var runs: [RunID] = []
        var select = try connection.prepareOnce(
            """
            SELECT run FROM history WHERE +owner = ?1
            UNION ALL SELECT activeRun FROM jobs WHERE owner = ?1 AND typeof(activeRun) = 'integer'
            """)
        try select.bind(Int64(owner.rawValue))
        while try select.step() { runs.append(RunID(select.rowNumber())) }
        return runs
    }

    /// Every start of a run waits for a commit. The number of an active run stands in its job's row, where the next
    /// opening looks for it, so that commit does without a page for the number alone.
    private func needsSaving(_ next: Meta, after changes: [Change]) -> Bool {
        guard var stored = storedMeta else { return true }
        if changes.allSatisfy(\.tellsItsRun) { stored.nextRun = next.nextRun }
        return next != stored
    }

    private func perform(_ change: Change, countingIn next: inout Meta) throws(SQLiteError) {
        switch change {
        case .save(let record):
            if try !saveProgress(record) { try saveWhole(record) }
            if let run = record.activeRun?.run { next.use(run) }
        case .forget(let job):
            try statements.forgetJob.run(job)
            claims.jobs -= Int(connection.changedRows)
        case .saveEnd(let job): try statements.saveEnd.run(job, EndedJobRows.bind)
        case .forgetEnd(let job): try statements.forgetEnd.run(job)
        case .append(.run(let entry)):
            try append(entry)
            next.use(entry.run)
        case .appendHook(let run, _, let report):
            var append = try connection.prepareOnce(HistoryRows.appendHook)
            try append.run((run, report), HistoryRows.bind)
        case .append(.skip(let skip, let job, let title)):
            try append(skip, of: job, title: title, before: next.nextRun)
        case .note(.condition(let change)): try append(change)
        case .note(.hold(let change)): try append(change)
        case .savePause(let scope, let pause): try save(pause, of: scope)
        case .rememberFinishedFile(let file):
            try statements.rememberFile.run(file, FinishedFileRows.bind)
        case .forgetFinishedFile(let job):
            try statements.forgetFile.run(job)
        case .rememberSilentPower: next.isPowerSilent = true
        case .bindOwner(let user, let name): try statements.bindOwner.run((user, name), OwnerRows.bind)
        case .saveApplication(let manifest, let owner):
            try statements.saveApplication.run(
                PermittedApplication(manifest, owner: owner), ApplicationRows.bind)
        case .forgetApplication(let application):
            try statements.forgetApplication.run(application, ApplicationRows.bind)
        case .purge(let job):
            for table in ["history", "skips", "holdHistory"] {
                var purge = try connection.prepareOnce(
                    "DELETE FROM \(table) WHERE owner = ? AND identifier = ?")
                try purge.bind(job)
                while try purge.step() {}
            }
            (historyRows, skipRows, holdRows, outputBytes) = (nil, nil, nil, nil)
        case .setAside(let owner, let reason, let now):
            try SetAsideRows.move(of: owner, because: reason, at: now, in: connection)
            // They are counted anew.
            claims.jobs = Int(clamping: try connection.integer(JobRows.count))
            (historyRows, skipRows, holdRows, conditionRows, outputBytes) = (nil, nil, nil, nil, nil)
        }
    }

    /// False where there is no row of this request, or more of it has changed than where it stands.
    private func saveProgress(_ record: JobRecord) throws(SQLiteError) -> Bool {
        guard record.successor == nil else { return false }
        let tag = boot.tag
        try statements.saveProgress.run { statement throws(SQLiteError) in
            try JobRows.bindProgress(record, boot: tag, to: &statement)
        }
        return connection.changedRows > 0
    }

    private func saveWhole(_ record: JobRecord) throws(SQLiteError) {
        let tag = boot.tag
        let isNew = try connection.makesRow { () throws(SQLiteError) in
            try statements.saveJob.run { statement throws(SQLiteError) in
                try JobRows.bind(record, boot: tag, to: &statement)
            }
        }
        if isNew { claims.jobs += 1 }
    }

    private func save(_ pause: Pause?, of scope: PauseScope) throws(SQLiteError) {
        guard let pause else {
            return try statements.forgetPause.run(scope, PauseRows.bind)
        }
        let tag = boot.tag
        try statements.savePause.run { statement throws(SQLiteError) in
            try PauseRows.bind(scope, pause, boot: tag, to: &statement)
        }
    }

    /// Gives up memory that only makes the next reading faster, when nothing is to be read for long.
    package func releaseMemory() { connection.releaseMemory() }
}

extension Change {
    /// Whether the number of the run it speaks of stands in the row it writes.
    fileprivate var tellsItsRun: Bool {
        guard case .save(let record) = self else { return false }
        return record.activeRun != nil
    }
}
