// Why: all that keeps one job from running.
import BGRunJob

/// Asks why a job is not running.
package struct WhyCall: SchedulerCall {
    package static let method = SchedulerMethod.why

    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        target = try Target(fields: &fields)
    }

    package var fields: [Field] { target.fields }

    package struct Reply: WireObject, Hashable {
        package var job: JobReport
        /// Every requirement with its state, in the order of the descriptor; also while the job runs.
        package var requirements: [RequirementReport]
        /// What became of its last occurrences, the newest first.
        package var history: [HistoryLine]

        package init(job: JobReport, requirements: [RequirementReport], history: [HistoryLine]) {
            self.job = job
            self.requirements = requirements
            self.history = history
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            job = try fields.required("job", .object(JobReport.self))
            requirements = try fields.required("requirements", .list(of: .object(RequirementReport.self)))
            history = try fields.required("history", .list(of: .object(HistoryLine.self)))
        }

        /// The blockers are the answer, so they stand first; they are the job's own.
        package var fields: [Field] {
            [
                Field("blockers", .list(of: .object(BlockerReport.self)), job.blockers),
                Field("requirements", .list(of: .object(RequirementReport.self)), requirements),
                Field("job", .object(JobReport.self), job),
                Field("history", .list(of: .object(HistoryLine.self)), history),
            ]
        }
    }
}
