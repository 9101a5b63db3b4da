// Disable: keep jobs from being run at all, until they are enabled.
import BGRunJob

/// Asks to switch these jobs off by hand. What runs goes on.
package struct DisableCall: SchedulerCall {
    package static let method = SchedulerMethod.disable

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
