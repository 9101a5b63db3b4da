// What a service can't say: it has no occurrences in time, no end of its own, and no turn among others.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// Keys that mean nothing beside `"kind": "service"`, or would have it keep others from running.
    var contradictionsOfService: [FieldError] {
        guard kind == .service else { return [] }
        let begins = "a service begins as soon as its requirements hold"
        let lasts = "a service runs for as long as its requirements hold"
        let alone = "a service would keep these jobs from running for as long as it runs"
        let remove = "remove it"
        let keys: [(key: String, isThere: Bool, reason: String, advice: String)] = [
            ("earliestBeginDate", earliestBegin != nil, begins, remove),
            (
                "schedule", !schedules.isEmpty, begins,
                "say in \"requires\" or \"allowedHours\" when it is to run"
            ),
            ("missed", missed != .once, begins, remove), ("maxLateness", maxLateness != nil, begins, remove),
            ("randomDelay", randomDelay != nil, begins, remove),
            ("fixedDelay", fixedDelay != nil, begins, remove),
            ("accuracy", accuracy != nil, begins, remove),
            ("spacing", spacing != nil, begins, "write \"retry\" for the wait after a failure"),
            ("until", until != nil, lasts, "\"bgrun cancel\" or \"bgrun disable\" ends it"),
            ("maxRuns", maxRuns != nil, lasts, "write \"retry\" with \"attempts\" for how often it may fail"),
            ("latestBegin", latestBegin != nil, begins, remove),
            ("wakeSystem", wakeSystem != .never, begins, remove),
            ("prefers", preference != nil, begins, "write it in \"requires\", or remove it"),
            ("timeBudget", timeBudget != kind.defaultTimeBudget, lasts, remove),
            ("maxTimeBudget", maxTimeBudget != nil, lasts, remove),
            (
                "onRequirementLost", onRequirementLost == .finish, lasts,
                "write \"stop\" or \"freeze\", or the kind \"processing\""
            ),
            ("onExpiration", onExpiration != .continue, lasts, remove),
            ("onAllowedHoursEnd", onAllowedHoursEnd == .finish, lasts, "write \"stop\" or \"freeze\""),
            (
                "conflicts", !order.conflicts.isEmpty, alone,
                "name the service in theirs, so that they wait for it"
            ),
            ("exclusive", order.isExclusive, alone, remove),
            ("queue", order.queue != nil, alone, remove),
        ]
        let mistakes = keys.filter(\.isThere).map {
            FieldError(at: JSONKeyPath([.key($0.key)]), reason: $0.reason, advice: $0.advice)
        }
        guard let retry, retry.initial < Retry.shortestOfService else { return mistakes }
        // One that fails at once would do nothing but start.
        return mistakes + [
            FieldError(
                at: JSONKeyPath([.key("retry"), .key("initial")]),
                reason:
                    "a service waits for \(Retry.shortestOfService.text) at least before it is started again",
                advice: "write \"\(Retry.shortestOfService.text)\" or more")
        ]
    }
}
