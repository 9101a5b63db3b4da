// The task identifiers that a manifest permits: one, or all with a prefix.

/// What stands as a key under `tasks`: an identifier, or `PREFIX.*`, which permits continued tasks only.
package enum TaskPattern: Hashable, Comparable, Sendable, CustomStringConvertible {
    case exact(JobIdentifier)
    /// All that begin with this and a dot.
    case below(JobIdentifier)

    /// Nil where `text` breaks a rule of identifiers, or names an instance, which tasks have none of.
    package init?(_ text: String) {
        if text.utf8.contains(JobIdentifier.at) { return nil }
        if text.hasSuffix(".*") {
            // A prefix that ends in a dot has no identifier below it.
            guard let prefix = JobIdentifier(String(text.dropLast(2))), !prefix.text.hasSuffix(".") else {
                return nil
            }
            self = .below(prefix)
        } else {
            guard let identifier = JobIdentifier(text) else { return nil }
            self = .exact(identifier)
        }
    }

    package var description: String {
        switch self {
        case .exact(let identifier): identifier.text
        case .below(let prefix): "\(prefix).*"
        }
    }

    package func matches(_ task: JobIdentifier) -> Bool {
        switch self {
        case .exact(let identifier): identifier == task
        case .below(let prefix): task.text.hasPrefix("\(prefix).")
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.description < right.description }
}
