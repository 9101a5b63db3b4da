// Unpause: let paused jobs start again.
import BGRunJob

/// Asks to end the pause of these jobs.
package struct UnpauseCall: SchedulerCall {
    package static let method = SchedulerMethod.unpause

    package var jobs: JobSelection

    package init(_ jobs: JobSelection) {
        self.jobs = jobs
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        jobs = try JobSelection(fields: &fields)
    }

    package var fields: [Field] { jobs.fields }

    package typealias Reply = NoFields
}
