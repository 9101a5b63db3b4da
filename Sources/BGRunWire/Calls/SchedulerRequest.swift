// A call of org.bgrun.Scheduler as the daemon gets it, sorted by how it is answered.
import BGRunJSON
import BGRunJob

/// What a client asks of the daemon.
package enum SchedulerRequest: Sendable {
    case command(Command)
    case query(Query)
    case stream(Stream)
    /// Every change from now on, including those caused by the calls that follow.
    case events

    /// What the scheduler has to decide. It is told at once and answers when it has.
    package enum Command: Sendable {
        case submit(SubmitCall)
        case submitAll(SubmitAllCall)
        case cancel(Target, isNext: Bool)
        case run(RunCall)
        case stop(StopCall)
        case simulate(SimulateCall)
        case simulateConditions(SimulateConditionsCall)
        case turn(SwitchCall)
        case speech(any RunSpeech)
    }

    /// What is looked up once the turn has been carried out. The last four may then become commands.
    package enum Query: Sendable {
        case status(StatusCall)
        case why(WhyCall)
        case cat(CatCall)
        case next(NextCall)
        case logs(LogsCall)
        case history(HistoryCall)
        case conditions(ConditionsCall)
        case conditionHistory(ConditionHistoryCall)
        case heldBack(HeldBackCall)
        case moment(MomentCall)
        case forecast(ForecastCall)
        case doctor
        case ownRun
        /// Which jobs there are to wait for, or to cancel, is known only then.
        case wait(WaitCall)
        /// With what is known of their ends already.
        case waitAll(WaitAllCall, ended: [JobIdentifier: WaitCall.Reply])
        case cancelAll(owner: UserID?, tag: Label?)
        case purge(PurgeCall)
    }

    /// What is answered again and again.
    package enum Stream: Sendable {
        case status(StatusCall)
        case conditions
        case logs(LogsCall)
    }

    /// Whether nothing comes of it but its answer.
    package var onlyAsks: Bool {
        switch self {
        case .command, .query(.cancelAll), .query(.purge): false
        case .query, .stream, .events: true
        }
    }
}
