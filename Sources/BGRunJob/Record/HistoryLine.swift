// One line of what has become of occurrences: a run, or a skip.
import BGRunCalendar

/// What history tells about an occurrence: that it was run, or by which rule it was not.
package enum HistoryLine: Hashable, Sendable {
    case run(HistoryEntry)
    case skip(Skip, of: JobID, title: String?)

    package var job: JobID {
        switch self {
        case .run(let entry): entry.job
        case .skip(_, let job, _): job
        }
    }

    /// Whether the occurrence was run, and the run did its work.
    package var hasSucceeded: Bool {
        switch self {
        case .run(let entry): entry.outcome == .succeeded
        case .skip: false
        }
    }

    /// When it came to this.
    package var at: WallTime {
        switch self {
        case .run(let entry): entry.ended
        case .skip(let skip, _, _): skip.skipped
        }
    }
}

extension HistoryLine {
    /// The run that it tells of; nil of a skip.
    package var entry: HistoryEntry? {
        switch self {
        case .run(let entry): entry
        case .skip: nil
        }
    }
}
