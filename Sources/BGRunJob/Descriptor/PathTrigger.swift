// The file or directory whose change makes a job due.

/// A file or directory whose change makes a job due.
package struct PathTrigger: Hashable, Sendable {
    package static let defaultSettle: Duration = .seconds(30)

    /// Absolute.
    package let path: String
    /// How long it has to be quiet after a change.
    package let settle: Duration
    /// Whether everything below a directory counts, and not its direct entries alone.
    package let isRecursive: Bool

    package init(path: String, settle: Duration = defaultSettle, isRecursive: Bool = false) {
        self.path = path
        self.settle = settle
        self.isRecursive = isRecursive
    }
}
