// A blocker as `status` and `why` show it.
import BGRunCalendar
import BGRunJob

/// One thing that keeps a job from starting, with its reason in words.
package struct BlockerReport: WireObject, Hashable {
    /// The requirement's name, or that of a blocker which is no requirement: `externalPower`, `resting`.
    package var requirement: String
    /// One sentence without a full stop. A date in it is in RFC 3339, in UTC, and stands in `until` too.
    package var reason: String
    /// Since when it blocks, where that is known.
    package var since: WallTime?
    /// When it ends by itself, where that is known.
    package var until: WallTime?
    /// It is only preferred: from `until` on it holds the job back no more.
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

    package init(fields: inout FieldReader) throws(FieldFault) {
        requirement = try fields.required("requirement", .string)
        reason = try fields.required("reason", .string)
        since = try fields.optional("since", .date)
        until = try fields.optional("until", .date)
        isPreferred = try fields.required("preferred", .bool)
    }

    package var fields: [Field] {
        [
            Field("requirement", .string, requirement),
            Field("reason", .string, reason),
            Field("since", .date, orNull: since),
            Field("until", .date, orNull: until),
            Field("preferred", .bool, isPreferred),
        ]
    }
}
