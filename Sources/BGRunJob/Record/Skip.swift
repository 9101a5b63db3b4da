// An occurrence that was not run, and by which rule.
import BGRunCalendar

/// Why occurrences were skipped.
package enum SkipReason: String, CaseIterable, Sendable {
    /// Its instant passed while bgrun could not look at it, and the job says `"missed": "skip"`.
    case missed
    /// It was later than the job's `maxLateness`.
    case maxLateness
    /// With `"missed": "all"`: more were missed than are made up for.
    case tooMany
    /// A user cancelled it before it began.
    case cancelled

    /// One plain sentence without a full stop.
    package var words: String {
        switch self {
        case .missed: "its time passed while the machine was off or asleep, or the job was held back"
        case .maxLateness: "it was later than maxLateness"
        case .tooMany: "too many occurrences were missed to run each of them"
        case .cancelled: "it was cancelled before it began"
        }
    }
}

/// One or more occurrences in a row that had no run.
package struct Skip: Hashable, Sendable {
    /// Where the first of them lay.
    package var due: WallTime
    /// When that was decided: before `due` where a user cancelled it.
    package var skipped: WallTime
    package var reason: SkipReason

    package init(due: WallTime, skipped: WallTime, reason: SkipReason) {
        self.due = due
        self.skipped = skipped
        self.reason = reason
    }
}
