// When a job is likely to start, from how often what it needs held at that time of day.
import BGRunCalendar
import BGRunJob

extension Forecast {
    /// How far back a forecast looks.
    package static let memory: Duration = .seconds(56 * 86_400)
    /// How far it looks ahead from when the job is due.
    package static let reach: Duration = .seconds(7 * 86_400)
    /// On how many percent of the days all must have held for a start to be likely.
    static let likelyPercent = 50
    /// The same for a time of day at which one requirement usually holds.
    static let usualPercent = 60

    /// - Parameters:
    ///   - timeline: Up to now.
    ///   - zone: The machine's.
    package init(_ prospect: JobProspect, on timeline: ConditionTimeline, in zone: Zone) {
        let now = timeline.to
        let owner = prospect.job.owner
        let slots = DaySlot.slots(
            of: Span(from: max(timeline.from, now.advanced(by: .zero - Self.memory)), to: now), in: zone)
        // What is looked at before a start only was not seen in between.
        let isForeseeable = { (requirement: Requirement) in
            !requirement.kind.isLookedAt && timeline.hasSeen(requirement, owner: owner)
        }
        let known = prospect.requirements.keeping(isForeseeable) ?? .none
        var unforeseeable: [String] = []
        for leaf in prospect.requirements.leaves
        where !isForeseeable(leaf) && !unforeseeable.contains(leaf.words) {
            unforeseeable.append(leaf.words)
        }
        let course = known.course(on: timeline, owner: owner)
        let outlook = Outlook(
            prospect: prospect, zone: zone, now: now, needsNothing: prospect.requirements.isEmpty,
            isBlind: known.isEmpty && !prospect.requirements.isEmpty,
            holdsNow: course.last == Sight(.yes), experience: DayCounts(course, slots: slots))
        let guess = outlook.guess(isPartial: !unforeseeable.isEmpty)
        self.init(
            job: prospect.job, likely: guess.likely, isNow: guess.isNow, confidence: guess.confidence,
            daysHeld: guess.held, daysSeen: guess.seen,
            habits: known.terms.flatMap { term in
                Self.habits(
                    of: term,
                    DayCounts(term.course(on: timeline, owner: owner), slots: slots))
            },
            unforeseeable: unforeseeable, note: guess.note)
    }

    private static func habits(of term: Requirements.Term, _ counts: DayCounts) -> [Habit] {
        counts.classes.filter { $0.counts.days >= BinCounts.fewestDays }.map { days, counts in
            Habit(
                name: term.name, words: term.words, days: days,
                windows: counts.windows(percent: usualPercent, joinsMidnight: days == .all),
                daysSeen: counts.days)
        }
    }
}
