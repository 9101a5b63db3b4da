// The queue in which a job stands with others of its owner.

/// Of an owner's jobs with a queue of one name at most `limit` run at a time.
package struct JobQueue: Hashable, Sendable {
    /// More is no limit worth a name.
    package static let longest = 1000

    package let name: Label
    package let limit: Int

    package init(_ name: Label, limit: Int = 1) {
        self.name = name
        self.limit = limit
    }
}
