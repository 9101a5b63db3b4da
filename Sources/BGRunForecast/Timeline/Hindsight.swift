// From what was recorded to what each job went through.
import BGRunCalendar
import BGRunJob

/// What was recorded of the machine, asked about one job after the other.
package struct Hindsight {
    /// What one user's jobs need together.
    private struct Need: Hashable {
        let requirements: Requirements
        let owner: UserID
    }

    let timeline: ConditionTimeline
    private let begin: WallTime
    /// Many jobs need the same, and what became of it is the same too.
    private var known: [Need: Course<Standing>] = [:]

    /// - Parameters:
    ///   - changes: In the order in which they were written; the earlier ones tell how things stood at `from`.
    ///   - to: Now.
    package init(_ changes: [ConditionChange], from: WallTime, to: WallTime) {
        timeline = ConditionTimeline(changes, from: from, to: to)
        begin = min(max(changes.first?.at ?? to, timeline.from), to)
    }

    /// The window with what was seen of each of these requirements.
    package func machine(_ asked: [(requirement: Requirement, owner: UserID)]) -> MachineTimeline {
        let gaps = timeline.attention.stretches.compactMap { stretch in
            stretch.value.absence.map {
                MachineTimeline.Gap(from: stretch.span.from, to: stretch.span.to, $0)
            }
        }
        var lanes: [MachineTimeline.Lane] = []
        var seen: Set<MachineTimeline.Lane> = []
        for (requirement, owner) in asked {
            let condition = requirement.condition
            let owner = condition.kind.row.isOwned ? owner : nil
            let name = MachineTimeline.Lane(
                text: condition.text, words: condition.words, owner: owner, stretches: [])
            guard seen.insert(name).inserted else { continue }
            var lane = name
            lane.stretches = timeline.course(of: condition, owner: owner ?? .root).stretches.map {
                // What was simulated nobody has seen.
                MachineTimeline.Stretch(
                    from: $0.span.from, to: $0.span.to, $0.value.isSimulated ? nil : $0.value.verdict)
            }
            lanes.append(lane)
        }
        return MachineTimeline(
            from: timeline.from, to: timeline.to, begin: begin, gaps: gaps, lanes: lanes)
    }

    /// What a job went through.
    package mutating func timeline(of past: JobPast, title: String?) -> JobTimeline {
        let standing = standing(of: past.requirements, owner: past.job.owner)
        let waiting = past.waiting(on: timeline)
        let runs = past.runs.filter { $0.ended >= timeline.from }
            .sorted { ($0.started, $0.run) < ($1.started, $1.run) }
        return JobTimeline(
            job: past.job, title: title, from: timeline.from, to: timeline.to,
            conditions: standing.stretches.map(\.told),
            waits: waiting.all.isEmpty ? [] : waits(of: past, standing, during: waiting), runs: runs,
            skips: past.skips.filter { $0.skipped >= timeline.from }, activeRun: past.activeRun)
    }

    private mutating func standing(of requirements: Requirements, owner: UserID) -> Course<Standing> {
        let need = Need(requirements: requirements, owner: owner)
        if let standing = known[need] { return standing }
        let standing = timeline.standing(of: requirements, owner: owner)
        known[need] = standing
        return standing
    }

    private func waits(
        of past: JobPast, _ standing: Course<Standing>, during waiting: Spans
    ) -> [JobTimeline.Stretch] {
        var course = standing
        if !past.preferred.isEmpty {
            let preferring = Course(past.preferring(on: timeline), from: timeline.from, to: timeline.to)
            let preferred = timeline.standing(of: past.preferred, owner: past.job.owner, isPreferred: true)
            course = course.combined(
                with: preferred.combined(with: preferring) { $1 ? $0 : Standing() }, Standing.joined)
        }
        for hold in past.holdCourses(on: timeline) { course = course.combined(with: hold, Standing.joined) }
        return course.stretches(in: waiting).map(\.told)
    }
}

/// How what a job needs stood at an instant.
struct Standing: Hashable {
    var absence: JobTimeline.Absence?
    var lacks: [JobTimeline.Lack] = []

    static func joined(_ one: Standing, _ other: Standing) -> Standing {
        guard other != Standing() else { return one }
        var lacks = one.lacks
        for lack in other.lacks where lacks.count < JobTimeline.mostLacks && !lacks.contains(lack) {
            lacks.append(lack)
        }
        return Standing(absence: one.absence ?? other.absence, lacks: lacks)
    }
}

extension Course.Stretch where Value == Standing {
    /// What is missing is known also where something else is not.
    fileprivate var told: JobTimeline.Stretch {
        JobTimeline.Stretch(
            from: span.from, to: span.to,
            absence: value.absence == .unknown && !value.lacks.isEmpty ? nil : value.absence,
            lacks: value.absence == .unknown || value.absence == nil ? value.lacks : [])
    }
}

extension Course {
    /// The stretches of some times alone.
    fileprivate func stretches(in times: Spans) -> [Stretch] {
        var found: [Stretch] = []
        var first = 0
        let all = stretches
        for time in times.all {
            while first < all.count, all[first].span.to <= time.from { first += 1 }
            var next = first
            while next < all.count, all[next].span.from < time.to {
                let span = Span(
                    from: max(all[next].span.from, time.from), to: min(all[next].span.to, time.to))
                found.append(Stretch(span: span, value: all[next].value))
                next += 1
            }
        }
        return found
    }
}

extension Course<Bool> {
    /// True within some times.
    fileprivate init(_ times: Spans, from begin: WallTime, to end: WallTime) {
        self.init(from: begin, to: end, false)
        for time in times.all where time.to > begin && time.from < end {
            change(to: true, at: time.from)
            change(to: false, at: time.to)
        }
    }
}

extension ConditionTimeline {
    /// What of some requirements was missing at each instant, and when nobody looked.
    fileprivate func standing(
        of requirements: Requirements, owner: UserID, isPreferred: Bool = false
    ) -> Course<Standing> {
        let looked = attention.mapped { Standing(absence: $0.absence) }
        let courses = requirements.terms.map { term in
            let lack = JobTimeline.Lack(name: term.name, words: term.words, isPreferred: isPreferred)
            // What is looked at before a start only was not seen in between.
            let isSeen = term.keeping { !$0.kind.isLookedAt } != nil
            return term.course(on: self, owner: owner).mapped { sight in
                switch sight.verdict {
                case .yes: Standing()
                case .no: Standing(lacks: [lack])
                case .unknown:
                    Standing(lacks: [
                        .init(name: lack.name, words: lack.words, isUnknown: true, isPreferred: isPreferred)
                    ])
                case nil: Standing(absence: isSeen ? .unknown : nil)
                }
            }
        }
        let needs = Course.merged(courses[...], Standing.joined)
        return needs.map { looked.combined(with: $0, Standing.joined) } ?? looked
    }
}

extension JobPast {
    /// What is no requirement, kind by kind. Names of requirements among them are told by what was seen of these.
    fileprivate func holdCourses(on timeline: ConditionTimeline) -> [Course<Standing>] {
        let places = Placement(holds.map(\.at), end: timeline.to).places
        return HoldWords.all.compactMap { name, words in
            guard holds.contains(where: { $0.blockers.contains(name) }) else { return nil }
            var course = Course(from: timeline.from, to: timeline.to, Standing())
            let held = Standing(lacks: [.init(name: name, words: words)])
            for (place, hold) in zip(places, holds) {
                course.change(
                    to: hold.blockers.contains(name) ? held : Standing(), at: max(place, timeline.from))
            }
            return course
        }
    }
}

extension Attention {
    fileprivate var absence: JobTimeline.Absence? {
        switch self {
        case .looking: nil
        case .asleep: .asleep
        case .stopped: .stopped
        case .lost, .clock: .unknown
        }
    }
}
