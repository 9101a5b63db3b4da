// One line of what has become of occurrences: a run, or a skip.

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
}
