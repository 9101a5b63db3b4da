// Stop: end the active run of a job and keep the job.
import BGRunJob

/// Asks to end the active run of a job.
package struct StopCall: SchedulerCall {
    package static let method = SchedulerMethod.stop

    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
    }

    package var fields: [Field] { target.fields }

    package typealias Reply = NoFields
}
