// What is doubtful because it can never be: requirements that exclude each other, and waits that outlast the occurrence.
import BGRunCalendar
import BGRunJSON

extension DescriptorReview {
    /// Of `requires`, and of `prefers` beside it.
    var contradictionWarnings: [DescriptorWarning] {
        let requires = JSONKeyPath([.key("requires")])
        let required = RequirementGoals([RequirementTree(descriptor.requirements, at: requires)])
        guard required.canHold else {
            let found = required.contradiction
            return [DescriptorWarning(at: found?.place ?? requires, .neverHolds(found?.pair))]
        }
        let dead = Self.deadAlternatives(of: required)
        guard let preference = descriptor.preference else { return dead }
        let prefers = JSONKeyPath([.key("prefers")])
        let preferred = RequirementTree(preference.requirements, at: prefers)
        let both = required.adding(preferred)
        guard both.canHold else {
            let found = both.contradiction
            return dead + [DescriptorWarning(at: found?.place ?? prefers, .neverPreferred(found?.pair))]
        }
        return dead + Self.deadAlternatives(of: RequirementGoals([preferred]), beside: required)
    }

    /// Alternatives that never hold beside all else, though the whole can.
    private static func deadAlternatives(
        of goals: RequirementGoals, beside others: RequirementGoals = RequirementGoals()
    ) -> [DescriptorWarning] {
        goals.choices.indices.flatMap { index -> [DescriptorWarning] in
            let choice = goals.choices[index]
            // An opposite of several says that one of them is enough, and seldom means each of them.
            guard choice.isWritten else { return [] }
            let rest = goals.without(choice: index).adding(others)
            return choice.alternatives.enumerated().flatMap { place, alternative -> [DescriptorWarning] in
                let whole = rest.adding(alternative)
                guard whole.canHold else {
                    let here = choice.place.appending(.index(place))
                    return [DescriptorWarning(at: here, .neverAlternative(whole.contradiction?.pair))]
                }
                return deadAlternatives(of: RequirementGoals([alternative]), beside: rest)
            }
        }
    }

    /// `maxLateness` beside `prefers`.
    var latenessWarnings: [DescriptorWarning] {
        guard let lateness = descriptor.maxLateness, let span = preferenceSpan, lateness < span else {
            return []
        }
        return [warning("maxLateness", .skippedBefore(lateness, preferred: span))]
    }

    /// How long what is preferred holds an occurrence back.
    private var preferenceSpan: Duration? {
        guard let preference = descriptor.preference else { return nil }
        let latest: Duration? =
            switch descriptor.latestBegin {
            case .after(let span)?: span
            case .date(let date)?: max(.zero, begin.duration(to: date))
            case nil: nil
            }
        return [preference.span, latest].compactMap(\.self).min()
    }
}
