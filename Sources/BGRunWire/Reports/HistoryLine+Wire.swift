// A line of history as `history` and `why` list it: a run that has ended, or a skipped occurrence.
import BGRunCalendar
import BGRunJob

extension HistoryLine: WireObject {
    package static let wire = WireTable<HistoryLine>(
        named: "HistoryLine",
        about: """
            What became of an occurrence: a run that has ended, or, where skipped is there, no run; then its fields \
            are null.
            """,
        .keys(Keys.wire, \.keys), make: HistoryLine.init)

    private struct Keys: Sendable {
        var run: RunID?
        var job: JobID
        var title: String?
        var due: WallTime
        var started: WallTime?
        var ended: WallTime?
        var duration: Duration?
        var outcome: Outcome?
        var stopReason: StopReason?
        var exit: String?
        var exitCode: Int32?
        var exitSignal: Int32?
        var failure: String?
        var isSimulated: Bool?
        var attempt: Int?
        var attempts: Int?
        var userTime: Duration?
        var systemTime: Duration?
        var peakMemoryKiB: Int64?
        var readBytes: Int64?
        var writtenBytes: Int64?
        var leftBehind: String?
        var hooks: [HookReport]
        var skip: Skip?

        static let wire = WireTable<Keys>(
            .key("run", .optional(.run), \.run),
            .keys(JobID.wire, \.job),
            .key("title", .optional(.string), \.title),
            .key("due", .date, \.due),
            .key("started", .optional(.date), \.started),
            .key("ended", .optional(.date), \.ended),
            .key(
                "durationSeconds", .optional(.seconds), \.duration,
                "for how long it worked: not asleep, and not standing still; absent of a run that an earlier daemon began"
            ),
            .key("outcome", .optional(.named), \.outcome),
            .key("stopReason", .optional(.stopReason), \.stopReason),
            .key("exit", .optional(.string), \.exit, "it in words"),
            .key("exitCode", .optional(.integer), \.exitCode, "at most one of this and exitSignal is there"),
            .key("exitSignal", .optional(.integer), \.exitSignal),
            .key(
                "failure", .optional(.string), \.failure,
                "why it could not be launched, or what the kernel has killed it for"),
            .key("simulated", .optional(.bool), \.isSimulated),
            .key(
                "attempt", .optional(.integer), \.attempt,
                "which run of its occurrence has failed, of a job with retry"),
            .key("attempts", .optional(.integer), \.attempts, "so many are made at most"),
            .key(
                "userSeconds", .optional(.seconds), \.userTime,
                "this and the next four are absent of an application's task, which has no process of its own"),
            .key("systemSeconds", .optional(.seconds), \.systemTime),
            .key("peakMemoryKiB", .optional(.integer), \.peakMemoryKiB),
            .key("readBytes", .optional(.integer), \.readBytes, "from disks"),
            .key("writtenBytes", .optional(.integer), \.writtenBytes, "to disks"),
            .key(
                "leftBehind", .optional(.string), \.leftBehind,
                "the processes that it left behind as it ended by itself, and that were ended, by name"),
            .usual("hooks", .list(.object), else: [], \.hooks),
            .key("skipped", .optional(.object), \.skip),
            make: Keys.init)

        /// The numbers decide; the text is for people, and tells an exit nobody learned from none.
        func status() throws(FieldFault) -> ExitStatus? {
            switch (exitCode, exitSignal) {
            case (let code?, nil): .code(code)
            case (nil, let signal?): .signal(signal)
            case (nil, nil): exit.map { ExitStatus($0) ?? .lost }
            case (_?, _?): throw FieldFault("exitSignal")
            }
        }

        /// Both or none.
        func tried() throws(FieldFault) -> Attempt? {
            if attempt == nil, attempts == nil { return nil }
            return Attempt(try there(attempt, "attempt"), of: try there(attempts, "attempts"))
        }

        /// The first three or none.
        func processes() throws(FieldFault) -> ResourceUsage.Processes? {
            if userTime == nil, systemTime == nil, peakMemoryKiB == nil { return nil }
            return ResourceUsage.Processes(
                userTime: try there(userTime, "userSeconds"),
                systemTime: try there(systemTime, "systemSeconds"),
                peakMemoryKiB: try there(peakMemoryKiB, "peakMemoryKiB"), readBytes: readBytes ?? 0,
                writtenBytes: writtenBytes ?? 0)
        }
    }

    private var keys: Keys {
        switch self {
        case .skip(let skip, let job, let title):
            return Keys(job: job, title: title, due: skip.due, hooks: [], skip: skip)
        case .run(let entry):
            var keys = Keys(
                run: entry.run, job: entry.job, title: entry.title, due: entry.due, started: entry.started,
                ended: entry.ended, duration: entry.duration, outcome: entry.outcome,
                stopReason: entry.stopReason,
                exit: entry.exit?.description, failure: entry.failure, isSimulated: entry.isSimulated,
                attempt: entry.attempt?.number, attempts: entry.attempt?.most,
                userTime: entry.usage.processes?.userTime, systemTime: entry.usage.processes?.systemTime,
                peakMemoryKiB: entry.usage.processes?.peakMemoryKiB,
                readBytes: entry.usage.processes?.readBytes,
                writtenBytes: entry.usage.processes?.writtenBytes, leftBehind: entry.leftBehind,
                hooks: entry.hooks)
            switch entry.exit {
            case .code(let number): keys.exitCode = number
            case .signal(let number): keys.exitSignal = number
            case .lost, .completed, .abandoned, nil: break
            }
            return keys
        }
    }

    /// What has no run was skipped.
    private init(_ keys: Keys) throws(FieldFault) {
        if let skip = keys.skip {
            self = .skip(skip, of: keys.job, title: keys.title)
            return
        }
        var entry = HistoryEntry(
            run: try there(keys.run, "run"), job: keys.job, title: keys.title, due: keys.due,
            started: try there(keys.started, "started"), ended: try there(keys.ended, "ended"),
            duration: keys.duration,
            outcome: try there(keys.outcome, "outcome"), stopReason: keys.stopReason,
            exit: try keys.status(), failure: keys.failure,
            isSimulated: try there(keys.isSimulated, "simulated"), attempt: try keys.tried(),
            usage: ResourceUsage(processes: try keys.processes()))
        entry.leftBehind = keys.leftBehind
        entry.hooks = keys.hooks
        self = .run(entry)
    }
}
