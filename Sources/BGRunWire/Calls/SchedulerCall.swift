// What every call of org.bgrun.Scheduler has: a method, parameters, and the type of its reply.
import BGRunJSON

/// One call of `org.bgrun.Scheduler`.
package protocol SchedulerCall: Sendable {
    associatedtype Reply: WireObject
    var method: SchedulerMethod { get }
    var parameters: JSONObject { get }
    /// Whether an answer follows by itself, whatever happens to jobs.
    var isAnsweredAtOnce: Bool { get }
}

extension SchedulerCall {
    package var isAnsweredAtOnce: Bool { true }
}

extension SchedulerCall where Self: WireObject {
    package var parameters: JSONObject { object }
}
