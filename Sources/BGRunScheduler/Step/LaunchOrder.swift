// What the launcher is handed for a run.
import BGRunJob

/// All that is needed to start a run.
package struct LaunchOrder: Hashable, Sendable {
    package let run: RunID
    package let job: JobID
    package let descriptor: JobDescriptor

    package init(run: RunID, job: JobID, descriptor: JobDescriptor) {
        self.run = run
        self.job = job
        self.descriptor = descriptor
    }
}
