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
            held, replaced, cancelled, daemonRestart
            """),
        .key("ended", .date, \.ended),
        .key(
            "lastSuccess", .optional(.date), \.lastSuccess,
            "when a run of the job succeeded last, this one or one before it; null where none is known to have"
        ),
        make: {
            JobRecord.LastRun(run: $0, outcome: $1, stopReason: $2, ended: $3, lastSuccess: $4)
        })
}

extension Skip: WireObject {
    package static let wire = WireTable<Skip>(
        named: "Skip", about: "One or more occurrences in a row that had no run.",
        .key("due", .date, \.due, "when the first of them was due"),
        .key("at", .date, \.skipped, "when the rule was applied"),
        .key("reason", .named, \.reason),
        make: Skip.init)
}

extension Failing: WireObject {
    package static let wire = WireTable<Failing>(
        named: "Failing", about: "Runs in a row that have failed, since the last success.",
        .key("count", .integer, \.count),
        .key("givenUp", .integer, \.givenUp, "how many of them were final: nothing was tried again"),
        .key("since", .date, \.since, "when the first of them ended"),
        .key("exit", .optional(.exitStatus), \.exit, "how the last one left: exit N, signal N"),
        .key("failure", .optional(.string), \.reason, "why the last one could not be launched"),
        make: { Failing(count: $0, givenUp: $1, since: $2, exit: $3, reason: $4) })
}

extension JobHealth: WireObject {
    package static let wire = WireTable<JobHealth>(
        .key(
            "troubles", .list(.named), \.troubles,
            "what somebody should see to, the worst first; all is well where no job has any"),
        .key(
            "unfinishedRuns", .integer, \.unfinishedRuns,
            "how many runs of the occurrence expired or were deferred, in a row"),
        .key("notRunSince", .optional(.date), \.notRunSince, "there while it has not run for long"),
        .key(
            "failing", .optional(.object), \.failing,
            "there from the second failure in a row on, or the first that is final, until it succeeds"),
        .key(
            "attempt", .optional(.integer), \.attempt,
            "which attempt of its occurrence is made now or next, where earlier ones have failed"),
        .key("attempts", .optional(.integer), \.attempts, "how many are made at most"),
        .key(
            "impediments", .list(.object), \.impediments,
            "what keeps it from ever starting on this machine as it is"),
        .key("hookFault", .optional(.object), \.hookFault, "there while a hook of it fails"),
        make: JobHealth.init)
}

extension Impediment: WireObject {
    package static let wire = WireTable<Impediment>(
        named: "Impediment", about: "Something that a job asks for and its machine lacks.",
        .key("key", .string, \.key, "the key of the descriptor that asks for it"),
        .key("reason", .string, \.reason),
        .key("remedy", .string, \.remedy, "what a person can do"),
        make: Impediment.init)
}
