// Enable: have jobs run again, whatever their descriptors say.
import BGRunJob

/// Asks to switch these jobs on by hand.
package struct EnableCall: SchedulerCall {
    package static let method = SchedulerMethod.enable

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
