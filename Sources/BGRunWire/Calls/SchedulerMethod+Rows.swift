// The table of all methods of org.bgrun.Scheduler: what each takes and answers, and the request that a call of it comes to.
import BGRunJSON
import BGRunJob

extension SchedulerMethod {
    package var row: MethodRow<SchedulerRequest> {
        switch self {
        case .submit:
            MethodRow(
                """
                Accepts a job: the reply comes after it is stored for good. new: there was none of that name. \
                replaced: it replaced the pending one. follows: a run of it is active, the new request comes after it. \
                kept: it is what it was.
                """, SubmitCall.wire, once: { .command(.submit($0)) })
        case .submitAll:
            MethodRow(
                """
                Accepts several jobs as Submit does, or none of them: they are stored in one transaction. Where any can't \
                be accepted, NoneAccepted tells of each that can't.
                """, SubmitAllCall.wire, once: { .command(.submitAll($0)) })
        case .status:
            MethodRow(
                """
                With more: a stream, the whole status again whenever it has changed; with once as well: the status, in \
                parts where it is long.
                """, StatusCall.wire, isInParts: true, once: { .query(.status($0)) },
                stream: { $0.once ? .query(.status($0)) : .stream(.status($0)) })
        case .why:
            MethodRow(
                """
                All that keeps a job from running now, each of its requirements in the order of the descriptor, and \
                its last runs and skips, the newest first.
                """, WhyCall.wire, once: { .query(.why($0)) })
        case .cat:
            MethodRow(
                """
                The descriptor of a job as it holds, and what it was put together of. Where a newer one follows an active \
                run, the newer one.
                """, CatCall.wire, once: { .query(.cat($0)) })
        case .cancel:
            MethodRow(
                """
                Cancels one job, those of the owner with a tag, or with all: true every job of the owner. Exactly one of \
                identifier, tag and all. A job of a file that is neither due nor running is refused (BroughtByFile), and \
                left out of several.
                """,
                CancelCall.wire, isInParts: true,
                once: { call -> SchedulerRequest? in
                    switch call.jobs {
                    case .job(let target): .command(.cancel(target, isNext: call.isNext))
                    case .tagged(let tag, let owner): .query(.cancelAll(owner: owner, tag: tag))
                    case .all(let owner): .query(.cancelAll(owner: owner, tag: nil))
                    }
                })
        case .purge:
            MethodRow(
                """
                Takes away the history of a job, the output of its runs and its state directory, also where the job has \
                left. A job that is there stays; while a run of it is active, that is refused.
                """, PurgeCall.wire, once: { .query(.purge($0)) })
        case .run:
            MethodRow(
                """
                now (the default): whatever its dates say; refused with the blockers while a requirement does not \
                hold. force: whatever anything says. whenPossible: due from now on; it starts when nothing blocks \
                it. run is the run that was started.
                """, RunCall.wire, once: { .command(.run($0)) })
        case .stop:
            MethodRow("Ends the active run and keeps the job.", StopCall.wire, once: { .command(.stop($0)) })
        case .simulate:
            MethodRow(
                """
                Simulates a launch, an expiration, or a stop with any reason (userRequest by default). The run is marked.
                """, SimulateCall.wire, once: { .command(.simulate($0)) })
        case .simulateConditions:
            MethodRow(
                """
                Evaluates jobs against these conditions instead of the observed ones, for the duration (2m where none is \
                given, at most 1d), in place of any that are simulated for the same jobs; end stops the simulation. \
                Of the kinds of requirements, each on, off or unknown; batteryLevel, load and temperature also a \
                number, idle a duration, lid open or closed. For one job with identifier, else for every job that the caller may \
                change; the newest for a job counts. Runs that start by it are real.
                """, SimulateConditionsCall.wire, once: { .command(.simulateConditions($0)) })
        case .pause:
            MethodRow(
                """
                Nothing of the job starts, for the duration or, where none is given, until Unpause. What runs goes \
                on. Without identifier: all jobs of the owner, or of everybody whose jobs the caller may change, \
                those still to come included; with tag: those that are there and have it.
                """, SwitchCall.pause, once: { .command(.turn($0)) })
        case .unpause:
            MethodRow(
                """
                Ends the pause of a job; one of all jobs goes on. Without identifier: ends that one, and those of \
                single jobs.
                """, SwitchCall.turning(.unpause), once: { .command(.turn($0)) })
        case .enable:
            MethodRow(
                """
                The job is run, whatever its descriptor says about enabled. Without identifier: all that are there.
                """, SwitchCall.turning(.enable), once: { .command(.turn($0)) })
        case .disable:
            MethodRow(
                "The job is not run until Enable. What runs goes on. Without identifier: all that are there.",
                SwitchCall.turning(.disable), once: { .command(.turn($0)) })
        case .snooze:
            MethodRow(
                """
                Puts off the notice that the job waits too long: it comes after the duration (1d where none is given), if that is \
                still so, and not before. Without identifier: of all that are there; with tag: of those that have it.
                """, SwitchCall.snooze, once: { .command(.turn($0)) })
        case .next:
            MethodRow(
                """
                The next instants of a job, in their order: 10 where count is not given, at most 1000. None while it \
                waits for an event or a file.
                """, NextCall.wire, once: { .query(.next($0)) })
        case .wait:
            MethodRow(
                """
                Answers when the current occurrence of the job has ended. run is null where it was cancelled before \
                it had a run.
                """, WaitCall.wire, once: { .query(.wait($0)) })
        case .waitAll:
            MethodRow(
                "Answers as Wait does when the current occurrences of all these jobs have ended.",
                WaitAllCall.wire, once: { .query(.waitAll($0, ended: [:])) })
        case .logs:
            MethodRow(
                """
                What a run has written: the active one, else the last, where run is not given. With more: in pieces, each of one \
                stream and one time; the texts together are all that is kept, in the order in which it was read. \
                With follow and more: new text as it is written, until the run has ended.
                """, LogsCall.wire, once: { $0.follow ? nil : .query(.logs($0)) },
                stream: { .stream(.logs($0)) })
        case .history:
            MethodRow(
                """
                Ended runs and skipped occurrences, the newest first: what ended or was skipped from since on, and before \
                until. limit of them; where it is not given, all with since, else 20.
                """, HistoryCall.wire, isInParts: true, once: { .query(.history($0)) })
        case .conditions:
            MethodRow(
                """
                With more: a stream, again whenever a condition has changed; with once as well: the conditions, in parts \
                where they are many.
                """, ConditionsCall.wire, isInParts: true, once: { .query(.conditions($0)) },
                stream: { $0.once ? .query(.conditions($0)) : .stream(.conditions) })
        case .conditionHistory:
            MethodRow(
                """
                What was seen of the machine from since on (of the last 7 days where it is not given), of what the jobs \
                that are meant require or prefer now, and of external power and the network; and what else has held \
                these jobs back. Older changes come first: they tell how things stood at since.
                """, ConditionHistoryCall.wire, isInParts: true, once: { .query(.conditionHistory($0)) })
        case .heldBack:
            MethodRow(
                "What held a job back in the last days (7 where none are given, at most 90), and for how long.",
                HeldBackCall.wire, once: { .query(.heldBack($0)) })
        case .moment:
            MethodRow(
                """
                How a job stood at an instant that has passed: whether it was due or ran, what lacked then, whether anybody \
                looked, and what became of it.
                """, MomentCall.wire, once: { .query(.moment($0)) })
        case .forecast:
            MethodRow(
                """
                When jobs are likely to start, judged by what was seen of the machine. Nothing is decided by it.
                """, ForecastCall.wire, isInParts: true, once: { .query(.forecast($0)) })
        case .events:
            MethodRow(
                "Each change from now on, of the device and of the jobs the caller may see. Needs more.",
                EventsCall.wire, once: { _ in nil }, stream: { _ in .events })
        case .doctor:
            MethodRow(
                "How this daemon works on this machine.", DoctorCall.wire, isInParts: true,
                once: { _ in .query(.doctor) })
        case .ownRun:
            MethodRow(
                """
                What the run of the calling process may know of itself. Which run that is the daemon learns from the                 kernel: so with the next four.
                """, OwnRunCall.wire, once: { _ in .query(.ownRun) })
        case .reportProgress:
            MethodRow(
                "How far the caller's run is. A text that is left out stays, an empty one is taken back.",
                ReportProgressCall.wire, once: { .command(.speech($0)) })
        case .showLife:
            MethodRow(
                "The caller's run goes on, which is a sign of life for its watchdog, as all else is that it says.",
                ShowLifeCall.wire, once: { .command(.speech($0)) })
        case .extendRun:
            MethodRow(
                """
                Adds to the time budget of the caller's run, as far as maxTimeBudget of the job or the policy allows:                 less where that is reached.
                """, ExtendRunCall.wire, once: { .command(.speech($0)) })
        case .deferRun:
            MethodRow(
                """
                The caller's run does not finish this time. Where its main process leaves with a success, that counts                 as "not now": the occurrence stays due, and rests for the duration, or as long as usual.
                """, DeferRunCall.wire, once: { .command(.speech($0)) })
        }
    }
}
