// An application's name among those of all users.

/// An application as one user has it: two users may have applications of the same name, each with its own requests.
package struct ApplicationID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let owner: UserID
    /// In reverse-DNS form, as the identifier of a job.
    package let name: JobIdentifier

    package init(owner: UserID, name: JobIdentifier) {
        self.owner = owner
        self.name = name
    }

    /// By name, then by owner: the order of every list.
    package static func < (left: Self, right: Self) -> Bool {
        left.name == right.name ? left.owner < right.owner : left.name < right.name
    }

    package var description: String { "\(name)@\(owner)" }
}
