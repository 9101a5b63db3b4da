// A path that jobs wait for a change of.

/// A path that jobs of one owner watch.
package struct WatchedPath: Hashable, Sendable, Comparable {
    /// Absolute. A link at its end is followed; it need not exist.
    package let path: String
    /// Whose rights decide what is seen: nobody is told of what they could not read.
    package let owner: UserID
    /// Whether everything below a directory counts, and not its direct entries alone.
    package let isRecursive: Bool

    package init(path: String, owner: UserID, isRecursive: Bool = false) {
        self.path = path
        self.owner = owner
        self.isRecursive = isRecursive
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.owner, left.path, left.isRecursive ? 1 : 0) < (
            right.owner, right.path, right.isRecursive ? 1 : 0
        )
    }
}
