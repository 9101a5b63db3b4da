// A handler, and where it is entered.
package import Dispatch

/// What was registered for a task identifier.
///
/// The program gave the handler away; it is called once for each run, and by nobody else.
package final class Registration: @unchecked Sendable {
    private let handler: @isolated(any) (BGTask) -> Void
    private let executor: QueueExecutor

    package init(_ queue: DispatchQueue, _ handler: @escaping @isolated(any) (BGTask) -> Void) {
        self.handler = handler
        executor = QueueExecutor(queue)
    }

    /// Whether the handler was written on the main actor, and with it most likely the expiration handler that it sets.
    package var isOfMainActor: Bool { handler.isolation === MainActor.shared }

    /// Enters the handler: on its actor where it belongs to one, else on its queue.
    ///
    /// - Parameters:
    ///   - isToBegin: Asked there, right before: a queue that is blocked is not to look as if the task had begun.
    ///   - left: Called there when the handler has returned.
    package func enter(
        _ task: BGTask, if isToBegin: @escaping @Sendable () -> Bool,
        left: @escaping @Sendable () -> Void = {}
    ) {
        Task(executorPreference: executor) {
            await self.enter(task, on: self.handler.isolation, if: isToBegin, left: left)
        }
    }

    private func enter(
        _ task: BGTask, on isolation: isolated (any Actor)?, if isToBegin: @Sendable () -> Bool,
        left: @Sendable () -> Void
    ) async {
        guard isToBegin() else { return }
        await handler(task)
        left()
    }
}
