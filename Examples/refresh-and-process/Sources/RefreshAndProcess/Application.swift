// The application: its handlers, and the requests that it submits when it goes to the background.
import BackgroundTasks

/// What UIApplicationDelegate is in the articles.
final class Application {
    private let options: Options
    private let refresh = "com.example.news.refresh"
    private var processing: String { options.isCopied ? refresh : "com.example.news.process" }

    init(_ options: Options) { self.options = options }

    /// Registers both handlers: while the program starts, and each identifier once.
    func didFinishLaunching() {
        let options = options
        let isRefreshing = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: refresh, using: nil
        ) { task in
            // One request is one run: the next one is asked for first thing.
            self.scheduleAppRefresh()
            work(for: task, lasting: options.span, isHonest: options.isHonest)
        }
        let isProcessing = BGTaskScheduler.shared.register(
            forTaskWithIdentifier: processing, using: nil
        ) { task in
            self.scheduleAppRefresh()
            work(for: task, lasting: options.span, isHonest: options.isHonest)
        }
        print("registered: \(isRefreshing) \(isProcessing)")
    }

    func didEnterBackground() {
        print("in the background")
        scheduleAppRefresh()
        scheduleProcessing()
    }

    private func scheduleAppRefresh() {
        let request = BGAppRefreshTaskRequest(identifier: refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: options.interval)
        submit(request)
    }

    private func scheduleProcessing() {
        let request = BGProcessingTaskRequest(identifier: processing)
        request.requiresExternalPower = true
        request.requiresNetworkConnectivity = false
        submit(request)
    }

    private func submit(_ request: BGTaskRequest) {
        do {
            try BGTaskScheduler.shared.submit(request)
        } catch {
            let error = error as NSError
            print("Could not schedule \(request.identifier): \(error.domain) Code=\(error.code)")
        }
    }
}
