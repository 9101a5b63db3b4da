// A blocker as `status` and `why` show it.
import BGRunCalendar
import BGRunJob

/// One thing that keeps a job from starting, with its reason in words.
package struct BlockerReport: WireObject, Hashable {
    package var requirement: String
    package var reason: String
    package var since: WallTime?
    package var until: WallTime?
    package var isPreferred: Bool

    package init(
        requirement: String, reason: String, since: WallTime? = nil, until: WallTime? = nil,
        isPreferred: Bool = false
    ) {
        self.requirement = requirement
        self.reason = reason
        self.since = since
        self.until = until
        self.isPreferred = isPreferred
    }

    package init(_ blocker: Blocker) {
        self.init(
            requirement: blocker.name, reason: blocker.reason(date: \.rfc3339), since: blocker.since,
            until: blocker.until, isPreferred: blocker.isPreferred)
    }

    package static let wire = WireTable<BlockerReport>(
        named: "Blocker", about: "One thing that keeps a job from starting.",
        .key(
            "requirement", .string, \.requirement,
            """
            the name of a requirement, or one of earliestBeginDate, trigger, ended, paused, disabled, invalid, \
            resting, allowedHours, anyOf, settling, limit, catchUp, storage, sleep, shutdown
            """),
        .key(
            "reason", .string, \.reason,
            "a sentence without a full stop; a date inside of it is the one in until"),
        .key("since", .optional(.date), \.since, "since when it blocks, where that is known"),
        .key("until", .optional(.date), \.until, "when it ends by itself, where that is known"),
        .key(
            "preferred", .bool, \.isPreferred,
            "the job would rather wait for it, and starts without it from until on"),
        make: BlockerReport.init)
}
