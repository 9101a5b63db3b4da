// Where one of a run's streams goes in place of what bgrun keeps.

/// A file that a run's output is appended to, by its own path.
package struct OutputTarget: Hashable, Sendable {
    package let path: String
    /// From so many bytes on it is renamed at the next start; nil: never.
    package let maxSize: Int?
    /// So many of those that were renamed are kept.
    package let keep: Int

    package static let usualKeep = 1
    package static let mostKept = 99
    /// Below that it is renamed at nearly each start.
    package static let sizes = 4096...(1 << 40)

    package init(path: String, maxSize: Int? = nil, keep: Int = usualKeep) {
        self.path = path
        self.maxSize = maxSize
        self.keep = keep
    }
}
