// Runs a handler on the dispatch queue it was registered with.
internal import Dispatch

/// A queue as Swift's concurrency takes it. `dispatchPrecondition(condition: .onQueue(queue))` holds in what runs on it.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
