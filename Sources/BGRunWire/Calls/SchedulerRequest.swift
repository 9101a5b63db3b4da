// A call of org.bgrun.Scheduler as the daemon gets it: one case for each method, with its parameters read.
import BGRunJSON

/// What a client asks of the daemon.
package enum SchedulerRequest: Sendable {
    case submit(SubmitCall)
    case status(StatusCall)
    case why(WhyCall)
    case cancel(CancelCall)
    case run(RunCall)
    case stop(StopCall)
    case simulate(SimulateCall)
    case simulateConditions(SimulateConditionsCall)
    case pause(PauseCall)
    case unpause(UnpauseCall)
    case enable(EnableCall)
    case disable(DisableCall)
    case next(NextCall)
    case wait(WaitCall)
    case logs(LogsCall)
    case history(HistoryCall)
    case conditions(ConditionsCall)
    case heldBack(HeldBackCall)
    case forecast(ForecastCall)
    case events(EventsCall)
    case doctor(DoctorCall)

    package init(_ method: SchedulerMethod, parameters: JSONObject) throws(FieldFault) {
        switch method {
        case .submit: self = .submit(try SubmitCall(parameters: parameters))
        case .status: self = .status(try StatusCall(parameters: parameters))
        case .why: self = .why(try WhyCall(parameters: parameters))
        case .cancel: self = .cancel(try CancelCall(parameters: parameters))
        case .run: self = .run(try RunCall(parameters: parameters))
        case .stop: self = .stop(try StopCall(parameters: parameters))
        case .simulate: self = .simulate(try SimulateCall(parameters: parameters))
        case .simulateConditions:
            self = .simulateConditions(try SimulateConditionsCall(parameters: parameters))
        case .pause: self = .pause(try PauseCall(parameters: parameters))
        case .unpause: self = .unpause(try UnpauseCall(parameters: parameters))
        case .enable: self = .enable(try EnableCall(parameters: parameters))
        case .disable: self = .disable(try DisableCall(parameters: parameters))
        case .next: self = .next(try NextCall(parameters: parameters))
        case .wait: self = .wait(try WaitCall(parameters: parameters))
        case .logs: self = .logs(try LogsCall(parameters: parameters))
        case .history: self = .history(try HistoryCall(parameters: parameters))
        case .conditions: self = .conditions(try ConditionsCall(parameters: parameters))
        case .heldBack: self = .heldBack(try HeldBackCall(parameters: parameters))
        case .forecast: self = .forecast(try ForecastCall(parameters: parameters))
        case .events: self = .events(try EventsCall(parameters: parameters))
        case .doctor: self = .doctor(try DoctorCall(parameters: parameters))
        }
    }

    /// Whether an answer without a stream has no meaning.
    package var makesSenseOnlyAsStream: Bool {
        switch self {
        case .events: true
        case .logs(let call): call.follow
        case .submit, .status, .why, .cancel, .run, .stop, .simulate, .simulateConditions, .pause,
            .unpause, .enable, .disable, .next, .wait, .history, .conditions, .heldBack, .forecast, .doctor:
            false
        }
    }
}
