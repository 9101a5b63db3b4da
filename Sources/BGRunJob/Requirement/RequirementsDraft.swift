// Requirements as they are written, key by key.

/// What the keys of an object of requirements ask for.
struct RequirementsDraft {
    private var conditions: [Requirement] = []
    var anyOf: [Requirements]?
    var not: Requirements?
    /// How long a preference holds a job back; only `prefers` has it.
    var span: Duration?

    init(_ conditions: [Requirement] = []) {
        self.conditions = conditions
    }

    /// What is written at the key of a kind; nil for a key that is left out.
    ///
    /// The key of ``Requirement/network`` holds all that stands inside it.
    subscript(kind: Requirement.Kind) -> [Requirement]? {
        get {
            let written = conditions.filter { Self.key(of: kind, holds: $0.kind) }
            return written.isEmpty ? nil : written
        }
        set {
            conditions.removeAll { Self.key(of: kind, holds: $0.kind) }
            conditions += newValue ?? []
        }
    }

    private static func key(of kind: Requirement.Kind, holds other: Requirement.Kind) -> Bool {
        kind == other || kind == .network && other.row.isInsideNetwork
    }

    /// In the order of ``Requirement/Kind``.
    var ordered: [Requirement] {
        if conditions.count < 2 { return conditions }
        return Requirement.Kind.allCases.flatMap { kind in conditions.filter { $0.kind == kind } }
    }
}

extension RequirementsDraft {
    /// One object holds one list of alternatives and one opposite, which is all that the reader makes.
    init(_ requirements: Requirements) {
        for term in requirements.terms {
            switch term {
            case .requirement(let requirement): conditions.append(requirement)
            case .anyOf(let alternatives): anyOf = alternatives
            case .not(let opposite): not = opposite
            }
        }
    }

    /// All that is asked for, alternatives and opposites last.
    var requirements: Requirements {
        var terms = ordered.map { Requirements.Term.requirement($0) }
        if let anyOf { terms.append(.anyOf(anyOf)) }
        if let not { terms.append(.not(not)) }
        return Requirements(terms)
    }
}
