// Files that a run is handed at its start: variables, and credentials.

/// A file of variables, read at each launch.
package struct EnvironmentFile: Hashable, Sendable {
    package let path: String
    /// Whether the run is launched without it where it is not there: its path is written with a `-` before it.
    package let isOptional: Bool

    package init(path: String, isOptional: Bool = false) {
        self.path = path
        self.isOptional = isOptional
    }

    package var text: String { isOptional ? "-\(path)" : path }
}

/// A file whose content a run finds under a name in its directory of credentials.
package struct Credential: Hashable, Sendable {
    package let name: String
    package let path: String

    package init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// So many of a run's are handed over.
    package static let most = 32
    package static let longestName = 64
}
