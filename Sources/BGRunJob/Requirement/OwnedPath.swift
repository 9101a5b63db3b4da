// A path, and who looks at it.

/// A path as one user sees it: root must not tell others what they can't look at.
package struct OwnedPath: Hashable, Sendable {
    package let path: String
    package let owner: UserID

    package init(path: String, owner: UserID) {
        self.path = path
        self.owner = owner
    }
}
