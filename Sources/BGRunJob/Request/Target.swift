// Which job a request is about.

/// Which job a request means: root may name its owner, everybody else means their own.
package struct Target: Hashable, Sendable {
    package let identifier: JobIdentifier
    package let owner: UserID?

    package init(identifier: JobIdentifier, owner: UserID? = nil) {
        self.identifier = identifier
        self.owner = owner
    }
}
