// How a job stood at an instant that has passed: was it due, what lacked, did it run, did anybody look.
import BGRunCalendar
import BGRunJob

extension PastMoment {
    /// So long before the instant is looked for since when something lacked.
    package static let memory: Duration = .seconds(7 * 86_400)

    /// - Parameters:
    ///   - timeline: From before the instant up to now.
    ///   - accepted: Since when the job is what it is.
    package init(_ past: JobPast, at instant: WallTime, on timeline: ConditionTimeline, accepted: WallTime) {
        let occurrence = Occurrence(of: past, at: instant)
        self.init(
            job: past.job, at: instant, stand: occurrence.stand, due: occurrence.due, run: occurrence.run,
            then: occurrence.then, activeRun: occurrence.activeRun,
            isBeforeAll: occurrence.stand == .notDue && instant < accepted && past.isEmpty(before: instant))
        let attention = timeline.attention
        if let stretch = attention.stretch(at: instant), let name = stretch.value.name {
            unseen = Lack(
                name: name, words: stretch.value.words, since: Self.begin(stretch.span, of: timeline),
                until: Self.end(stretch.span, of: timeline), isUnknown: true)
        }
        lacks = past.requirements.terms.compactMap { term in
            Self.lack(of: term, at: instant, on: timeline, owner: past.job.owner, words: term.words)
        }
        // What is only preferred held it back no longer than that.
        if let due, past.prefersFor.map({ instant < due.advanced(by: $0) }) ?? true {
            lacks += past.preferred.terms.compactMap { term in
                Self.lack(
                    of: term, at: instant, on: timeline, owner: past.job.owner,
                    words: "\(term.words) (preferred)")
            }
        }
        lacks += Self.holds(past.holds, at: instant, on: timeline)
    }

    /// Nil where it held, and where nobody looked: that is told by itself.
    private static func lack(
        of term: Requirements.Term, at instant: WallTime, on timeline: ConditionTimeline, owner: UserID,
        words: String
    ) -> Lack? {
        let course = term.course(on: timeline, owner: owner)
        guard let stretch = course.stretch(at: instant), let verdict = stretch.value.verdict, verdict != .yes
        else { return nil }
        return Lack(
            name: term.name, words: words, since: begin(stretch.span, of: timeline),
            until: end(stretch.span, of: timeline), isUnknown: verdict == .unknown,
            isSimulated: stretch.value.isSimulated)
    }

    /// What is no requirement.
    private static func holds(
        _ holds: [HoldChange], at instant: WallTime, on timeline: ConditionTimeline
    ) -> [Lack] {
        let places = Placement(holds.map(\.at), end: timeline.to).places
        guard let index = places.lastIndex(where: { $0 <= instant }) else { return [] }
        let names = Set(holds[index].blockers)
        return HoldWords.all.compactMap { name, words in
            guard names.contains(name) else { return nil }
            var (first, last) = (index, index)
            while first > 0, holds[first - 1].blockers.contains(name) { first -= 1 }
            while last + 1 < holds.count, holds[last + 1].blockers.contains(name) { last += 1 }
            return Lack(
                name: name, words: words, since: places[first],
                until: last + 1 < places.count ? places[last + 1] : nil)
        }
    }

    private static func begin(_ span: Span, of timeline: ConditionTimeline) -> WallTime? {
        span.from > timeline.from ? span.from : nil
    }

    private static func end(_ span: Span, of timeline: ConditionTimeline) -> WallTime? {
        span.to < timeline.to ? span.to : nil
    }
}

/// The occurrence that was due at an instant, or the next one.
private struct Occurrence {
    var stand = PastMoment.Stand.notDue
    var due: WallTime?
    var run: RunID?
    var then: HistoryLine?
    var activeRun: RunID?

    init(of past: JobPast, at instant: WallTime) {
        let runs = past.runs.sorted { $0.run < $1.run }
        if let entry = runs.first(where: { $0.started <= instant && instant < $0.ended }) {
            (stand, due, run, then) = (.running, entry.due, entry.run, .run(entry))
        } else if let active = past.activeRun, active.started <= instant {
            (stand, due, run, activeRun) = (.running, past.dueSince, active.run, active.run)
        } else if let entry = runs.first(where: { $0.due <= instant && instant < $0.started }) {
            (stand, due, then) = (.waiting, entry.due, .run(entry))
        } else if let skip = past.skips.first(where: { $0.due <= instant && instant < $0.skipped }) {
            (stand, due, then) = (.waiting, skip.due, .skip(skip, of: past.job, title: nil))
        } else if let dueSince = past.dueSince, dueSince <= instant {
            (stand, due, activeRun) = (.waiting, dueSince, past.activeRun?.run)
        } else {
            then = Self.next(runs, past, after: instant)
        }
    }

    /// What came next, whether run or skipped.
    private static func next(_ runs: [HistoryEntry], _ past: JobPast, after instant: WallTime) -> HistoryLine?
    {
        let run = runs.first { $0.due > instant }
        let skip = past.skips.filter { $0.due > instant && $0.due <= $0.skipped }.min { $0.due < $1.due }
        guard let skip, run.map({ skip.due < $0.due }) ?? true else { return run.map { .run($0) } }
        return .skip(skip, of: past.job, title: nil)
    }
}

extension JobPast {
    /// Whether nothing is known of it before an instant.
    fileprivate func isEmpty(before instant: WallTime) -> Bool {
        !runs.contains { $0.due <= instant } && !skips.contains { $0.due <= instant }
            && !holds.contains { $0.at <= instant }
    }
}

extension Course {
    /// The stretch in which an instant lies; nil outside of the course.
    fileprivate func stretch(at instant: WallTime) -> Stretch? {
        guard let index = steps.lastIndex(where: { $0.at <= instant }), instant <= end else { return nil }
        return Stretch(
            span: Span(from: steps[index].at, to: index + 1 < steps.count ? steps[index + 1].at : end),
            value: steps[index].value)
    }
}
