// History: the runs that have ended, and the occurrences that were skipped.
import BGRunCalendar
import BGRunJob

/// Asks for ended runs and skipped occurrences, the newest first.
package struct HistoryCall: SchedulerCall, WireObject {
    /// How many entries are given where the caller names neither a number nor the instant they begin at.
    package static let usualLimit = 20

    package var method: SchedulerMethod { .history }
    package var jobs: JobSelection
    /// Only what ended, or was skipped, at this instant or later.
    package var since: WallTime?
    /// Only what ended, or was skipped, before this instant.
    package var until: WallTime?
    /// How many entries at most, one at least; nil for ``usualLimit``, and with ``since`` for all.
    package var limit: Int?
    /// Only what did not succeed.
    package var failed: Bool

    package init(
        _ jobs: JobSelection = .all(owner: nil), since: WallTime? = nil, until: WallTime? = nil,
        limit: Int? = nil, failed: Bool = false
    ) {
        self.jobs = jobs
        self.since = since
        self.until = until
        self.limit = limit
        self.failed = failed
    }

    /// How many entries are meant, at most.
    package var most: Int { limit ?? (since == nil ? Self.usualLimit : .max) }

    /// It is written only where it is meant: an older daemon refuses what it does not know.
    private var onlyFailed: Bool? { failed ? true : nil }

    package static let wire = WireTable<HistoryCall>(
        .keys(JobSelection.wire, \.jobs), .key("since", .optional(.date), \.since),
        .key("until", .optional(.date), \.until),
        .key("limit", .optional(.integer(in: 1...Int.max)), \.limit),
        JobSelection.tag(of: \.jobs),
        .sparse(
            "failed", .bool, \.onlyFailed, "only runs that did not succeed, and skips"),
        make: { jobs, since, until, limit, tag, failed throws(FieldFault) in
            HistoryCall(try jobs.with(tag), since: since, until: until, limit: limit, failed: failed ?? false)
        })

    package struct Reply: WireObject, Hashable {
        package var entries: [HistoryLine]

        package init(entries: [HistoryLine]) {
            self.entries = entries
        }

        package static let wire = WireTable<Reply>(
            .key("entries", .list(.object), \.entries), make: Reply.init)
    }
}
