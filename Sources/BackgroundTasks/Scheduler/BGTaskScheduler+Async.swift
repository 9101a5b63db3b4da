// Handlers as Swift has them: an async closure is the task.

extension BGTaskScheduler {
    /// Registers an async closure as a task's handler. **Of bgrun, not of Apple.**
    ///
    /// It returns: the task is complete and successful. It throws: complete and unsuccessful. The task is told to end: the
    /// closure is cancelled (`Task.isCancelled`, `withTaskCancellationHandler`) and has its grace period to return; the
    /// library sets ``BGTask/expirationHandler`` for that, so the closure leaves it alone. SwiftUI's `.backgroundTask` has the
    /// same rules.
    ///
    /// - Parameters:
    ///   - identifier: As in ``register(forTaskWithIdentifier:using:launchHandler:)``, with what it returns and when it
    ///     ends the program.
    ///   - work: Does the work of one run. It runs on Swift's concurrency, or on the actor that it belongs to.
    @discardableResult
    public func register(
        _ identifier: String, work: @escaping @isolated(any) @Sendable (BGTask) async throws -> Void
    ) -> Bool {
        register(forTaskWithIdentifier: identifier, using: nil) { task in
            let running = Task(executorPreference: globalConcurrentExecutor) {
                do {
                    try await work(task)
                    task.setTaskCompleted(success: true)
                } catch {
                    task.setTaskCompleted(success: false)
                }
            }
            task.expirationHandler = { running.cancel() }
            // It came before there was a handler, and the task is complete.
            if task.expirationReason != nil { running.cancel() }
        }
    }
}
