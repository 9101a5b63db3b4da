// Wait: be told how a job's current occurrence ends.
import BGRunJob

/// Asks to be answered when the current occurrence of a job has ended.
package struct WaitCall: SchedulerCall {
    package static let method = SchedulerMethod.wait

    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
    }

    package var fields: [Field] { target.fields }

    package typealias Reply = JobRecord.LastRun
}
