// Requirements with every opposite pushed down to the gates: all and any.
import BGRunJob

/// Which gates have to hold together, and which in place of each other.
///
/// `not` is gone: the opposite of a condition has a gate of its own, with its own settle time, or the loss of a thing
/// would be the gain of its opposite without any.
indirect enum Formula: Hashable {
    case gate(GateTable.Place)
    /// All of them; none is always so.
    case all([Formula])
    /// One of them is enough; none is never so.
    case any([Formula])

    /// What it comes to, with what each gate counts as.
    func holds(_ gate: (GateTable.Place) -> Bool) -> Bool {
        switch self {
        case .gate(let place): gate(place)
        case .all(let parts): parts.allSatisfy { $0.holds(gate) }
        case .any(let parts): parts.contains { $0.holds(gate) }
        }
    }

    /// More alternatives than that tell nobody anything.
    private static let mostAlternatives = 16

    /// What stands in place of each other, each as all of its gates; what would be too many is told as if all were needed.
    var alternatives: [[GateTable.Place]] {
        switch self {
        case .gate(let place): return [[place]]
        case .any(let parts): return parts.flatMap(\.alternatives)
        case .all(let parts):
            var found: [[GateTable.Place]] = [[]]
            for part in parts {
                let more = part.alternatives
                guard found.count * more.count <= Self.mostAlternatives else { return [gates] }
                found = found.flatMap { some in more.map { some + $0 } }
            }
            return found
        }
    }

    var gates: [GateTable.Place] {
        switch self {
        case .gate(let place): [place]
        case .all(let parts), .any(let parts): parts.flatMap(\.gates)
        }
    }
}

extension Requirements {
    /// One formula for each term. `gate` gives the place of a requirement's gate.
    func formulas(_ gate: (Requirement) -> GateTable.Place) -> [Formula] {
        terms.map { $0.formula(isNegated: false, gate) }
    }

    fileprivate func formula(
        isNegated: Bool, _ gate: (Requirement) -> GateTable.Place
    ) -> Formula {
        let parts = terms.map { $0.formula(isNegated: isNegated, gate) }
        if parts.count == 1 { return parts[0] }
        return isNegated ? .any(parts) : .all(parts)
    }
}

extension Requirements.Term {
    fileprivate func formula(
        isNegated: Bool, _ gate: (Requirement) -> GateTable.Place
    ) -> Formula {
        switch self {
        case .requirement(let requirement): return .gate(gate(isNegated ? requirement.opposite : requirement))
        case .not(let opposite): return opposite.formula(isNegated: !isNegated, gate)
        case .anyOf(let alternatives):
            let parts = alternatives.map { $0.formula(isNegated: isNegated, gate) }
            if parts.count == 1 { return parts[0] }
            return isNegated ? .all(parts) : .any(parts)
        }
    }
}
