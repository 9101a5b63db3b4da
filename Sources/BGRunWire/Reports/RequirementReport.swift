// One requirement of a job as `why` shows it, met or not.
import BGRunCalendar
import BGRunJob

/// The type `RequirementState` of the interface.
package struct RequirementReport: WireObject, Hashable {
    package var requirement: Requirement.Kind
    package var text: String
    package var words: String
    package var state: RequirementStatus.State
    package var reason: String
    package var since: WallTime?
    package var until: WallTime?
    package var remedy: String?
    package var alternative: String?
    package var isPreferred: Bool
    package var isSimulated: Bool

    package static let wire = WireTable<RequirementReport>(
        named: "RequirementState", about: "One requirement of a job.",
        .key("requirement", .named, \.requirement),
        .key("text", .string, \.text, "it with what was written to it: batteryLevel 60"),
        .key("words", .string, \.words, "for people, as the object of needs: a battery of at least 60 %"),
        .key(
            "state", .choice, \.state,
            """
            lacking: it does not hold. settling: it holds, and counts from until on. unknown: nobody can know, so \
            the job waits
            """),
        .key("reason", .string, \.reason, "what was seen, with progress: battery 43 %"),
        .key("since", .optional(.date), \.since, "since when it has been so; null where it was never read"),
        .key("until", .optional(.date), \.until, "when it counts or holds by itself, where that is known"),
        .key(
            "remedy", .optional(.string), \.remedy,
            "what a person can do where it is lacking, or nobody knows"),
        .key("alternative", .optional(.string), \.alternative, "which one of anyOf it belongs to: anyOf 1"),
        .key("preferred", .bool, \.isPreferred),
        .key("simulated", .bool, \.isSimulated, "its value is simulated"),
        make: RequirementReport.init)
}

extension RequirementReport {
    package init(_ status: RequirementStatus) {
        let remedy: String? =
            switch status.state {
            case .lacking: status.requirement.remedy
            case .unknown where status.since != nil: status.requirement.remedyWhereUnknown
            case .holds, .settling, .unknown: nil
            }
        self.init(
            requirement: status.requirement.kind, text: status.requirement.text,
            words: status.requirement.words,
            state: status.state, reason: status.reason, since: status.since, until: status.until,
            remedy: remedy, alternative: status.alternative, isPreferred: status.isPreferred,
            isSimulated: status.isSimulated)
    }
}
