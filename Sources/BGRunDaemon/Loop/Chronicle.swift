// What happens, told to people: a sentence in the journal for each event, and headlines for as long as something is wrong.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Tells of decisions: what started and why, how it ended, what went wrong.
///
/// What a user executes is in none of it.
final class Chronicle {
    /// Of one kind, in a row or among the headlines; the rest is counted.
    private static let most = 3
    /// Jobs of an owner whose launch has failed that are remembered, the newest: nobody's crowd out another's.
    private static let mostFailures = 64

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
    private var failures: [UserID: [JobID: Failure]] = [:]
    /// Then nobody needs to be told of a failure any more that nobody has mended.
    private static let day: Duration = .seconds(86_400)

    private struct GivenRun {
        let job: JobID
        let cause: String
    }

    /// Why the last launch of a job has failed, and when. The job may be gone: one that was to run once is over.
    private struct Failure {
        let reason: String
        let at: WallTime
    }

    init(_ journal: Journal, faults: [String]) {
        self.journal = journal
        self.faults = faults
    }

    /// Takes over what was wrong before the daemon was started.
    ///
    /// - Parameter runs: The last ones that have ended, the newest first.
    func recall(_ runs: [HistoryEntry], at now: WallTime) {
        var seen = Set<JobID>()
        for run in runs where seen.insert(run.job).inserted {
            guard run.outcome == .couldNotLaunch, let reason = run.failure,
                run.ended.duration(to: now) < Self.day
            else { continue }
            note(Failure(reason: reason, at: run.ended), of: run.job)
        }
    }

    // MARK: - Headlines

    /// What is wrong now and somebody has to see to, in short sentences.
    ///
    /// - Parameters:
    ///   - renewal: What a renewal has waited for too long; nil also for whom it is not for, as it names users.
    ///   - failing: Jobs of which their own status tells that they fail.
    func headlines(
        for user: UserID, brokenFiles: [BrokenFile], storageFault: String?, renewal: String? = nil,
        failing: Set<JobID> = [], at now: Now
    ) -> [String] {
        var lines = faults
        if let renewal {
            lines.append(
                "A reload waits: the installed program takes over when \(renewal). A restart does not wait, and interrupts all runs."
            )
        }
        if let storageFault { lines.append(Self.storageHeadline(storageFault)) }
        lines += Self.sentences(of: brokenFiles)
        lines += self.lines(of: [user], for: user, but: failing, at: now.wall)
        if user == .root {
            lines += self.lines(
                of: failures.keys.filter { $0 != .root }, for: user, but: failing, at: now.wall)
        }
        return lines
    }

    /// Of jobs that could not be launched, the newest first.
    private func lines(
        of owners: [UserID], for user: UserID, but failing: Set<JobID>, at now: WallTime
    ) -> [String] {
        let failed = owners.flatMap { failures[$0] ?? [:] }
            .filter { $0.value.at.duration(to: now) < Self.day && !failing.contains($0.key) }
            .sorted { ($1.value.at, $0.key) < ($0.value.at, $1.key) }
        return Self.abridged(
            failed.map { job, failure in
                let name = job.owner == user ? job.identifier.text : Self.name(job)
                return "\(name) could not be launched: \(failure.reason)."
            }
        ) { "\($0) more could not be launched." }
    }

    private func note(_ failure: Failure?, of job: JobID) {
        var theirs = failures.removeValue(forKey: job.owner) ?? [:]
        theirs[job] = failure
        if theirs.count > Self.mostFailures,
            let oldest = theirs.min(by: { ($0.value.at, $0.key) < ($1.value.at, $1.key) })
        {
            theirs[oldest.key] = nil
        }
        if !theirs.isEmpty { failures[job.owner] = theirs }
    }

    /// Of jobs that fail, for `doctor`.
    ///
    /// - Parameter isUsers: Whether the daemon is a user's own, which is to be asked.
    static func sentences(
        of failing: [(job: JobID, failing: Failing)], for user: UserID, isUsers: Bool
    ) -> [String] {
        abridged(
            failing.map { job, failing in
                let name = job.owner == user ? job.identifier.text : Self.name(job)
                let times = failing.count == 1 ? "has failed" : "has failed \(failing.count) times in a row"
                let whose = isUsers ? " --user" : job.owner == user ? "" : " --owner \(job.owner)"
                return "\(name) \(times)" + (failing.cause.map { ": \($0)" } ?? "")
                    + ". bgrun why \(job.identifier)\(whose) tells more."
            }
        ) { "\($0) more jobs fail." }
    }

    /// Of hooks that fail, for `doctor`.
    static func sentences(of faults: [(job: JobID, fault: HookReport)], for user: UserID) -> [String] {
        abridged(
            faults.map { job, fault in
                let name = job.owner == user ? job.identifier.text : Self.name(job)
                return "\(fault.kind.rawValue) of \(name): \(fault.end.words)."
            }
        ) { "\($0) more hooks fail." }
    }

    /// Of runs that take by far too long, for `doctor`.
    static func sentences(of runs: [(job: JobID, overrun: Overrun)], for user: UserID) -> [String] {
        abridged(
            runs.map { job, overrun in
                let name = job.owner == user ? job.identifier.text : Self.name(job)
                return "The run of \(name) \(overrun.words)."
            }
        ) { "\($0) more runs take too long." }
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
            tell(decision.event, at: decision.now.wall)
            for case .adopt(let run, let job, _) in decision.effects.stops { runs[run] = job }
            if case .recovered(let recovery) = decision.event {
                for (run, job) in recovery.jobsGoingOn { runs[run] = job }
            }
            if let run = decision.beginning { tellBeginning(of: run) }
            for case let (run, reason)? in decision.effects.stops.map(\.warning) {
                say(.info, run) { "Run \(run) of \($0) was told to end: \(reason)." }
            }
            for save in decision.effects.saves { tell(save, decision.effects) }
            for case .launch(let order) in decision.effects.promises { runs[order.run] = order.job }
        }
    }

    /// Its program runs, or its handler is entered.
    private func tellBeginning(of run: RunID) {
        if let task = given.removeValue(forKey: run) {
            runs[run] = task.job
            say(.info, run) { "Run \(run) of \($0) starts: \(task.cause)." }
        }
        if let job = runs[run] { note(nil, of: job) }
    }

    private func tell(_ event: Event, at instant: WallTime) {
        if case .launchFailed(let run, let fault) = event {
            tellFailedLaunch(of: run, fault.reason, at: instant)
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

    private func tellFailedLaunch(of run: RunID, _ reason: String, at instant: WallTime) {
        if let job = runs[run] { note(Failure(reason: reason, at: instant), of: job) }
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
        if case .purge(let job) = save { note(nil, of: job) }
        if case .forget(let job) = save { dropped.remove(job) }
        if case .appendHook(let run, let job, let report) = save,
            isNews(report, of: job), !report.end.isSuccess
        {
            journal.say(
                .warning, "\(report.kind.rawValue) of \(Self.name(job)), run \(run): \(report.end.words).",
                about: job)
        }
        if case .append(.skip(let skip, let job, _)) = save {
            journal.say(
                .notice, "\(Self.name(job)) was not run for \(Self.date(skip.due)): \(skip.reason.rawValue).",
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
            tellFailedLaunch(of: entry.run, reason, at: entry.ended)
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
