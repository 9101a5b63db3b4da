// The parts of a job's status that cross the wire unchanged: its active run, its last one, its last skip.
import BGRunCalendar
import BGRunJob

extension JobStatus.Run: WireObject {
    package static let wire = WireTable<JobStatus.Run>(
        named: "ActiveRun", about: "The active run of a job.",
        .key("run", .run, \.run),
        .key("process", .optional(.integer), \.process),
        .key("started", .date, \.started),
        .key("timeBudgetSeconds", .seconds, \.timeBudget),
        .key("usedSeconds", .seconds, \.used),
        .key("stopReason", .optional(.stopReason), \.stopReason, "there once it was told to end"),
        .key("killAt", .optional(.date), \.killAt, "when SIGKILL follows; absent once it was sent"),
        .key("simulated", .bool, \.isSimulated),
        .key("freeze", .optional(.object), \.freeze, "there while it stands still"),
        .key(
            "mainExit", .optional(.exitStatus), \.mainExit,
            "how its main process left, where something of the run has outlived it: exit N, signal N"),
        .key("host", .optional(.host), \.host, "where a task runs: started-N or guest-N"),
        .key("progress", .optional(.object), \.progress, "how far it is, by its own word"),
        .key("sign", .optional(.named), \.sign, "where it stands, by its own word"),
        .key("usualSeconds", .optional(.seconds), \.usual, "how long earlier runs took as a rule"),
        .key("overrun", .optional(.object), \.overrun, "there while it takes by far too long"),
        .key(
            "hoursEnd", .optional(.date), \.hoursEnd,
            "when its allowed hours end, and it is told to end or stands still"),
        make: JobStatus.Run.init)
}

extension Overrun: WireObject {
    package static let wire = WireTable<Overrun>(
        named: "Overrun", about: "That a run takes by far too long.",
        .key("measure", .named, \.measure),
        .key("seconds", .seconds, \.span, "how long it takes as a rule, or between two occurrences"),
        .key("workedSeconds", .seconds, \.work),
        make: { Overrun($0, of: $1, work: $2) })
}

extension JobStatus.Freeze: WireObject {
    package static let wire = WireTable<JobStatus.Freeze>(
        named: "Freeze", about: "Why and since when a run stands still.",
        .key("reason", .string, \.reason, "systemSleep, requirementLost:NAME or allowedHours"),
        .key("since", .date, \.since),
        .key(
            "until", .optional(.date), \.until,
            "when it is stopped instead; of allowedHours, when they begin again"),
        make: JobStatus.Freeze.init)
}

extension JobRecord.LastRun: WireObject {
    package static let wire = WireTable<JobRecord.LastRun>(
        named: "LastRun", about: "How a run ended.",
        .key("run", .run, \.run),
        .key("outcome", .named, \.outcome),
        .key(
            "stopReason", .optional(.stopReason), \.stopReason,
            """
            one of timeBudget, unresponsive, requirementLost:NAME, allowedHours, systemSleep, shutdown, preempted, userRequest, \
            cancelled, daemonRestart
            """),
        .key("ended", .date, \.ended),
        make: JobRecord.LastRun.init)
}

extension Skip: WireObject {
    package static let wire = WireTable<Skip>(
        named: "Skip", about: "One or more occurrences in a row that were skipped by rule.",
        .key("due", .date, \.due, "when the first of them was due"),
        .key("at", .date, \.skipped, "when the rule was applied"),
        .key("reason", .named, \.reason),
        make: Skip.init)
}

extension Failing: WireObject {
    package static let wire = WireTable<Failing>(
        named: "Failing", about: "Failures in a row since the last success, each of them final.",
        .key("count", .integer, \.count),
        .key("since", .date, \.since, "when the first of them ended"),
        .key("exit", .optional(.exitStatus), \.exit, "how the last one left: exit N, signal N"),
        .key("failure", .optional(.string), \.reason, "why the last one could not be launched"),
        make: Failing.init)
}
