// What every call of org.bgrun.Scheduler has: a method, parameters, and the type of its reply.
import BGRunJSON

/// One call of `org.bgrun.Scheduler`.
package protocol SchedulerCall: Sendable {
    associatedtype Reply: WireObject
    var method: SchedulerMethod { get }
    var parameters: JSONObject { get }
}

extension SchedulerCall where Self: WireObject {
    package var parameters: JSONObject { object }
}
