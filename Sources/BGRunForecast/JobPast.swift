// What is known of one job's past, for the question what held it back.
import BGRunCalendar
import BGRunJob

/// A job's runs and waits, and what held it back beside requirements.
package struct JobPast {
    package var job: JobID
    package var requirements: Requirements
    /// What it would rather wait for, and how long after it became due it does.
    package var preferred: Requirements
    package var prefersFor: Duration?
    /// Ended runs, in any order.
    package var runs: [HistoryEntry]
    package var skips: [Skip]
    /// In the order in which they were written.
    package var holds: [HoldChange]
    /// Since when its current occurrence is due; nil while it lies ahead.
    package var dueSince: WallTime?
    package var activeRun: JobRecord.ActiveRun?

    package init(
        job: JobID, requirements: Requirements, preferred: Requirements = .none,
        prefersFor: Duration? = nil, runs: [HistoryEntry] = [], skips: [Skip] = [],
        holds: [HoldChange] = [], dueSince: WallTime? = nil, activeRun: JobRecord.ActiveRun? = nil
    ) {
        self.job = job
        self.requirements = requirements
        self.preferred = preferred
        self.prefersFor = prefersFor
        self.runs = runs
        self.skips = skips
        self.holds = holds
        self.dueSince = dueSince
        self.activeRun = activeRun
    }

    /// How long a job holds back for what it prefers, after it became due; nil for ever.
    package static func span(of preference: Preference?, latestBegin: LatestBegin?) -> Duration? {
        guard case .after(let latest)? = latestBegin else { return preference?.span }
        return min(preference?.span ?? latest, latest)
    }

    /// When an occurrence was due and had no run: from when it was due to each start, without the runs themselves. So
    /// an occurrence that was interrupted waits again from the end of that run on.
    func waiting(on timeline: ConditionTimeline) -> Spans {
        var waits = runs.map { Span(from: $0.due, to: $0.started) }
        if let dueSince { waits.append(Span(from: dueSince, to: activeRun?.started ?? timeline.to)) }
        let ran = runs.map { Span(from: $0.started, to: $0.ended) }
        let window = Spans([Span(from: timeline.from, to: timeline.to)])
        return Spans(waits).subtracting(Spans(ran)).intersection(window)
    }

    /// When it waits for what it prefers, at most.
    func preferring(on timeline: ConditionTimeline) -> Spans {
        let dues = runs.map(\.due) + (dueSince.map { [$0] } ?? [])
        return Spans(
            dues.map { due in
                Span(from: due, to: prefersFor.map { due.advanced(by: $0) } ?? timeline.to)
            })
    }
}
