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

    /// One plain sentence without a full stop.
    package var words: String {
        switch self {
        case .missed: "its time passed while the machine was off or asleep, or the job was held back"
        case .maxLateness: "it was later than maxLateness"
        case .tooMany: "too many occurrences were missed to run each of them"
        }
    }
}

/// One or more occurrences in a row that were skipped by rule.
package struct SkippedOccurrence: Hashable, Sendable {
    package var job: JobID
    package var title: String?
    /// Where the first of them lay.
    package var due: WallTime
    /// When the rule was applied.
    package var skipped: WallTime
    package var reason: SkipReason

    package init(job: JobID, title: String? = nil, due: WallTime, skipped: WallTime, reason: SkipReason) {
        self.job = job
        self.title = title
        self.due = due
        self.skipped = skipped
        self.reason = reason
    }

    package init(of job: JobID, title: String?, _ last: JobRecord.LastSkip) {
        self.init(job: job, title: title, due: last.due, skipped: last.skipped, reason: last.reason)
    }

    /// The same as its job's record keeps it.
    package var last: JobRecord.LastSkip {
        JobRecord.LastSkip(due: due, skipped: skipped, reason: reason)
    }
}
