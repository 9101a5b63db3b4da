// What every method of org.bgrun.Scheduler has: a name, parameters, and the type of its reply.

/// One call of `org.bgrun.Scheduler`. Its fields are the method's parameters.
package protocol SchedulerCall: WireObject {
    associatedtype Reply: WireObject
    static var method: SchedulerMethod { get }
}

/// The methods of `org.bgrun.Scheduler`, by their names.
package enum SchedulerMethod: String, CaseIterable, Sendable {
    case submit = "Submit"
    case status = "Status"
    case why = "Why"
    case cancel = "Cancel"
    case run = "Run"
    case stop = "Stop"
    case simulate = "Simulate"
    case wait = "Wait"
    case logs = "Logs"
    case history = "History"
    case conditions = "Conditions"
    case events = "Events"
    case doctor = "Doctor"
}
