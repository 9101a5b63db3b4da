// History: the runs that have ended, and the occurrences that were skipped.
import BGRunJob

/// Asks for ended runs and skipped occurrences, the newest first.
package struct HistoryCall: SchedulerCall, WireObject {
    /// How many entries are given where the caller names no number, and at most.
    package static let usualLimit = 20
    package static let largestLimit = 1000

    package var method: SchedulerMethod { .history }
    package var jobs: JobSelection
    /// How many entries at most; from 1 to ``largestLimit``.
    package var limit: Int

    package init(_ jobs: JobSelection = .all(owner: nil), limit: Int = usualLimit) {
        self.jobs = jobs
        self.limit = limit
    }

    package static let wire = WireTable<HistoryCall>(
        .keys(JobSelection.wire, \.jobs),
        .usual("limit", .integer(in: 1...largestLimit), else: usualLimit, \.limit),
        make: { HistoryCall($0, limit: $1) })

    package struct Reply: WireObject, Hashable {
        package var entries: [HistoryLine]

        package init(entries: [HistoryLine]) {
            self.entries = entries
        }

        package static let wire = WireTable<Reply>(
            .key("entries", .list(.object), \.entries), make: Reply.init)
    }
}
