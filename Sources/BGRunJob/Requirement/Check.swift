// A check: what no kernel tells, and a process finds out.

/// A question that a process of the owner's answers.
package struct Check: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        case command(CommandCheck)
        case reachable(Endpoint)
    }

    package let question: Question
    package let owner: UserID

    package init(_ question: Question, owner: UserID) {
        self.question = question
        self.owner = owner
    }
}
