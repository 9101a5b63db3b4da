// One requirement of a job as `why` shows it, met or not.
import BGRunCalendar
import BGRunJob

/// The type `RequirementState` of the interface.
package struct RequirementReport: WireObject, Hashable {
    package var requirement: Requirement.Kind
    /// It with what was written to it: `batteryLevel 60`.
    package var text: String
    /// For people, as the object of "needs": "a battery of at least 60 %".
    package var words: String
    package var state: RequirementStatus.State
    /// What was seen, with progress: "battery 43 %".
    package var reason: String
    /// Since when it has been so; nil where it was never read.
    package var since: WallTime?
    /// When it counts or holds by itself, where that is known.
    package var until: WallTime?
    /// What a person can do or wait for; only where it is lacking.
    package var remedy: String?
    /// The alternative that it belongs to, as in `anyOf 1`.
    package var alternative: String?
    package var isPreferred: Bool
    package var isSimulated: Bool

    package init(_ status: RequirementStatus) {
        requirement = status.requirement.kind
        text = status.requirement.text
        words = status.requirement.words
        state = status.state
        reason = status.reason
        since = status.since
        until = status.until
        switch status.state {
        case .lacking: remedy = status.requirement.remedy
        case .holds, .settling, .unknown: remedy = nil
        }
        alternative = status.alternative
        isPreferred = status.isPreferred
        isSimulated = status.isSimulated
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        requirement = try fields.required("requirement", .choice(Requirement.Kind.self))
        text = try fields.required("text", .string)
        words = try fields.required("words", .string)
        state = try fields.required("state", .choice(RequirementStatus.State.self))
        reason = try fields.required("reason", .string)
        since = try fields.optional("since", .date)
        until = try fields.optional("until", .date)
        remedy = try fields.optional("remedy", .string)
        alternative = try fields.optional("alternative", .string)
        isPreferred = try fields.required("preferred", .bool)
        isSimulated = try fields.required("simulated", .bool)
    }

    package var fields: [Field] {
        [
            Field("requirement", .choice(Requirement.Kind.self), requirement),
            Field("text", .string, text),
            Field("words", .string, words),
            Field("state", .choice(RequirementStatus.State.self), state),
            Field("reason", .string, reason),
            Field("since", .date, orNull: since),
            Field("until", .date, orNull: until),
            Field("remedy", .string, orNull: remedy),
            Field("alternative", .string, orNull: alternative),
            Field("preferred", .bool, isPreferred),
            Field("simulated", .bool, isSimulated),
        ]
    }
}
