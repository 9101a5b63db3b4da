// A path that a job waits for a change of.
import BGRunJob

/// What is watched, and with whose eyes.
package struct PathRequest: Hashable, Sendable {
    /// Absolute. A link at its end is followed; it need not exist.
    package let path: String
    /// Whose rights decide what is seen.
    package let owner: UserID
    /// Whether directories below it are watched as well.
    package let isRecursive: Bool

    package init(path: String, owner: UserID, isRecursive: Bool = false) {
        self.path = path
        self.owner = owner
        self.isRecursive = isRecursive
    }
}
