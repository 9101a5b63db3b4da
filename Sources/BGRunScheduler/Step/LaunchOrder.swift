// What the launcher is handed for a run.
import BGRunCalendar
import BGRunJob

/// All that is needed to start a run.
package struct LaunchOrder: Hashable, Sendable {
    package let run: RunID
    package let job: JobID
    package let descriptor: JobDescriptor
    /// Since when its occurrence has been due.
    package let due: WallTime
    /// What its job prefers and it starts without, by the names of the blockers.
    package let relaxed: [String]

    package init(
        run: RunID, job: JobID, descriptor: JobDescriptor, due: WallTime, relaxed: [String] = []
    ) {
        self.run = run
        self.job = job
        self.descriptor = descriptor
        self.due = due
        self.relaxed = relaxed
    }
}
