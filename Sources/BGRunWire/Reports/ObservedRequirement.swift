// A requirement that is observed for jobs, as the doctor shows it.
import BGRunCalendar
import BGRunJob

/// One observed condition, and how many jobs wait for it.
package struct ObservedRequirement: WireObject, Hashable {
    package var condition: ConditionReport
    /// How many jobs are due and wait because it does not hold, or because nobody knows.
    package var waitingJobs: Int

    package init(_ condition: ConditionReport, waitingJobs: Int) {
        self.condition = condition
        self.waitingJobs = waitingJobs
    }

    /// Everything that is observed, with the jobs that lack it.
    package static func all(_ device: DeviceStatus, jobs: [JobStatus], for user: UserID) -> [Self] {
        DeviceReport(device, for: user).conditions.map { condition in
            Self(condition, waitingJobs: jobs.count { Self.waits($0, for: condition) })
        }
    }

    private static func waits(_ job: JobStatus, for condition: ConditionReport) -> Bool {
        guard job.state == .due, condition.owner == nil || condition.owner == job.id.owner else {
            return false
        }
        return job.requirements.contains { status in
            switch status.state {
            case .holds: return false
            case .settling, .lacking, .unknown: break
            }
            // What is observed is never an opposite.
            if case .not(let requirement) = status.requirement { return requirement.text == condition.text }
            return status.requirement.text == condition.text
        }
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        condition = try ConditionReport(fields: &fields)
        waitingJobs = try fields.required("waitingJobs", .integer(Int.self))
    }

    package var fields: [Field] {
        condition.fields + [Field("waitingJobs", .integer(Int.self), waitingJobs)]
    }
}
