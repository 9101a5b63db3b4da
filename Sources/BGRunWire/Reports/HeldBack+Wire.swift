// What held a job back over some time, as `HeldBack` answers.
import BGRunCalendar
import BGRunJob

extension HeldBack: WireObject {
    package static let wire = WireTable<HeldBack>(
        .keys(JobID.wire, \.job),
        .key("from", .date, \.from), .key("to", .date, \.to),
        .key(
            "waitingSeconds", .seconds, \.waiting, "how long an occurrence was due and had no run"),
        .key(
            "causes", .list(.object), \.causes,
            "the largest first; two things may be missing at once, so they may add up to more"),
        .key("events", .list(.object), \.events, "what changed, the newest first"),
        .key("moreEvents", .bool, \.hasMoreEvents),
        make: HeldBack.init)
}

extension HeldBack.Cause: WireObject {
    package static let wire = WireTable<HeldBack.Cause>(
        named: "HoldCause", about: "One thing that held a job back, for so long.",
        .key(
            "name", .string, \.name,
            """
            that of a requirement, anyOf, that of another blocker, asleep, stopped (the daemon did not run) or other
            """),
        .key("words", .string, \.words),
        .key("seconds", .seconds, \.duration),
        .key("unknown", .bool, \.isUnknown, "nobody could know whether it held"),
        .key("simulated", .bool, \.isSimulated),
        make: HeldBack.Cause.init)
}

extension HeldBack.Event: WireObject {
    package static let wire = WireTable<HeldBack.Event>(
        named: "HoldEvent", about: "One thing that happened.",
        .key("at", .date, \.at), .key("text", .string, \.text),
        make: HeldBack.Event.init)
}
