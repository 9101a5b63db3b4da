// OwnRun: what the run of the calling process may know of itself.
import BGRunJob

/// Asks about the run that the calling process belongs to.
package struct OwnRunCall: SchedulerCall, WireObject {
    package typealias Reply = RunAccount

    package var method: SchedulerMethod { .ownRun }

    package init() {}

    package static let wire = WireTable<OwnRunCall>(make: { OwnRunCall() })
}

extension RunAccount: WireObject {
    package static let wire = WireTable<RunAccount>(
        .keys(JobID.wire, \.job),
        .key("run", .run, \.run),
        .key("due", .date, \.due, "since when its occurrence has been due"),
        .key("started", .date, \.started)
            .telling("lateSeconds", .seconds, \.lateness),
        .key(
            "relaxed", .list(.string), \.relaxed,
            "what its job prefers and it was started without: kinds of requirements, anyOf for alternatives"),
        .key("byHand", .bool, \.isByHand, "somebody has called it up"),
        .key(
            "timeLeftSeconds", .optional(.seconds), \.timeLeft,
            "until it is told to end; once it was, until it is killed; null where nothing ends it but what it requires"
        ),
        .key("timeBudgetSeconds", .seconds, \.timeBudget),
        .key("maxTimeBudgetSeconds", .seconds, \.maxTimeBudget, "how far it may extend that"),
        .key("stopReason", .optional(.stopReason), \.stopReason, "there once it was told to end"),
        make: { job, run, due, started, relaxed, byHand, left, budget, most, reason in
            RunAccount(
                run: run, job: job, due: due, started: started, relaxed: relaxed, isByHand: byHand,
                timeLeft: left, timeBudget: budget, maxTimeBudget: most, stopReason: reason)
        })
}
