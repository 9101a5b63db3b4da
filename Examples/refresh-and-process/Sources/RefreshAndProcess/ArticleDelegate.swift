// The application as introductions build it, call by call: `--article`.
import BackgroundTasksUIKitNames

/// Registers both tasks at launch, submits both requests in the background, and has each handler queue five operations.
class ArticleDelegate: UIResponder, UIApplicationDelegate {
    private let refreshTask = "com.example.news.refresh"
    private let processingTask = "com.example.news.process"
    /// What articles wait for: a quarter of an hour.
    private let options = Options(CommandLine.arguments)

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: refreshTask, using: nil) { task in
            guard let task = task as? BGAppRefreshTask else { return }
            self.handleAppRefresh(task: task)
        }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: processingTask, using: nil) { task in
            guard let task = task as? BGProcessingTask else { return }
            self.handleProcessing(task: task)
        }
        watchInput()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        scheduleAppRefresh()
        scheduleProcessing()
        print("in the background")
    }

    func scheduleAppRefresh() {
        let request = BGAppRefreshTaskRequest(identifier: refreshTask)
        request.earliestBeginDate = Date(timeIntervalSinceNow: options.interval)
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            print("Could not schedule \(refreshTask): \(error)")
        }
    }

    func scheduleProcessing() {
        let request = BGProcessingTaskRequest(identifier: processingTask)
        request.requiresNetworkConnectivity = false
        request.requiresExternalPower = true
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            print("Could not schedule \(processingTask): \(error)")
        }
    }

    func handleAppRefresh(task: BGAppRefreshTask) {
        scheduleAppRefresh()
        queueOperations(for: task)
    }

    func handleProcessing(task: BGProcessingTask) { queueOperations(for: task) }

    private func queueOperations(for task: BGTask) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let operations = (1...5).map { PrintOperation(id: $0, lasting: options.span) }
        let lastOperation = operations[4]
        task.expirationHandler = { queue.cancelAllOperations() }
        lastOperation.completionBlock = { task.setTaskCompleted(success: lastOperation.isFinished) }
        queue.addOperations(operations, waitUntilFinished: false)
    }

    /// The end of the input is the way to the background, which nobody tells a program of on Linux.
    private func watchInput() {
        guard UIApplication.shared.applicationState != .background else { return }
        Thread.detachNewThread {
            while readLine() != nil {}
            DispatchQueue.main.async { UIApplication.shared.enterBackground() }
        }
    }
}
