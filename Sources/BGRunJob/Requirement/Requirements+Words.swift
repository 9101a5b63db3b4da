// Trees of requirements in words.

extension Requirements {
    /// As the object of "needs": `external power, a network, either a battery of at least 80 % or an open lid`.
    package var words: String { terms.map(\.words).joined(separator: ", ") }

    /// In brackets where it is more than one.
    fileprivate var enclosed: String { terms.count == 1 ? words : "(\(words))" }

    /// The one requirement that it asks for; nil where it is more, or a tree.
    package var single: Requirement? {
        guard terms.count == 1, case .requirement(let requirement) = terms[0] else { return nil }
        return requirement
    }
}

extension Requirements.Term {
    /// As the object of "needs".
    package var words: String {
        switch self {
        case .requirement(let requirement): requirement.words
        case .anyOf(let alternatives): "either \(alternatives.map(\.enclosed).joined(separator: " or "))"
        case .not(let opposite): opposite.single?.opposite.words ?? "not \(opposite.enclosed)"
        }
    }
}
