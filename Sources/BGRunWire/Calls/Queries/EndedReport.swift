// A job that is over, as `status` shows it.
import BGRunCalendar
import BGRunJob

/// The end of a job that is there no more, with how it went before.
package struct EndedReport: WireObject, Hashable {
    package var line: HistoryLine
    package var recent: [RecentEnds.End]
    package var lastSuccess: WallTime?

    package init(_ line: HistoryLine, recent: [RecentEnds.End] = [], lastSuccess: WallTime? = nil) {
        (self.line, self.recent, self.lastSuccess) = (line, recent, lastSuccess)
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
        make: { EndedReport($0, recent: $1, lastSuccess: $2) })

    package var job: JobID { line.job }
    package var entry: HistoryEntry? { line.entry }
}
