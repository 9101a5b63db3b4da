// A check: what no kernel tells, and a process finds out.

/// A question that a process of the owner's answers.
package struct Check: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        case command(CommandCheck)
        case reachable(Endpoint)
        /// The connectivity check of the policy. One answer serves all users: root stands for them as its owner, and the
        /// daemon's own user asks.
        case online
    }

    package let question: Question
    /// With whose rights it is asked.
    package let owner: UserID

    package init(_ question: Question, owner: UserID) {
        self.question = question
        self.owner = owner
    }
}

extension Check.Question {
    /// Whether another network may give another answer.
    package var isOfNetwork: Bool {
        switch self {
        case .reachable, .online: true
        case .command: false
        }
    }
}
