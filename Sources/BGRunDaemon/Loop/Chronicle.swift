// What happens, told to people: a sentence in the journal for each event, and headlines for as long as something is wrong.
import BGRunCalendar
import BGRunJob
import BGRunLinux
import BGRunScheduler

/// Tells of decisions: what started and why, how it ended, what went wrong.
///
/// What a user executes is in none of it.
final class Chronicle {
    /// Of one kind, in a row or among the headlines; the rest is counted.
    private static let most = 3

    private let journal: Journal
    /// What went wrong at the start and stays so.
    private let faults: [String]
    private var runs: [RunID: JobID] = [:]
    /// Runs of tasks that were given to a host, whose handler was not entered yet. They start when it is.
    private var given: [RunID: GivenRun] = [:]
    /// Jobs of which it was said that their hook was not called, and of whose hooks nothing came since.
    private var dropped: Set<JobID> = []
    private var isStorageBroken = false
    private var brokenFiles: Set<BrokenFile> = []
    private var brokenManifests: Set<BrokenFile> = []

    private struct GivenRun {
        let job: JobID
        let cause: String
    }

    /// The doubt about the clock, and the directory that it is left in for the next daemon; nil where the clock is believed.
    private(set) var clockDoubt: ClockDoubt?
    private let runtimeDirectory: String

    init(
        _ journal: Journal, faults: [String], doubting clockDoubt: ClockDoubt? = nil,
        in runtimeDirectory: String = "/"
    ) {
        (self.clockDoubt, self.runtimeDirectory) = (clockDoubt, runtimeDirectory)
        self.journal = journal
        self.faults = faults
    }

    /// Ends the doubt about the clock where it holds no more.
    ///
    /// - Returns: Whether it has ended now, so that the time is another.
    @discardableResult
    func reviewClock(at now: Now) -> Bool {
        guard let doubt = clockDoubt, !doubt.stands(at: now, isSynchronized: Clock.isSynchronized) else {
            return false
        }
        clockDoubt = nil
        ClockDoubt.forget(in: runtimeDirectory)
        return true
    }

    // MARK: - Headlines

    /// What is wrong now and somebody has to see to, in short sentences.
    ///
    /// - Parameter renewal: What a renewal has waited for too long; nil also for whom it is not for, as it names users.
    func headlines(brokenFiles: [BrokenFile], storageFault: String?, renewal: String? = nil) -> [String] {
        var lines = faults
        if let doubt = clockDoubt { lines.append(doubt.sentence) }
        if let renewal {
            lines.append(
                "A reload waits: the installed program takes over when \(renewal). A restart does not wait, and interrupts all runs."
            )
        }
        if let storageFault { lines.append(Self.storageHeadline(storageFault)) }
        lines += Self.sentences(of: brokenFiles)
        return lines
    }

    private static func sentences(of files: [BrokenFile]) -> [String] {
        abridged(files.map { "The file \($0.path) is not used: \($0.reason)" }) {
            "\($0) more files are not used."
        }
    }

    static func storageHeadline(_ reason: String) -> String {
        "Nothing can be saved, so nothing is accepted or started: \(reason)."
    }

    /// - Parameter rest: What is said of so many more.
    private static func abridged(_ lines: [String], _ rest: (Int) -> String) -> [String] {
        lines.count > most + 1 ? lines.prefix(most) + [rest(lines.count - most)] : lines
    }

    // MARK: - Sentences

    func tell(_ decisions: [Decision]) {
        for decision in decisions {
            tell(decision.event)
            for case .adopt(let run, let job, _) in decision.effects.stops { runs[run] = job }
            if case .recovered(let recovery) = decision.event {
                for (run, job) in recovery.jobsGoingOn { runs[run] = job }
            }
            if let run = decision.beginning { tellBeginning(of: run) }
            for case let (run, reason)? in decision.effects.stops.map(\.warning) {
                say(.info, run) { "Run \(run) of \($0) was told to end: \(reason)." }
            }
            for save in decision.effects.news { tell(save, decision.effects) }
            for case .launch(let order) in decision.effects.promises { runs[order.run] = order.job }
        }
    }

    /// Its program runs, or its handler is entered.
    private func tellBeginning(of run: RunID) {
        if let task = given.removeValue(forKey: run) {
            runs[run] = task.job
            say(.info, run) { "Run \(run) of \($0) starts: \(task.cause)." }
        }
    }

    private func tell(_ event: Event) {
        if case .launchFailed(let run, let fault) = event {
            tellFailedLaunch(of: run, fault.reason)
        }
        if case .notSaved(let reason) = event, !isStorageBroken {
            isStorageBroken = true
            journal.say(.error, Self.storageHeadline(reason))
        }
        if case .saved = event, isStorageBroken {
            isStorageBroken = false
            journal.say(.notice, "Changes are saved again.")
        }
        if case .filesRead(_, let unreadable) = event { tell(of: unreadable, after: &brokenFiles) }
        if case .manifestsRead(_, let unreadable) = event { tell(of: unreadable, after: &brokenManifests) }
        if case .renewalRequested = event {
            journal.say(.info, "Reload: the installed program is to take over.")
        }
        if case .shutdownRequested = event { journal.say(.notice, "The daemon was told to leave.") }
    }

    private func tellFailedLaunch(of run: RunID, _ reason: String) {
        say(.warning, run) { "Run \(run) of \($0) could not be launched: \(reason)." }
    }

    private func tell(of unreadable: [UnreadableFile], after known: inout Set<BrokenFile>) {
        let broken = unreadable.map(\.file)
        // Of a template there is one for each of its jobs.
        let news = broken.filter { known.insert($0).inserted }
        known = Set(broken)
        for line in Self.sentences(of: news) { journal.say(.warning, line) }
    }

    private func tell(_ save: Change, _ effects: Effects) {
        if case .save(let record) = save, let active = record.activeRun,
            effects.launches(active.run), runs[active.run] == nil
        {
            runs[active.run] = record.id
            say(.info, active.run) { "Run \(active.run) of \($0) starts: \(Self.cause(record.occurrence))." }
        }
        if case .save(let record) = save { noteGiven(record) }
        if case .forget(let job) = save { given = given.filter { $0.value.job != job } }
        if case .append(.run(let entry)) = save { tell(entry) }
        if case .forget(let job) = save { dropped.remove(job) }
        if case .appendHook(let run, let job, let report) = save,
            isNews(report, of: job), !report.end.isSuccess
        {
            journal.say(
                .warning, "\(report.kind.rawValue) of \(Self.name(job)), run \(run): \(report.end.words).",
                about: job)
        }
        if case .append(.skip(let skip, let job, _)) = save {
            let due = Self.date(skip.due)
            journal.say(
                .notice,
                skip.reason == .cancelled
                    ? "The run of \(Self.name(job)) due \(due) was cancelled."
                    : "\(Self.name(job)) was not run for \(due): \(skip.reason.rawValue).",
                about: job)
        }
    }

    /// Of calls that are dropped one after the other, the first.
    private func isNews(_ report: HookReport, of job: JobID) -> Bool {
        if report.end == .dropped { return dropped.insert(job).inserted }
        dropped.remove(job)
        return true
    }

    /// A run that its host has not begun may be taken back, and is told of no more.
    private func noteGiven(_ record: JobRecord) {
        let active = record.activeRun
        for (run, task) in given where task.job == record.id && run != active?.run { given[run] = nil }
        guard let active, active.host != nil, active.stopReason == nil, runs[active.run] == nil else {
            return
        }
        given[active.run] = GivenRun(job: record.id, cause: Self.cause(record.occurrence))
    }

    private func tell(_ entry: HistoryEntry) {
        if let task = given.removeValue(forKey: entry.run), let reason = entry.failure {
            runs[entry.run] = task.job
            tellFailedLaunch(of: entry.run, reason)
        }
        if case .couldNotLaunch = entry.outcome { return runs[entry.run] = nil }
        let level: Journal.Level
        switch entry.outcome {
        case .failed, .couldNotLaunch: level = .warning
        case .expired: level = .notice
        case .succeeded, .interrupted, .deferred, .cancelled: level = .info
        }
        let exit = entry.exit.map { ", \($0)" } ?? ""
        let span = entry.duration.map { " after \($0.rounded)" } ?? ""
        let reason =
            (entry.failure.map { ", \($0)" } ?? "")
            + (entry.stopReason.map { ", told to end: \($0)" } ?? "")
            + (entry.leftBehind == nil ? "" : ", and what it left behind was ended")
        runs[entry.run] = entry.job
        say(level, entry.run) {
            "Run \(entry.run) of \($0) ended\(span): \(entry.outcome.rawValue)\(exit)\(reason)."
        }
        runs[entry.run] = nil
    }

    private static func cause(_ occurrence: JobRecord.Occurrence) -> String {
        if occurrence.isByHand { return "it was called up by hand" }
        let again =
            switch occurrence.unfinishedRuns {
            case ...0: ""
            case 1: ", after an unfinished run"
            case let count: ", after \(count) unfinished runs"
            }
        guard let due = occurrence.dueSince else { return "it was called up before it was due" }
        return "it has been due since \(Self.date(due)) and may start\(again)"
    }

    /// To the second.
    private static func date(_ instant: WallTime) -> String {
        WallTime(microseconds: instant.microseconds / 1_000_000 * 1_000_000).rfc3339
    }

    private static func name(_ job: JobID) -> String { "\(job.identifier) of user \(job.owner)" }

    private func say(_ level: Journal.Level, _ run: RunID, _ text: (String) -> String) {
        guard let job = runs[run] else { return }
        journal.say(level, text(Self.name(job)), about: job, run)
    }
}

extension Effects.Stop {
    /// The run that is told to end, by a signal or in its host, and why.
    fileprivate var warning: (RunID, StopReason)? {
        if case .signal(let run, .terminate(let reason?)) = self { return (run, reason) }
        if case .warn(_, let run, let reason, _) = self { return (run, reason) }
        return nil
    }
}

extension Effects {
    fileprivate func launches(_ run: RunID) -> Bool {
        promises.contains { promise in
            if case .launch(let order) = promise { order.run == run } else { false }
        }
    }
}
