// One condition of the device that is observed, as `conditions` shows it.
import BGRunCalendar
import BGRunJob

/// The type `Condition` of the interface.
package struct ConditionReport: WireObject, Hashable {
    package var requirement: Requirement.Kind
    package var text: String
    package var owner: UserID?
    package var verdict: Verdict
    package var reason: String
    package var since: WallTime?
    package var settlesAt: WallTime?

    package static let wire = WireTable<ConditionReport>(
        named: "Condition", about: "What is observed for one requirement.",
        .key("requirement", .named, \.requirement),
        .key("text", .string, \.text, "it with what was written to it, which names it: batteryLevel 60"),
        .key("owner", .optional(.user), \.owner, "whose it is, where each user has their own answer"),
        .key("verdict", .named, \.verdict),
        .key("reason", .string, \.reason),
        .key(
            "since", .optional(.date), \.since,
            "when the verdict last changed; null before the first reading"),
        .key("settlesAt", .optional(.date), \.settlesAt, "there while it holds and does not count yet"),
        make: ConditionReport.init)
}

extension ConditionReport {
    package init(_ condition: DeviceStatus.Condition) {
        self.init(
            requirement: condition.requirement.kind, text: condition.requirement.text, owner: condition.owner,
            verdict: condition.verdict, reason: condition.reason, since: condition.since,
            settlesAt: condition.settlesAt)
    }
}
