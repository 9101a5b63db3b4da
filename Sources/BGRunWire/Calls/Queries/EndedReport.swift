// A job that is over, as `status` shows it.
import BGRunCalendar
import BGRunJob

/// The end of a job that is there no more, with how it went before.
package struct EndedReport: WireObject, Hashable {
    package var line: HistoryLine
    package var recent: [RecentEnds.End]
    package var lastSuccess: WallTime?
    /// Of a task.
    package var application: JobIdentifier?
    /// Its failures since its last success.
    package var failing: Failing?

    package init(
        _ line: HistoryLine, recent: [RecentEnds.End] = [], lastSuccess: WallTime? = nil,
        application: JobIdentifier? = nil, failing: Failing? = nil
    ) {
        (self.line, self.recent, self.lastSuccess) = (line, recent, lastSuccess)
        (self.application, self.failing) = (application, failing)
    }

    package static let wire = WireTable<EndedReport>(
        named: "EndedJob",
        about: "The end of a job that is over: its last line of history, and how it went before.",
        .keys(HistoryLine.wire, \.line),
        .usual(
            "recent", .list(.named), else: [], \.recent,
            "how its last ten runs ended, the oldest first, with what was skipped among them"),
        .key(
            "lastSuccess", .optional(.date), \.lastSuccess,
            "when a run of it succeeded last; null where none is known to have"),
        .key(
            "application", .optional(.identifier), \.application,
            "the application whose task it was; null of a job with a program of its own"),
        .key(
            "failing", .optional(.object), \.failing,
            "its runs in a row that have failed; null where the last has not"),
        make: { EndedReport($0, recent: $1, lastSuccess: $2, application: $3, failing: $4) })

    package var job: JobID { line.job }
    package var entry: HistoryEntry? { line.entry }
}
