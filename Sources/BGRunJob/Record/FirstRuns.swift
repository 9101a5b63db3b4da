// Which runs began an occurrence: those that go on with one are not late.
import BGRunCalendar

extension Sequence<HistoryEntry> {
    /// Of each occurrence among these runs its first.
    package var firstRuns: Set<RunID> {
        var first: [Occurrence: RunID] = [:]
        for run in self {
            first.merge([Occurrence(job: run.job, due: run.due): run.run], uniquingKeysWith: Swift.min)
        }
        return Set(first.values)
    }
}

/// One due time of a job.
private struct Occurrence: Hashable {
    let job: JobID
    let due: WallTime
}
