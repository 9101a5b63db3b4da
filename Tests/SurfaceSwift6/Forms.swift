// The same under strict concurrency: Swift 6 mode, without a warning.
import BackgroundTasks

package protocol Scheduling {
    @discardableResult
    func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool
    func submit(_ taskRequest: BGTaskRequest) throws
    func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void)
    func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws
}
extension BGTaskScheduler: Scheduling {}

package protocol BackgroundWork: AnyObject {
    var identifier: String { get }
    var expirationHandler: (() -> Void)? { get set }
    func setTaskCompleted(success: Bool)
}
extension BGTask: BackgroundWork {}

/// A model of the main actor, whose handlers belong there too.
@MainActor package final class Model {
    package private(set) var runs = 0
    /// Kept here, so it can't be handed to who runs elsewhere.
    private let nightly = BGProcessingTaskRequest(identifier: "com.example.nightly")
    package init() {}

    package func start(with scheduler: BGTaskScheduler = .shared) {
        scheduler.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            self.runs += 1
            task.expirationHandler = { [weak task] in task?.setTaskCompleted(success: false) }
            Task {
                await self.refresh()
                task.setTaskCompleted(success: true)
            }
        }
        scheduler.register(forTaskWithIdentifier: "com.example.main", using: .main) { @MainActor task in
            self.runs += 1
            task.setTaskCompleted(success: true)
        }
        scheduler.getPendingTaskRequests { requests in
            self.runs += requests.count
        }
        scheduler.register("com.example.async") { task in
            await self.refresh()
        }
    }

    private func refresh() async {}

    package func pending() async -> [String] {
        await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
    }

    package func submit() async throws {
        try await BGTaskScheduler.shared.submitTaskRequest(nightly)
        nightly.requiresExternalPower = true
        try await BGTaskScheduler.shared.submitTaskRequest(
            BGAppRefreshTaskRequest(identifier: "com.example.refresh"))
        BGTaskScheduler.shared.submitTaskRequest(BGAppRefreshTaskRequest(identifier: "com.example.refresh")) {
            error in
            guard let error else { return }
            Task { @MainActor in self.runs -= "\(error)".isEmpty ? 1 : 0 }
        }
    }
}

/// A service with an actor of its own.
package actor Synchronizer {
    private var count = 0
    package init() {}

    package nonisolated func start(with scheduler: BGTaskScheduler = .shared) {
        scheduler.register(forTaskWithIdentifier: "com.example.sync", using: nil) { task in
            let work = Task { await self.run(task) }
            task.expirationHandler = { work.cancel() }
        }
    }

    private func run(_ task: BGTask) {
        count += 1
        if task.expirationReason == .timeBudget { count -= 1 }
        task.setTaskCompleted(success: !Task.isCancelled)
    }

    package func later() throws {
        let request = BGProcessingTaskRequest(identifier: "com.example.sync")
        request.earliestBeginInterval = .seconds(15)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch BGTaskScheduler.Error.unavailable {
            return
        } catch let error as BGTaskScheduler.Error {
            switch error.code {
            case .unavailable, .notPermitted, .tooManyPendingTaskRequests, .immediateRunIneligible:
                throw error
            }
        }
    }
}

/// Code that checks which thread it is on still gets the queue that it has asked for.
package func registerOnQueue(_ queue: DispatchQueue, with scheduler: BGTaskScheduler = .shared) {
    scheduler.register(forTaskWithIdentifier: "com.example.queue", using: queue) { task in
        dispatchPrecondition(condition: .onQueue(queue))
        task.setTaskCompleted(success: true)
    }
}
