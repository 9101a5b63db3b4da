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
    /// The same, fit to be kept and shown, whatever a program has written: no count below nothing, and titles of one short line.
    package var bounded: TaskProgress {
        TaskProgress(
            completedUnits: max(0, completedUnits), totalUnits: max(0, totalUnits), title: title?.taskTitle,
            subtitle: subtitle?.taskTitle)
    }

    /// How much of it is done, from 0 to 100; nil where nobody knows how much there is. 100 is all of it.
    package var percent: Int64? {
        guard totalUnits > 0 else { return nil }
        if completedUnits >= totalUnits { return 100 }
        let hundredfold = max(0, completedUnits).multipliedFullWidth(by: 100)
        return totalUnits.dividingFullWidth(hundredfold).quotient
    }

    /// Whether the work has come as far as in the other report, whatever words are shown with it.
    package func hasSameUnits(as other: TaskProgress) -> Bool {
        completedUnits == other.completedUnits && totalUnits == other.totalUnits
    }
}
