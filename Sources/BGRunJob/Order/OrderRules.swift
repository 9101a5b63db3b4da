// What a job has to do with the other jobs of its owner.

/// How a job stands to others. All of it is seldom written.
package struct OrderRules: Hashable, Sendable {
    /// Words by which its owner means several jobs at once. Sorted; none twice.
    package var tags: [Label]
    /// By it others' conflicts name all that have it.
    package var conflictGroup: Label?
    /// Whom it never runs beside, whoever of the two says so.
    package var conflicts: [JobConflict]
    /// No other job of its owner's runs beside it.
    package var isExclusive: Bool
    package var queue: JobQueue?
    /// Those that have to succeed before it, each once since its last run began.
    package var after: [JobIdentifier]

    package init(
        tags: [Label] = [], conflictGroup: Label? = nil, conflicts: [JobConflict] = [],
        isExclusive: Bool = false,
        queue: JobQueue? = nil, after: [JobIdentifier] = []
    ) {
        self.tags = tags
        self.conflictGroup = conflictGroup
        self.conflicts = conflicts
        self.isExclusive = isExclusive
        self.queue = queue
        self.after = after
    }

    /// The jobs that its conflicts name one by one.
    package var rivals: [JobIdentifier] {
        conflicts.compactMap { conflict in
            switch conflict {
            case .job(let identifier): identifier
            case .group: nil
            }
        }
    }
}

extension JobDescriptor {
    /// Words by which its owner means several jobs at once.
    package var tags: [Label] {
        get { order.tags }
        set { order.tags = newValue }
    }
}
