// A job's name among those of all users.

/// A job's full name: two users may use the same identifier.
package struct JobID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let owner: UserID
    package let identifier: JobIdentifier

    package init(owner: UserID, identifier: JobIdentifier) {
        self.owner = owner
        self.identifier = identifier
    }

    /// By identifier, then by owner: the order of every list.
    package static func < (left: Self, right: Self) -> Bool {
        left.identifier == right.identifier ? left.owner < right.owner : left.identifier < right.identifier
    }

    package var description: String { "\(identifier)@\(owner)" }
}
