// Trees of requirements over time, by the same rule by which they open a gate.
import BGRunCalendar
import BGRunJob

extension Requirements {
    /// What was known of all of them together; nothing is asked for, so it always held.
    func course(on timeline: ConditionTimeline, owner: UserID) -> Course<Sight> {
        let courses = terms.map { $0.course(on: timeline, owner: owner) }
        return Course.merged(courses[...]) { $0.and($1) }
            ?? Course(from: timeline.from, to: timeline.to, Sight(.yes))
    }

    /// The part of it that rests on conditions which `isKept`; nil where nothing does. An alternative of which nothing
    /// is left is none.
    func keeping(_ isKept: (Requirement) -> Bool) -> Requirements? {
        let kept = terms.compactMap { $0.keeping(isKept) }
        return kept.isEmpty ? nil : Requirements(kept)
    }
}

extension Requirements.Term {
    func course(on timeline: ConditionTimeline, owner: UserID) -> Course<Sight> {
        switch self {
        case .requirement(let requirement): return timeline.course(of: requirement, owner: owner)
        case .anyOf(let alternatives):
            let courses = alternatives.map { $0.course(on: timeline, owner: owner) }
            return Course.merged(courses[...]) { $0.or($1) }
                ?? Course(from: timeline.from, to: timeline.to, Sight(.no))
        case .not(let opposite): return opposite.course(on: timeline, owner: owner).mapped(\.opposite)
        }
    }

    func keeping(_ isKept: (Requirement) -> Bool) -> Requirements.Term? {
        switch self {
        case .requirement(let requirement): return isKept(requirement) ? self : nil
        case .anyOf(let alternatives):
            let kept = alternatives.compactMap { $0.keeping(isKept) }
            return kept.isEmpty ? nil : .anyOf(kept)
        case .not(let opposite): return opposite.keeping(isKept).map { .not($0) }
        }
    }

    /// The name of a cause: of the requirement, or of what joins several.
    var name: String {
        switch self {
        case .requirement(let requirement): requirement.kind.rawValue
        case .anyOf: "anyOf"
        case .not(let opposite): opposite.single?.kind.rawValue ?? "not"
        }
    }
}
