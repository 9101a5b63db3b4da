// How far a continued task has come, as its application tells.

/// One report of progress.
package struct TaskProgress: Hashable, Sendable {
    package var completedUnits: Int64
    /// Negative or zero: nobody knows.
    package var totalUnits: Int64
    package var title: String?
    package var subtitle: String?

    package init(completedUnits: Int64, totalUnits: Int64, title: String? = nil, subtitle: String? = nil) {
        self.completedUnits = completedUnits
        self.totalUnits = totalUnits
        self.title = title
        self.subtitle = subtitle
    }
}

extension TaskProgress {
    /// Whether the work has come as far as in the other report, whatever words are shown with it.
    package func hasSameUnits(as other: TaskProgress) -> Bool {
        completedUnits == other.completedUnits && totalUnits == other.totalUnits
    }
}
