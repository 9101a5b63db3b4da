// What `bgrun events` prints: a sentence for each change.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of changes as they come. It knows what it has said of each job, and does not say it twice.
package struct EventText {
    /// What is known beside the change itself.
    package struct Facts {
        /// How the job stands; nil where it has left.
        package var job: JobReport?
        /// The run that has ended.
        package var entry: HistoryEntry?

        package init(job: JobReport? = nil, entry: HistoryEntry? = nil) {
            self.job = job
            self.entry = entry
        }
    }

    private let owners: OwnerNames
    private var titles: [JobID: String] = [:]
    /// What was said last of where a job stands.
    private var said: [JobID: String] = [:]

    package init(_ owners: OwnerNames) { self.owners = owners }

    /// Whether a job's title is known.
    package func knows(_ job: JobID) -> Bool { titles[job] != nil }

    package mutating func note(_ jobs: [JobReport]) {
        for job in jobs { titles[job.id] = job.title?.visible ?? job.identifier.text }
    }

    /// Nil where it says nothing new.
    package mutating func line(_ event: Transition, _ facts: Facts, _ clock: LocalClock) -> Line? {
        if let job = facts.job { note([job]) }
        if let entry = facts.entry, titles[entry.job] == nil { titles[entry.job] = entry.title?.visible }
        guard let words = words(event.change, facts, clock) else { return nil }
        var spans = [Span("\(clock.time(event.at))  ", .dim)]
        if let job = event.job {
            spans += [Span(name(of: job), .bold), Span(" ")]
            if case .jobLeft = event.change { forget(job) }
        }
        return Line(spans + [words])
    }

    /// `Backup`, or with whose it is where it is somebody else's.
    private func name(of job: JobID) -> String {
        let name = titles[job] ?? job.identifier.text
        return owners.areShown([job.owner]) ? "\(name) of \(owners.name(job.owner).visible)" : name
    }

    private mutating func forget(_ job: JobID) {
        titles[job] = nil
        said[job] = nil
    }

    private mutating func words(_ change: Transition.Change, _ facts: Facts, _ clock: LocalClock) -> Span? {
        switch change {
        case .jobChanged(let job, let state):
            guard let words = stand(state, facts.job, wasFrozen: said[job] == Self.frozen, clock) else {
                said[job] = nil
                return nil
            }
            guard said.updateValue(words.text, forKey: job) != words.text else { return nil }
            return words
        case .jobLeft: return Span("is over and leaves the list", .dim)
        case .runStarted(_, let run): return Span("started (run \(run))", .active)
        case .runExpiring(_, let run, let reason?):
            return Span("is told to end: \(reason.words) (run \(run))", .waiting)
        case .runExpiring(_, let run, nil):
            return Span("has ended, and what it left behind is told to end (run \(run))", .waiting)
        case .runEnded(_, let run, let outcome, let reason):
            return Span(end(run, outcome, reason, facts.entry), outcome.style)
        case .occurrenceSkipped(_, let skip):
            return Span("skips \(clock.date(skip.due)): \(skip.reason.words)", .waiting)
        case .conditionChanged(let condition): return Span(condition.words.visible, condition.verdict.style)
        }
    }

    /// `failed: exit 3, after 4 min (run 12)`.
    private func end(
        _ run: RunID, _ outcome: Outcome, _ reason: StopReason?, _ entry: HistoryEntry?
    ) -> String {
        guard let entry else {
            return "\(outcome.words(for: reason)) (run \(run))"
        }
        let span = outcome == .couldNotLaunch ? nil : entry.tookWords
        let took = span.map { ", after \($0)" } ?? ""
        return "\(entry.endWords.visible)\(took) (run \(run))"
    }

    private static let frozen = "was frozen"

    /// What runs says so by its start and its end.
    private func stand(
        _ state: JobState, _ job: JobReport?, wasFrozen: Bool, _ clock: LocalClock
    ) -> Span? {
        // It may have moved on since.
        let now = job?.state == state ? job : nil
        return switch state {
        case .running: wasFrozen ? Span("goes on", .active) : nil
        case .expiring: nil
        case .frozen: Span(Self.frozen, .waiting)
        case .scheduled: now?.due.map { Span("comes up \(clock.date($0))") }
        case .due:
            now.flatMap { waiting($0, clock) }.map { Span("waits for \($0)", .waiting) }
                ?? Span("is due", .waiting)
        case .paused: Span("is paused", .waiting)
        case .disabled: Span("is disabled", .dim)
        case .invalid:
            Span("can't be used" + (now?.blockers.first.map { ": \($0.words(clock))" } ?? ""), .bad)
        }
    }

    /// `external power and network`; of what is no requirement, its reason.
    private func waiting(_ job: JobReport, _ clock: LocalClock) -> String? {
        let kinds = job.blockers.compactMap { Requirement.Kind(rawValue: $0.requirement)?.row.title }
        guard kinds.count == job.blockers.count, !kinds.isEmpty else {
            return job.blockers.first.map {
                "a while: \($0.words(clock))"
                    + (job.blockers.count > 1 ? " and \(job.blockers.count - 1) more" : "")
            }
        }
        let last = kinds.last.map { kinds.count > 1 ? " and \($0)" : $0 } ?? ""
        return kinds.dropLast().joined(separator: ", ") + last
    }
}
