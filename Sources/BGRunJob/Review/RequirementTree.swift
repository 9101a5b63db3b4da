// Requirements as they are judged: opposites at the leaves, alternatives between them.
import BGRunJSON

/// A tree of requirements with its opposites pushed down to the leaves, each with the place where it is written.
indirect enum RequirementTree {
    case leaf(Requirement, JSONKeyPath)
    case all([RequirementTree])
    /// Alternatives that their author has written side by side, or those that the opposite of several stands for.
    case any([RequirementTree], JSONKeyPath, isWritten: Bool)

    init(_ requirements: Requirements, at place: JSONKeyPath, isNegated: Bool = false) {
        let terms = requirements.terms.map { RequirementTree($0, at: place, isNegated: isNegated) }
        self = isNegated && terms.count > 1 ? .any(terms, place, isWritten: false) : .all(terms)
    }

    private init(_ term: Requirements.Term, at place: JSONKeyPath, isNegated: Bool) {
        switch term {
        case .requirement(let requirement):
            let kind = requirement.kind
            let object = kind.row.isInsideNetwork ? place.appending(.key("network")) : place
            self = .leaf(
                isNegated ? requirement.opposite : requirement, object.appending(.key(kind.rawValue)))
        case .not(let opposite):
            self = RequirementTree(opposite, at: place.appending(.key("not")), isNegated: !isNegated)
        case .anyOf(let alternatives):
            let list = place.appending(.key("anyOf"))
            let trees = alternatives.enumerated().map { index, alternative in
                RequirementTree(alternative, at: list.appending(.index(index)), isNegated: isNegated)
            }
            self = isNegated || trees.count == 1 ? .all(trees) : .any(trees, list, isWritten: true)
        }
    }
}
