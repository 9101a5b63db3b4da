// What a host is handed for a run.
import BGRunJob

/// All that a host has to know of a run.
package struct TaskOrder: Hashable, Sendable {
    package let run: RunID
    package let request: TaskRequest
    package let isSimulated: Bool

    package init(run: RunID, request: TaskRequest, isSimulated: Bool) {
        self.run = run
        self.request = request
        self.isSimulated = isSimulated
    }
}

/// An earlier run whose handler has not let go of its task.
package struct BusyTask: Hashable, Sendable {
    package let run: RunID
    package let task: JobIdentifier

    package init(run: RunID, task: JobIdentifier) {
        self.run = run
        self.task = task
    }
}
