// Forms in which programs for Apple's systems use the surface, compiled in Swift 5 mode without a warning.
import BackgroundTasks

/// Programs put protocols before the framework, so that their tests need none of it.
package protocol Scheduling {
    @discardableResult
    func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping (BGTask) -> Void
    ) -> Bool
    func submit(_ taskRequest: BGTaskRequest) throws
    func cancel(taskRequestWithIdentifier identifier: String)
    func cancelAllTaskRequests()
    func getPendingTaskRequests(completionHandler: @escaping ([BGTaskRequest]) -> Void)
    func pendingTaskRequests() async -> [BGTaskRequest]
    func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws
}
extension BGTaskScheduler: Scheduling {}

package protocol BackgroundWork: AnyObject {
    var identifier: String { get }
    var expirationHandler: (() -> Void)? { get set }
    func setTaskCompleted(success: Bool)
}
extension BGTask: BackgroundWork {}

package protocol ProgressingWork: BackgroundWork, ProgressReporting {
    var title: String { get }
    var subtitle: String { get }
    func updateTitle(_ title: String, subtitle: String)
}
extension BGContinuedProcessingTask: ProgressingWork {}

extension BGTaskScheduler.Error.Code: CustomStringConvertible {
    /// For people.
    public var description: String {
        switch self {
        case .unavailable: return "unavailable"
        case .tooManyPendingTaskRequests: return "too many"
        case .notPermitted: return "not permitted"
        case .immediateRunIneligible: return "not now"
        }
    }
}

extension BGProcessingTaskRequest {
    package convenience init(nightly identifier: String) {
        self.init(identifier: identifier)
        requiresExternalPower = true
        requiresNetworkConnectivity = true
        earliestBeginDate = Date(timeIntervalSinceNow: 60 * 60)
    }
}

final class Database: Operation, @unchecked Sendable {
    override func main() {}
}

/// The service class of every tutorial.
package final class Service {
    private let queue = OperationQueue()
    package init() {}

    package func start() {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            // swift-format-ignore: NeverForceUnwrap
            self.handle(task: task as! BGAppRefreshTask)
        }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.clean", using: .main) {
            [weak self] task in
            guard let task = task as? BGProcessingTask else { return }
            self?.handle(task)
        }
        _ = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: "com.example.export.*", using: DispatchQueue.global(),
            launchHandler: continued)
    }

    private func handle(task: BGAppRefreshTask) {
        schedule()
        let operation = Database()
        task.expirationHandler = { self.queue.cancelAllOperations() }
        operation.completionBlock = { task.setTaskCompleted(success: !operation.isCancelled) }
        queue.addOperation(operation)
    }

    private func handle(_ task: BGProcessingTask) {
        task.expirationHandler = {
            task.setTaskCompleted(success: false)
        }
        // swift-format-ignore: NeverForceUnwrap
        URLSession.shared.dataTask(with: URL(string: "http://localhost/")!) { _, _, error in
            task.setTaskCompleted(success: error == nil)
        }.resume()
    }

    private func continued(_ task: BGTask) {
        guard let task = task as? BGContinuedProcessingTask else { return }
        task.progress.totalUnitCount = 10
        task.progress.completedUnitCount += 1
        task.updateTitle("Export", subtitle: "\(task.progress.fractionCompleted)")
        task.setTaskCompleted(success: true)
    }

    package func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: "com.example.refresh")
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch BGTaskScheduler.Error.notPermitted {
            print("not permitted")
        } catch let error as BGTaskScheduler.Error where error.code == .tooManyPendingTaskRequests {
            print("too many: \(error.localizedDescription)")
        } catch {
            print("Could not schedule: \(error) \((error as NSError).code)")
        }
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
            print(requests.map(\.identifier), requests.compactMap(\.earliestBeginDate))
        }
        BGTaskScheduler.shared.submitTaskRequest(request) { error in
            DispatchQueue.main.async { print(error as Any) }
        }
    }

    package func export() throws {
        let request = BGContinuedProcessingTaskRequest(
            identifier: "com.example.export.1", title: "Export", subtitle: "…")
        request.strategy = .fail
        if BGTaskScheduler.supportedResources.contains(.gpu) { request.requiredResources = .gpu }
        request.requiredResources = []
        guard let copy = request.copy() as? BGContinuedProcessingTaskRequest else { return }
        try BGTaskScheduler.shared.submit(copy)
    }

    package func research() -> BGHealthResearchTaskRequest {
        let request = BGHealthResearchTaskRequest(identifier: "com.example.study")
        request.protectionTypeOfRequiredData = .complete
        return request
    }
}

/// What a test of a program does with the errors.
package func code(of error: Error) -> BGTaskScheduler.Error.Code? {
    (error as? BGTaskScheduler.Error)?.code
}

package func isDomain(_ error: Error) -> Bool {
    (error as NSError).domain == BGTaskScheduler.errorDomain
}
