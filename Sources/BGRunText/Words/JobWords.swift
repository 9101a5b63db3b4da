// What one job is doing or waiting for, and what is wrong with it, each in one phrase.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The phrases that answer "and what now?" for a job.
struct JobWords {
    let job: JobReport
    let clock: LocalClock

    init(_ job: JobReport, clock: LocalClock) {
        self.job = job
        self.clock = clock
    }

    // MARK: - What is wrong

    /// What somebody should see to, the worst first.
    var troubles: [String] { job.health.troubles.compactMap(words) }

    /// Nil of what the rest of the row says, or what the daemon has not told.
    func words(_ trouble: Trouble) -> String? {
        let health = job.health
        switch trouble {
        case .invalid: return nil
        case .failing: return health.failing?.words(date: clock.date).visible
        case .cannotStart:
            let reasons = health.impediments.map(\.reason.visible)
            return reasons.isEmpty ? nil : "\(Standing.stuck.word): \(reasons.joined(separator: "; "))"
        case .overdue:
            return job.overdueFrom.map { "\(max($0.duration(to: clock.now), .zero).rounded) overdue" }
        case .notRun:
            return health.notRunSince.map {
                "has not run for \(max($0.duration(to: clock.now), .zero).rounded)"
            }
        case .overrun: return job.run?.overrun?.words
        case .hook:
            return health.hookFault.map { "its \($0.kind.rawValue) fails: \($0.end.words.visible)" }
        case .unfinished:
            return "\(health.unfinishedRuns) runs in a row did not finish: \(remedyOfUnfinished)"
        }
    }

    /// By how the last of them ended: more time is of no use to who says that it is not the time.
    private var remedyOfUnfinished: String {
        switch job.lastRun?.outcome {
        case .deferred:
            "the last one said itself that it was not the time (exit 75); bgrun logs \(job.identifier) may tell why"
        case .interrupted:
            "the last one was ended\(job.lastRun?.stopReason.map { ", as \($0.words)" } ?? ""); let it save its progress"
        case .expired, .succeeded, .failed, .cancelled, .couldNotLaunch, nil:
            "raise its timeBudget (\(job.descriptor.timeBudget.text)) or let it save its progress"
        }
    }

    // MARK: - What comes next

    func next(on screen: Screen) -> Span {
        let span = next(in: screen)
        return Span(screen.reach.added(to: span.text), span.style)
    }

    private func next(in screen: Screen) -> Span {
        switch job.state {
        case .running: running(on: screen)
        case .frozen: Span(progress(on: screen) + frozen, .waiting)
        case .expiring: Span(ending, .bad)
        case .scheduled: Span(scheduled)
        case .due: job.blockers.isEmpty ? Span("starts now", .good) : Span(due, .waiting)
        case .paused: Span(paused, .waiting)
        case .disabled: Span("\(disabled); bgrun enable \(job.identifier) ends it", .dim)
        case .invalid: Span(waiting, .bad)
        }
    }

    private func running(on screen: Screen) -> Span {
        if let run = job.run, run.process == nil { return Span(starting(run), .waiting) }
        let follows = job.hasSuccessor ? ", a newer request follows" : ""
        let pause = job.pause == nil ? "" : ", paused after it"
        return Span(progress(on: screen) + follows + pause, .active)
    }

    /// `its program has not begun; given up in 12 s`; of what SIGKILL has not ended, that.
    private func starting(_ run: JobStatus.Run) -> String {
        let reason = run.stopReason.map { " and is told to end (\($0.words))" } ?? ""
        let end =
            run.killAt.map { "given up \(clock.distance($0))" } ?? "killed, and the kernel has not let it go"
        return "its program has not begun\(reason); \(end)"
    }

    private func progress(on screen: Screen) -> String {
        job.run.map { ProgressBar(run: $0, title: job.title).text(on: screen) } ?? "–"
    }

    /// `, frozen since 22:40: external power is lost; stopped at 23:40 unless it is back`.
    private var frozen: String {
        guard let freeze = job.run?.freeze, freeze.reason != StopReason.systemSleep.description else {
            return ", goes on after waking"
        }
        let isForHours = freeze.reason == StopReason.allowedHours.description
        let end = freeze.until.map {
            isForHours ? "; goes on \(clock.soon($0))" : "; stopped \(clock.soon($0)) unless it is back"
        }
        return ", frozen since \(clock.date(freeze.since)): \(freeze.words)\(end ?? "")"
    }

    /// An occurrence without an instant says what it waits for, and so does one that its last start puts off.
    private var scheduled: String {
        if job.blockers.contains(where: { $0.requirement == Blocker.Kind.spacing.rawValue }) {
            return waiting
        }
        let verb = job.health.impediments.isEmpty ? "starts" : "due"
        return job.planned.map {
            "\(verb) \(clock.span($0.starts, $0.latest)) (\(clock.distance($0.starts)))"
        } ?? waiting
    }

    /// What else would hold it back does not matter then.
    private var disabled: String {
        job.blockers.first { $0.requirement == Blocker.Kind.disabled.rawValue }?.words(clock) ?? waiting
    }

    /// `due for 2 h; needs external power: BAT0 is discharging`. What has just become due needs no such word, nor what fails and
    /// is tried again: `attempt 4 of 10 begins 03:20 (in 8 min)`.
    private var due: String {
        if let next = nextAttempt { return next }
        // What it needs is said with what it can't have.
        if !job.health.impediments.isEmpty {
            return job.due.map { "due for \($0.duration(to: clock.now).rounded)" } ?? "due"
        }
        guard let since = job.due, since.duration(to: clock.now) >= .seconds(60), troubles.isEmpty, !isPutOff
        else { return waiting }
        return "due for \(since.duration(to: clock.now).rounded); \(waiting)"
    }

    private var nextAttempt: String? {
        let backOff = job.blockers.first { $0.requirement == Blocker.Kind.backOff.rawValue }
        guard job.health.failing != nil, let until = backOff?.until else { return nil }
        let words =
            if let attempt = job.health.attempt, let most = job.health.attempts {
                "attempt \(attempt) of \(most) begins"
            } else {
                "starts again"
            }
        return "\(words) \(clock.date(until)) (\(clock.distance(until)))"
    }

    /// It stands still by its own last run, which says when it goes on.
    private var isPutOff: Bool {
        let kinds: [Blocker.Kind] = [.backOff, .resting, .spacing]
        return job.blockers.contains { kinds.map(\.rawValue).contains($0.requirement) }
    }

    /// `paused until 14:30; starts tomorrow 06:00 (in 6 h)`, where the pause is over before it would start.
    private var paused: String {
        let note = job.pause?.note.map { " (\($0.visible))" } ?? ""
        // Nobody but root ends what root has paused.
        let isByRoot = job.pause?.by == .root && job.id.owner != .root
        let paused = "paused" + (isByRoot ? " by root" : "")
        guard let end = job.pause?.until else {
            let name = job.pause?.isOfAll == true ? "--all" : job.identifier.text
            return paused + note + (isByRoot ? "" : "; bgrun unpause \(name) ends it")
        }
        guard let due = job.planned?.starts, due >= end else {
            return "\(paused) until \(clock.soon(end))\(note)"
        }
        return "\(paused) until \(clock.soon(end))\(note); starts \(clock.date(due)) (\(clock.distance(due)))"
    }

    /// `told to end (its time budget was used up), killed in 8 s`; of what SIGKILL has not ended, that; a guest is never killed. Where
    /// only its main process has ended: `has ended (exit 0), what it left behind is told to end, killed in 8 s`.
    private var ending: String {
        let reason = job.run?.stopReason.map { " (\($0.words))" } ?? ""
        let left = job.run?.mainExit.map { "has ended (\($0)), what it left behind is " } ?? ""
        let fate = if case .guest? = job.run?.host { "given up" } else { "killed" }
        let kill =
            job.run?.killAt.map { ", \(fate) \(clock.distance($0))" }
            ?? ", killed; the kernel has not let it go"
        return "\(left)told to end\(reason)\(kill)"
    }

    /// What keeps it, in the fixed order: two blockers in full, of more the first one and how many there are.
    private var waiting: String {
        let words = job.blockers.map { $0.words(clock) }
        guard words.count > 2, let first = words.first else { return words.joined(separator: "; ") }
        return "\(first); and \(words.count - 1) more"
    }
}
