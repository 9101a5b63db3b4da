// The table of ended runs.
import BGRunCalendar
import BGRunJob

enum HistoryRows {
    static let columns = [
        "run", "owner", "identifier", "title", "due", "started", "ended", "outcome", "stopReason", "exitKind",
        "exitNumber", "failure", "isSimulated", "userTime", "systemTime", "peakMemoryKiB", "outputBytes",
        "duration", "attempt", "attempts", "hooks", "readBytes", "writtenBytes",
        "leftBehind",
    ]
    /// What later versions have brought. `outputBytes` is what the run's output takes on disk, 0 where nothing is kept of it,
    /// -1 where it was dropped for newer output of its owner's. NULL in rows of before.
    private static let additions: [(version: Int64, column: String)] = [
        (4, "outputBytes"), (6, "duration"), (9, "attempt"), (9, "attempts"), (10, "hooks"),
        (11, "readBytes"), (11, "writtenBytes"), (14, "leftBehind"),
    ]

    /// When the last run ended, the last occurrence was skipped, or a job was held back last; 0 where there are none.
    static let lastInstant = """
        SELECT max(
            coalesce((SELECT ended FROM history ORDER BY run DESC LIMIT 1), 0),
            coalesce((SELECT skipped FROM skips ORDER BY number DESC LIMIT 1), 0),
            coalesce((SELECT at FROM holdHistory ORDER BY number DESC LIMIT 1), 0))
        """

    /// What was added after a version.
    static func added(after version: Int64) -> [String] {
        additions.filter { $0.version > version }.map(\.column)
    }

    /// The columns in the order in which they lie in the file.
    static func stored(version: Int64) -> [String] {
        let later = added(after: version)
        return columns.filter { !later.contains($0) }
    }

    private static let list = columns.joined(separator: ", ")

    /// A run has one entry; the same one written again changes nothing.
    static let upsert =
        "INSERT OR REPLACE INTO history (\(list)) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    static let trim = String.trim(
        "history", by: "run",
        returning: ", CASE WHEN \(hasOutput) THEN outputBytes ELSE 0 END, owner, identifier")

    /// A row where the job or a run of it is kept.
    static let isKept = """
        SELECT 1 FROM jobs WHERE owner = ?1 AND identifier = ?2
        UNION ALL SELECT 1 FROM history WHERE owner = ?1 AND identifier = ?2 LIMIT 1
        """

    private static let mostOutput: Int64 = 1 << 31
    private static let hasOutput =
        "typeof(outputBytes) = 'integer' AND outputBytes BETWEEN 1 AND \(mostOutput)"
    /// What the output of each owner takes.
    static let outputs =
        "SELECT CAST(total(outputBytes) AS INTEGER), owner FROM history WHERE \(hasOutput) GROUP BY +owner"
    /// An owner's runs whose output is kept, the oldest first, but for one.
    static let oldestOutputs = """
        SELECT run, outputBytes FROM history WHERE +owner = ? AND run <> ? AND \(hasOutput) ORDER BY run
        """
    /// What has become of one more command of the job, after the others; nothing where the run is not kept.
    static let appendHook = "UPDATE history SET hooks = coalesce(hooks || char(10), '') || ? WHERE run = ?"
    /// A run has few.
    private static let mostHooks = 16
    static let dropOutput = "UPDATE history SET outputBytes = -1 WHERE run = ?"

    /// A size as it is stored: one that is larger than any output is cut.
    static func stored(_ bytes: Int64) -> Int { Int(min(max(bytes, 0), mostOutput)) }

    /// Newest first, below a run; see ``filter(byOwner:byIdentifier:)``.
    static func select(byOwner: Bool, byIdentifier: Bool) -> String {
        let filter = filter(byOwner: byOwner, byIdentifier: byIdentifier)
        return "SELECT run, \(list) FROM history WHERE run < ?\(filter) ORDER BY run DESC"
    }

    /// `owner` and `identifier` are parameters only where they are asked for.
    ///
    /// The unary plus keeps SQLite from the index where it would have to sort everything it finds: the rows
    /// are in the order of their numbers already.
    static func filter(byOwner: Bool, byIdentifier: Bool) -> String {
        let owner = byOwner ? (byIdentifier ? " AND owner = ?" : " AND +owner = ?") : ""
        return owner + (byIdentifier ? " AND identifier = ?" : "")
    }

    /// What a selection by ``filter(byOwner:byIdentifier:)`` asks for.
    static func bind(
        below end: Int64, _ owner: UserID?, _ identifier: JobIdentifier?, to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(end)
        if let owner { try statement.bind(Int64(owner.rawValue)) }
        if let identifier { try statement.bind(identifier.text) }
    }

    static func bind(_ entry: HistoryEntry, to statement: inout Statement) throws(SQLiteError) {
        try statement.bind(entry.run.rawValue)
        try statement.bind(entry.job)
        try statement.bind(entry.title)
        try statement.bind(entry.due)
        try statement.bind(entry.started)
        try statement.bind(entry.ended)
        try statement.bind(entry.outcome.rawValue)
        try statement.bind(entry.stopReason?.description)
        switch entry.exit {
        case .code(let code):
            try statement.bind("code")
            try statement.bind(Int64(code))
        case .signal(let number):
            try statement.bind("signal")
            try statement.bind(Int64(number))
        case .lost:
            try statement.bind("lost")
            try statement.bind(Int64?.none)
        case .completed(let isSuccess):
            try statement.bind("completed")
            try statement.bind(isSuccess ? 1 : 0)
        case .abandoned:
            try statement.bind("abandoned")
            try statement.bind(Int64?.none)
        case nil:
            try statement.bind(String?.none)
            try statement.bind(Int64?.none)
        }
        try statement.bind(entry.failure)
        try statement.bind(entry.isSimulated)
        let processes = entry.usage.processes
        try statement.bind(processes?.userTime.wholeMicroseconds)
        try statement.bind(processes?.systemTime.wholeMicroseconds)
        try statement.bind(processes?.peakMemoryKiB)
        try statement.bind(entry.isOutputDropped ? -1 : Int64(stored(entry.usage.outputBytes)))
        try statement.bind(entry.duration?.wholeMicroseconds)
        try statement.bind((entry.attempt?.number).map { Int64($0) })
        try statement.bind((entry.attempt?.most).map { Int64($0) })
        try statement.bind(
            entry.hooks.isEmpty ? nil : entry.hooks.map(\.line).joined(separator: "\n"))
        try statement.bind(processes?.readBytes)
        try statement.bind(processes?.writtenBytes)
        try statement.bind(entry.leftBehind)
    }

    static func decode(_ row: inout Statement) throws(RowFault) -> HistoryEntry {
        var entry = HistoryEntry(
            run: try row.runID(), job: try row.job(), title: try row.optionalText(), due: try row.wallTime(),
            started: try row.wallTime(), ended: try row.wallTime(), outcome: try row.outcome(),
            stopReason: try row.optionalStopReason(), exit: try exit(&row), failure: try row.optionalText(),
            isSimulated: try row.flag(),
            usage: ResourceUsage(processes: try processes(&row)))
        let output = try row.optionalInteger(in: -1...mostOutput)
        entry.usage.outputBytes = max(output ?? 0, 0)
        entry.isOutputDropped = output == -1
        entry.duration = try row.optionalInteger(in: 0...(.max)).map { .microseconds($0) }
        entry.attempt = try attempt(&row)
        entry.hooks = try hooks(&row)
        let (read, written) = (try row.optionalInteger() ?? 0, try row.optionalInteger() ?? 0)
        entry.usage.processes?.readBytes = max(read, 0)
        entry.usage.processes?.writtenBytes = max(written, 0)
        entry.leftBehind = try row.optionalText()
        return entry
    }

    static func bind(
        _ hook: (run: RunID, report: HookReport), to statement: inout Statement
    ) throws(SQLiteError) {
        try statement.bind(hook.report.line)
        try statement.bind(hook.run.rawValue)
    }

    private static func hooks(_ row: inout Statement) throws(RowFault) -> [HookReport] {
        guard let text = try row.optionalText() else { return [] }
        let lines = text.split(separator: "\n", maxSplits: mostHooks, omittingEmptySubsequences: false)
        let reports = lines.prefix(mostHooks).compactMap { HookReport(line: String($0)) }
        guard reports.count == lines.count else { throw row.fault("is no list of calls") }
        return reports
    }

    private static func attempt(_ row: inout Statement) throws(RowFault) -> Attempt? {
        let number = try row.optionalInteger(in: FieldLimits.unfinishedRuns)
        let most = try row.optionalInteger(in: FieldLimits.unfinishedRuns)
        switch (number, most) {
        case (nil, nil): return nil
        case (let number?, let most?):
            return Attempt(Int(truncatingIfNeeded: number), of: Int(truncatingIfNeeded: most))
        case (_, _): throw row.fault("is there without attempt, or that without it")
        }
    }

    /// All three or none: a task has no process of its own.
    private static func processes(_ row: inout Statement) throws(RowFault) -> ResourceUsage.Processes? {
        let user = try row.optionalInteger()
        let system = try row.optionalInteger()
        let memory = try row.optionalInteger()
        switch (user, system, memory) {
        case (nil, nil, nil): return nil
        case (let user?, let system?, let memory?):
            return ResourceUsage.Processes(
                userTime: .microseconds(user), systemTime: .microseconds(system), peakMemoryKiB: memory)
        case (_, _, _): throw row.fault("is there without userTime and systemTime, or they without it")
        }
    }

    private static func exit(_ row: inout Statement) throws(RowFault) -> ExitStatus? {
        let kind = try row.optionalText()
        let number = try row.optionalInteger(in: FieldLimits.exit).map { Int32(truncatingIfNeeded: $0) }
        switch (kind, number) {
        case (nil, nil): return nil
        case ("code", let code?): return .code(code)
        case ("signal", let signal?): return .signal(signal)
        case ("lost", nil): return .lost
        case ("completed", 0): return .completed(false)
        case ("completed", 1): return .completed(true)
        case ("abandoned", nil): return .abandoned
        case (_, _): throw row.fault("does not fit exitKind")
        }
    }
}
