// The name of a process in which tasks run.

/// A host, by what brought it. It is a name, not a secret: whoever speaks for a host is known by its process.
package enum HostID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The daemon has started it for this run, so the number is never given twice.
    case started(RunID)
    /// Somebody else's process; counted by one daemon in its life.
    case guest(Int64)

    /// The spelling on the wire, in the log and in the store: `started-17`, `guest-3`.
    package var description: String {
        switch self {
        case .started(let run): "started-\(run)"
        case .guest(let number): "guest-\(number)"
        }
    }

    /// Reads back what ``description`` has written.
    package init?(_ text: String) {
        let words = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let number = Int64(words[1]), number >= 0, String(number) == words[1] else {
            return nil
        }
        switch words[0] {
        case "started": self = .started(RunID(number))
        case "guest": self = .guest(number)
        case _: return nil
        }
    }

    /// Started ones first, each kind by number.
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.started(let left), .started(let right)): left < right
        case (.guest(let left), .guest(let right)): left < right
        case (.started, .guest): true
        case (.guest, .started): false
        }
    }
}
