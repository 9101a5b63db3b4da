// Forms of programs that Xcode's templates begin: all is of the main actor unless it says otherwise. Without a warning.
import BackgroundTasks
import BackgroundTasksUIKitNames

package protocol Scheduling {
    func submit(_ taskRequest: BGTaskRequest) throws
    func submitTaskRequest(_ taskRequest: BGTaskRequest) async throws
}
extension BGTaskScheduler: Scheduling {}

package protocol BackgroundWork: AnyObject {
    var expirationHandler: (() -> Void)? { get set }
    func setTaskCompleted(success: Bool)
}
extension BGTask: BackgroundWork {}

/// The delegate of the template.
package class TemplateDelegate: UIResponder, UIApplicationDelegate {
    private var saving: UIBackgroundTaskIdentifier = .invalid
    private let exporter = Exporter()

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        exporter.start()
        return true
    }

    package func applicationDidEnterBackground(_ application: UIApplication) {
        saving = application.beginBackgroundTask(withName: "save") { self.endSaving() }
    }

    private func endSaving() {
        UIApplication.shared.endBackgroundTask(saving)
        saving = .invalid
    }
}

/// Someone who presses a button has something exported.
package final class Exporter {
    package private(set) var steps: [String] = []
    private let nightly = BGProcessingTaskRequest(identifier: "com.example.nightly")
    package init() {}

    package func start(with scheduler: BGTaskScheduler = .shared) {
        scheduler.register(forTaskWithIdentifier: "com.example.refresh", using: nil) { task in
            self.steps.append("refresh")
            task.expirationHandler = {
                self.steps.append("expired")
                task.setTaskCompleted(success: false)
            }
        }
        scheduler.register(forTaskWithIdentifier: "com.example.export.*", using: .main, launchHandler: export)
        scheduler.register(forTaskWithIdentifier: "com.example.clean", using: nil) { @Sendable task in
            let work = Task {
                await self.clean()
                task.setTaskCompleted(success: !Task.isCancelled)
            }
            task.expirationHandler = { work.cancel() }
        }
        scheduler.getPendingTaskRequests { requests in self.steps.append("\(requests.count) pending") }
    }

    private func export(_ task: BGTask) {
        guard let task = task as? BGContinuedProcessingTask else { return }
        task.progress.totalUnitCount = 10
        task.updateTitle(task.title, subtitle: "begun")
        task.setTaskCompleted(success: true)
    }

    private func clean() async { steps.append("clean") }

    package func submit() async {
        do {
            try await BGTaskScheduler.shared.submitTaskRequest(nightly)
            nightly.earliestBeginDate = .now
            steps += await BGTaskScheduler.shared.pendingTaskRequests().map(\.identifier)
        } catch let error as BGTaskScheduler.Error {
            switch error.code {
            case .unavailable, .notPermitted: steps.append(error.localizedDescription)
            case .tooManyPendingTaskRequests, .immediateRunIneligible: break
            @unknown default: break
            }
        } catch {
            steps.append("\(error)")
        }
    }
}

/// What works beside the main actor.
package nonisolated final class Compression: Operation, @unchecked Sendable {
    package override func main() {
        let identifier = UIApplication.shared.beginBackgroundTask { self.cancel() }
        defer { UIApplication.shared.endBackgroundTask(identifier) }
        guard identifier != .invalid, !isCancelled else { return }
    }
}
