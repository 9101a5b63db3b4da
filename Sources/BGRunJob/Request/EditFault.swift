// A descriptor that somebody has edited who was not shown all of it.
import BGRunJSON

/// Why an edited descriptor can't take the place of the one that was shown.
package enum EditFault: Error, Hashable, Sendable {
    /// The job is not what was shown any more.
    case changed
    /// The mark of a hidden value stands where none was hidden.
    case nothingHidden(keyPath: String)
    /// With what was hidden it is longer than a descriptor may be.
    case tooLong
}

extension JobDescriptor {
    /// What stands in place of a value that is never shown.
    package static let hiddenMark = "…"

    /// The same with the values that were hidden of what it was before, where their marks were left.
    package func revealed(from before: JobDescriptor) throws(EditFault) -> JobDescriptor {
        var revealed = self
        for (place, variable) in environment.enumerated() where variable.value == Self.hiddenMark {
            guard let hidden = before.environment.first(where: { $0.name == variable.name }) else {
                throw .nothingHidden(keyPath: "environment.\(variable.name)")
            }
            revealed.environment[place] = hidden
        }
        if standardInput == Self.hiddenMark {
            guard let hidden = before.standardInput else { throw .nothingHidden(keyPath: "standardInput") }
            revealed.standardInput = hidden
        }
        guard revealed != self else { return self }
        revealed.textSize = TextSize(of: revealed.json)
        guard revealed.textSize.bytes <= Self.byteLimit else { throw .tooLong }
        return revealed
    }
}
