// Purge: take away what is kept of a job besides the job itself.
import BGRunJob

/// Asks to take away a job's history, the output of its runs and its state directory. The job may be gone already; one
/// that is there stays.
package struct PurgeCall: SchedulerCall, WireObject {
    package typealias Reply = NoFields

    package var method: SchedulerMethod { .purge }
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package static let wire = WireTable<PurgeCall>(.keys(Target.wire, \.target), make: { PurgeCall($0) })
}
