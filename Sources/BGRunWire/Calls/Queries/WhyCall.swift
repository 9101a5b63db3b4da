// Why: all that keeps one job from running.
import BGRunJob

/// Asks why a job is not running.
package struct WhyCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .why }
    package var target: Target

    package init(_ target: Target) {
        self.target = target
    }

    package static let wire = WireTable<WhyCall>(.keys(Target.wire, \.target), make: { WhyCall($0) })

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

        /// The blockers are the answer, so they stand first; they are the job's own.
        package static let wire = WireTable<Reply>(
            .key("requirements", .list(.object), \.requirements)
                .telling("blockers", .list(.object), \.job.blockers),
            .key("job", .object, \.job), .key("history", .list(.object), \.history),
            make: { Reply(job: $1, requirements: $0, history: $2) })
    }
}
