// Stop: end the active run of a job and keep the job.
import BGRunJob

/// Asks to end the active run of a job.
package struct StopCall: SchedulerCall, WireObject {
    package typealias Reply = NoFields

    package var method: SchedulerMethod { .stop }
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package static let wire = WireTable<StopCall>(.keys(Target.wire, \.target), make: { StopCall($0) })
}
