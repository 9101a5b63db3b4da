// What is doubtful about requirements and preferences: what has no effect beside the rest.
import BGRunCalendar
import BGRunJSON

extension DescriptorReview {
    /// `requires`.
    var requirementWarnings: [DescriptorWarning] {
        includedAlternatives(of: descriptor.requirements, at: JSONKeyPath([.key("requires")]))
    }

    /// `prefers`.
    var preferenceWarnings: [DescriptorWarning] {
        guard let preference = descriptor.preference else { return [] }
        let place = JSONKeyPath([.key("prefers")])
        var warnings = repetitions(in: preference.requirements, at: place)
        warnings += includedAlternatives(of: preference.requirements, at: place)
        if let span = preference.span, case .after(let latest)? = descriptor.latestBegin, span > latest {
            warnings.append(
                DescriptorWarning(at: place.appending(.key("for")), .preferredTooLong(span, latest: latest)))
        }
        return warnings
    }

    /// `onRequirementLost`, where it was chosen.
    var lossWarnings: [DescriptorWarning] {
        let canBeLost = descriptor.requirements.leaves.contains { $0.kind.isLosable }
        guard descriptor.onRequirementLost != .stop, !canBeLost else { return [] }
        return [warning("onRequirementLost", .nothingToLose)]
    }

    /// What is preferred although it is required.
    private func repetitions(in preferred: Requirements, at place: JSONKeyPath) -> [DescriptorWarning] {
        var keys: [[JSONKeyPath.Step]] = []
        for term in preferred.terms where descriptor.requirements.terms.contains(term) {
            let key = term.steps
            // A network that is required may still be preferred to be a certain one.
            let isImplied =
                term == .requirement(.network) && preferred.terms.contains(where: \.isInsideNetwork)
            if !isImplied, !keys.contains(key) { keys.append(key) }
        }
        return keys.map { DescriptorWarning(at: $0.reduce(place) { $0.appending($1) }, .requiredAnyway) }
    }

    /// Alternatives that ask for all that another asks for, and so never make a difference.
    private func includedAlternatives(
        of requirements: Requirements, at place: JSONKeyPath
    ) -> [DescriptorWarning] {
        requirements.terms.flatMap { term -> [DescriptorWarning] in
            switch term {
            case .requirement: return []
            case .not(let opposite):
                return includedAlternatives(of: opposite, at: place.appending(.key("not")))
            case .anyOf(let alternatives):
                let list = place.appending(.key("anyOf"))
                return alternatives.indices.flatMap { index in
                    let here = list.appending(.index(index))
                    let other = alternatives.indices.first { other in
                        let (mine, theirs) = (Set(alternatives[index].terms), Set(alternatives[other].terms))
                        return other != index && mine.isSuperset(of: theirs)
                            && (mine != theirs || other < index)
                    }
                    return (other.map { [DescriptorWarning(at: here, .askedForMore(place: $0))] } ?? [])
                        + includedAlternatives(of: alternatives[index], at: here)
                }
            }
        }
    }
}

extension Requirements.Term {
    fileprivate var isInsideNetwork: Bool {
        switch self {
        case .requirement(let requirement): requirement.kind.row.isInsideNetwork
        case .anyOf, .not: false
        }
    }

    /// The keys under which it is written.
    fileprivate var steps: [JSONKeyPath.Step] {
        switch self {
        case .requirement(let requirement):
            let kind = requirement.kind
            return (kind.row.isInsideNetwork ? [.key("network")] : []) + [.key(kind.rawValue)]
        case .anyOf: return [.key("anyOf")]
        case .not: return [.key("not")]
        }
    }
}
