// Whether a tree of requirements can hold at all, found by trying its alternatives.
import BGRunJSON

/// What has to hold together, taken apart: what must hold in any case, and alternatives.
struct RequirementGoals {
    struct Leaf {
        let requirement: Requirement
        let place: JSONKeyPath
    }

    struct Choice {
        let alternatives: [RequirementTree]
        let place: JSONKeyPath
        let isWritten: Bool
    }

    /// Steps after which a tree counts as one that can hold: no descriptor of a person's comes near.
    private static let mostSteps = 5_000

    private(set) var leaves: [Leaf] = []
    private(set) var choices: [Choice] = []

    init(_ trees: [RequirementTree] = []) {
        for tree in trees { add(tree) }
    }

    mutating func add(_ tree: RequirementTree) {
        switch tree {
        case .leaf(let requirement, let place): leaves.append(Leaf(requirement: requirement, place: place))
        case .all(let trees): for tree in trees { add(tree) }
        case .any(let trees, let place, let isWritten):
            choices.append(Choice(alternatives: trees, place: place, isWritten: isWritten))
        }
    }

    func adding(_ tree: RequirementTree) -> RequirementGoals {
        var goals = self
        goals.add(tree)
        return goals
    }

    func adding(_ others: RequirementGoals) -> RequirementGoals {
        var goals = self
        goals.leaves += others.leaves
        goals.choices += others.choices
        return goals
    }

    func without(choice index: Int) -> RequirementGoals {
        var goals = self
        goals.choices.remove(at: index)
        return goals
    }

    /// The first two of what must hold in any case that never do together, and where the later one stands.
    var contradiction: (pair: Contradiction, place: JSONKeyPath)? {
        for (index, later) in leaves.enumerated() {
            if let earlier = leaves[..<index].first(where: { $0.requirement.excludes(later.requirement) }) {
                return (Contradiction(earlier.requirement, later.requirement), later.place)
            }
        }
        return nil
    }

    /// Whether all of it can hold at one time.
    var canHold: Bool {
        var steps = 0
        return contradiction == nil && canHold(&steps)
    }

    /// What must hold in any case can. The choice with the fewest alternatives left is tried first.
    private func canHold(_ steps: inout Int) -> Bool {
        var narrowest: [RequirementGoals]?
        for index in choices.indices {
            let rest = without(choice: index)
            let left = choices[index].alternatives.map(rest.adding).filter { $0.contradiction == nil }
            if left.isEmpty { return false }
            if left.count < narrowest?.count ?? .max { narrowest = left }
            steps += choices[index].alternatives.count
        }
        // Without a choice nothing is left to be tried.
        return narrowest?.contains { steps > Self.mostSteps || $0.canHold(&steps) } ?? true
    }
}
