// One condition of the device that is observed, as `conditions` shows it.
import BGRunCalendar
import BGRunJob

/// The type `Condition` of the interface.
package struct ConditionReport: WireObject, Hashable {
    package var requirement: Requirement.Kind
    /// It with what was written to it, which names it among all others: `batteryLevel 60`.
    package var text: String
    /// Whose it is, where each user has their own answer.
    package var owner: UserID?
    package var verdict: Verdict
    package var reason: String
    /// When the verdict last changed; nil before the first reading.
    package var since: WallTime?
    /// Set while it holds and does not count yet.
    package var settlesAt: WallTime?

    package init(_ condition: DeviceStatus.Condition) {
        requirement = condition.requirement.kind
        text = condition.requirement.text
        owner = condition.owner
        verdict = condition.verdict
        reason = condition.reason
        since = condition.since
        settlesAt = condition.settlesAt
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        requirement = try fields.required("requirement", .choice(Requirement.Kind.self))
        text = try fields.required("text", .string)
        owner = try fields.optional("owner", .user)
        verdict = try fields.required("verdict", .choice(Verdict.self))
        reason = try fields.required("reason", .string)
        since = try fields.optional("since", .date)
        settlesAt = try fields.optional("settlesAt", .date)
    }

    package var fields: [Field] {
        [
            Field("requirement", .choice(Requirement.Kind.self), requirement),
            Field("text", .string, text),
            Field("owner", .user, orNull: owner),
            Field("verdict", .choice(Verdict.self), verdict),
            Field("reason", .string, reason),
            Field("since", .date, orNull: since),
            Field("settlesAt", .date, orNull: settlesAt),
        ]
    }
}
