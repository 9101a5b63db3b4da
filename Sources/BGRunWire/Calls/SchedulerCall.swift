// What every method of org.bgrun.Scheduler has: a name, parameters, and the type of its reply.

/// One call of `org.bgrun.Scheduler`. Its fields are the method's parameters.
package protocol SchedulerCall: WireObject {
    associatedtype Reply: WireObject
    static var method: SchedulerMethod { get }
}
