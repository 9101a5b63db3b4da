// The methods of org.bgrun.Scheduler.

/// The methods of `org.bgrun.Scheduler`, by their names.
package enum SchedulerMethod: String, InterfaceMethod {
    package static var interface: String { SchedulerInterface.name }

    case submit = "Submit"
    case submitAll = "SubmitAll"
    case status = "Status"
    case why = "Why"
    case cat = "Cat"
    case cancel = "Cancel"
    case purge = "Purge"
    case run = "Run"
    case stop = "Stop"
    case simulate = "Simulate"
    case simulateConditions = "SimulateConditions"
    case pause = "Pause"
    case unpause = "Unpause"
    case enable = "Enable"
    case disable = "Disable"
    case snooze = "Snooze"
    case next = "Next"
    case wait = "Wait"
    case waitAll = "WaitAll"
    case logs = "Logs"
    case history = "History"
    case conditions = "Conditions"
    case conditionHistory = "ConditionHistory"
    case heldBack = "HeldBack"
    case moment = "Moment"
    case forecast = "Forecast"
    case events = "Events"
    case doctor = "Doctor"
    case ownRun = "OwnRun"
    case reportProgress = "ReportProgress"
    case showLife = "ShowLife"
    case extendRun = "ExtendRun"
    case deferRun = "DeferRun"

    /// Whether nothing comes of a call but its answer, so that it may be made again.
    package var onlyAsks: Bool {
        switch self {
        case .status, .why, .cat, .next, .wait, .waitAll, .logs, .history, .conditions, .conditionHistory,
            .heldBack, .moment, .forecast,
            .events,
            .doctor, .ownRun:
            true
        case .submit, .submitAll, .cancel, .purge, .run, .stop, .simulate, .simulateConditions, .pause,
            .unpause,
            .enable, .disable, .snooze, .reportProgress, .showLife, .extendRun, .deferRun:
            false
        }
    }
}
