// Two requirements that can't hold together.

/// Two requirements that never hold at the same time; what else can't be told by two has none.
package struct Contradiction: Hashable, Sendable {
    package let first: Requirement
    package let second: Requirement

    package init(_ first: Requirement, _ second: Requirement) {
        self.first = first
        self.second = second
    }
}
