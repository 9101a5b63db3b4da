// What held a job back: the time it waited, and what was missing meanwhile.
import BGRunCalendar
import BGRunJob

extension HeldBack {
    /// The most events that are listed.
    package static let mostEvents = 200

    /// Looks at the window of the timeline. A term of the requirements counts while it was known not to hold or nobody
    /// could know; an `anyOf` counts as one while none of its alternatives held.
    package init(_ past: JobPast, on timeline: ConditionTimeline, changes: [ConditionChange]) {
        let waiting = past.waiting(on: timeline)
        var tally = CauseTally(waiting: waiting)
        let owner = past.job.owner
        for term in past.requirements.terms {
            tally.add(term, words: term.words, during: waiting, on: timeline, owner: owner)
        }
        let preferring = waiting.intersection(past.preferring(on: timeline))
        for term in past.preferred.terms {
            tally.add(
                term, words: "\(term.words) (preferred)", during: preferring, on: timeline, owner: owner)
        }
        tally.add(past.holds, on: timeline)
        tally.add(timeline.attention)
        let (events, hasMore) = past.events(on: timeline, changes: changes, most: Self.mostEvents)
        self.init(
            job: past.job, from: timeline.from, to: timeline.to, waiting: waiting.duration,
            causes: tally.causes, events: events, hasMoreEvents: hasMore)
    }
}

/// Causes as they are found, and how much of the waiting they explain.
private struct CauseTally {
    let waiting: Spans
    private var explained: [Span] = []
    private var found: [HeldBack.Cause] = []

    init(waiting: Spans) { self.waiting = waiting }

    /// The largest first; equal ones in the order in which they were found.
    var causes: [HeldBack.Cause] {
        var causes = found
        let other = waiting.subtracting(Spans(explained)).duration
        if other > .zero {
            causes.append(HeldBack.Cause(name: "other", words: "other limits", duration: other))
        }
        return causes.enumerated().sorted { one, two in
            one.element.duration == two.element.duration
                ? one.offset < two.offset : one.element.duration > two.element.duration
        }.map(\.element)
    }

    mutating func add(
        _ term: Requirements.Term, words: String, during times: Spans, on timeline: ConditionTimeline,
        owner: UserID
    ) {
        let course = term.course(on: timeline, owner: owner)
        for verdict in [Verdict.no, .unknown] {
            for isSimulated in [false, true] {
                let sight = Sight(verdict, isSimulated: isSimulated)
                add(
                    HeldBack.Cause(
                        name: term.name, words: words, duration: .zero, isUnknown: verdict == .unknown,
                        isSimulated: isSimulated),
                    during: course.spans { $0 == sight }.intersection(times))
            }
        }
    }

    /// What is no requirement. Names of requirements among them are told by what was seen of these.
    mutating func add(_ holds: [HoldChange], on timeline: ConditionTimeline) {
        let places = Placement(holds.map(\.at), end: timeline.to).places
        var spans: [String: [Span]] = [:]
        for (index, hold) in holds.enumerated() {
            let to = index + 1 < places.count ? places[index + 1] : timeline.to
            for name in Set(hold.blockers) {
                spans[name, default: []].append(Span(from: places[index], to: to))
            }
        }
        for (name, words) in HoldWords.all {
            guard let spans = spans[name] else { continue }
            add(
                HeldBack.Cause(name: name, words: words, duration: .zero),
                during: Spans(spans).intersection(waiting))
        }
    }

    /// When nobody looked, nothing was started either.
    mutating func add(_ attention: Course<Attention>) {
        for reason in [Attention.asleep, .stopped, .lost, .clock] {
            guard let name = reason.name else { continue }
            add(
                HeldBack.Cause(
                    name: name, words: reason.words, duration: .zero,
                    isUnknown: reason == .lost || reason == .clock),
                during: attention.spans { $0 == reason }.intersection(waiting))
        }
    }

    private mutating func add(_ cause: HeldBack.Cause, during spans: Spans) {
        guard !spans.all.isEmpty else { return }
        var cause = cause
        cause.duration = spans.duration
        found.append(cause)
        explained += spans.all
    }
}

/// The blockers that are no requirements, as the cause of a wait.
enum HoldWords {
    /// What a name of a blocker, or of a requirement, is called in a sentence.
    static func words(of name: String) -> String {
        all.first { $0.name == name }?.words ?? Requirement.Kind(rawValue: name)?.row.title ?? name
    }

    /// In the fixed order of blockers.
    static let all: [(name: String, words: String)] = [
        ("earliestBeginDate", "its begin date"), ("trigger", "what it waits for"),
        ("spacing", "the distance to its last start"),
        ("ended", "the end of its schedule"), ("paused", "paused by hand"), ("disabled", "disabled"),
        ("invalid", "it could not be used"), ("resting", "rest after a run that did not finish"),
        ("backOff", "wait after a failure"),
        ("allowedHours", "its allowed hours"), ("after", "jobs that have to succeed first"),
        ("settling", "what was back and did not count yet"),
        ("limit", "the limit of runs"), ("catchUp", "catching up step by step"),
        ("conflict", "a job that it never runs beside"), ("queue", "the jobs before it in its queue"),
        ("shortage", "the machine lacked something to start it"),
        ("storage", "its start could not be recorded"), ("sleep", "the machine was about to sleep"),
        ("application", "its application could not take it up"), ("anyOf", "alternatives of which none held"),
        ("shutdown", "the daemon was shutting down"),
    ]
}
