// Several requirements together, as a tree of all, any and not.

/// Requirements that must all hold; empty asks for nothing.
///
/// As the author wrote them: in the order of the table of keys, alternatives and opposites last. There is one list
/// of alternatives and one opposite at most; more of them stand inside each other.
package struct Requirements: Hashable, Sendable {
    package enum Term: Hashable, Sendable {
        /// Never an opposite: that is written with `not`.
        case requirement(Requirement)
        /// One of these is enough. Never empty, and neither is any of them.
        indirect case anyOf([Requirements])
        /// What they ask for together does not hold. Never empty.
        indirect case not(Requirements)
    }

    package static let none = Requirements([])

    package let terms: [Term]

    package init(_ terms: [Term]) {
        self.terms = terms
    }

    package var isEmpty: Bool { terms.isEmpty }

    /// Whether all of them are asked for at once, without alternatives and opposites.
    package func contains(_ requirement: Requirement) -> Bool { terms.contains(.requirement(requirement)) }

    /// Every condition that is named anywhere in it, opposites as they are meant.
    package var leaves: [Requirement] { leaves(isNegated: false) }

    private func leaves(isNegated: Bool) -> [Requirement] {
        terms.flatMap { term in
            switch term {
            case .requirement(let requirement): [isNegated ? .not(requirement) : requirement]
            case .anyOf(let alternatives): alternatives.flatMap { $0.leaves(isNegated: isNegated) }
            case .not(let opposite): opposite.leaves(isNegated: !isNegated)
            }
        }
    }
}

extension Requirements: ExpressibleByArrayLiteral {
    package init(arrayLiteral requirements: Requirement...) {
        self.init(requirements.map { .requirement($0) })
    }
}

/// What a job would rather wait for, and how long at most.
package struct Preference: Hashable, Sendable {
    /// Never empty.
    package let requirements: Requirements
    /// Counted from the due instant. Nil leaves it to `latestBegin`; never nil without one.
    package let span: Duration?

    package init(_ requirements: Requirements, for span: Duration?) {
        self.requirements = requirements
        self.span = span
    }
}
