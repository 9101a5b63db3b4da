// What is known of one job's future, for the question when it is likely to start.
import BGRunCalendar
import BGRunJob

/// A job as a forecast needs it.
package struct JobProspect {
    package var job: JobID
    /// What must hold; what is only preferred is left out.
    package var requirements: Requirements
    package var allowedHours: AllowedHours?
    /// When it is or was due; nil where it waits for an event or a file, or for nothing any more.
    package var due: WallTime?

    package init(
        job: JobID, requirements: Requirements, allowedHours: AllowedHours? = nil, due: WallTime?
    ) {
        self.job = job
        self.requirements = requirements
        self.allowedHours = allowedHours
        self.due = due
    }
}
