// ConditionHistory: what was seen of the machine over some time, and what else has held jobs back.
import BGRunCalendar
import BGRunJob

/// Asks for what history keeps of the machine, of what some jobs ask for.
package struct ConditionHistoryCall: SchedulerCall, WireObject {
    /// How far an answer goes back where the caller names no instant.
    package static let usualSpan: Duration = .seconds(7 * 86_400)

    package var method: SchedulerMethod { .conditionHistory }
    /// Nothing is told but what one of these asks for.
    package var jobs: JobSelection
    package var since: WallTime?

    package init(_ jobs: JobSelection = .all(owner: nil), since: WallTime? = nil) {
        self.jobs = jobs
        self.since = since
    }

    package static let wire = WireTable<ConditionHistoryCall>(
        .keys(JobSelection.wire, \.jobs), .key("since", .optional(.date), \.since),
        JobSelection.tag(of: \.jobs),
        make: { jobs, since, tag throws(FieldFault) in
            ConditionHistoryCall(try jobs.with(tag), since: since)
        })

    package struct Reply: WireObject, Hashable {
        package var from: WallTime
        package var to: WallTime
        package var changes: [ConditionChange]
        package var holds: [HoldChange]

        package init(
            from: WallTime, to: WallTime, changes: [ConditionChange] = [], holds: [HoldChange] = []
        ) {
            self.from = from
            self.to = to
            self.changes = changes
            self.holds = holds
        }

        package static let wire = WireTable<Reply>(
            .key("from", .date, \.from), .key("to", .date, \.to),
            .key("changes", .list(.object), \.changes, "in the order in which they were written"),
            .key("holds", .list(.object), \.holds, "of each job in their order, one job after the other"),
            make: Reply.init)
    }
}
