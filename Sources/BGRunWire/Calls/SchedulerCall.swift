// A call of org.bgrun.Scheduler.

/// One call of `org.bgrun.Scheduler`.
package protocol SchedulerCall: InterfaceCall where Method == SchedulerMethod {}
