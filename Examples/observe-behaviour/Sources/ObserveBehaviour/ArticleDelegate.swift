// The experiment in the form of an application of iOS, call by call: `--article`.
import BackgroundTasksUIKitNames

/// Registers the four tasks at launch and submits them in the background. A timer writes the lines of each.
class ArticleDelegate: UIResponder, UIApplicationDelegate {
    private let options = Options(CommandLine.arguments)
    private lazy var collector = Collector(options.collector)
    private var values: [Int: Int] = [:]

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        for number in 1...4 {
            let identifier = "com.example.observe.task\(number)"
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                guard let task = task as? BGProcessingTask else { return }
                self.handle(task, number)
            }
        }
        if application.applicationState != .background { swipeAway(application) }
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        for number in 1...options.tasks { schedule(number) }
    }

    private func schedule(_ number: Int) {
        let request = BGProcessingTaskRequest(identifier: "com.example.observe.task\(number)")
        request.requiresNetworkConnectivity = false
        request.requiresExternalPower = number == 2 || number == 4
        do {
            try BGTaskScheduler.shared.submit(request)
            print("task \(number) is pending")
        } catch {
            print("Could not schedule task \(number): \(error)")
        }
    }

    private func handle(_ task: BGProcessingTask, _ number: Int) {
        if number <= 2 { schedule(number) }
        values[number] = 0
        send(number)
        let timer = Timer.scheduledTimer(withTimeInterval: options.every, repeats: true) { _ in
            MainActor.assumeIsolated { self.send(number) }
        }
        task.expirationHandler = {
            timer.invalidate()
            self.collector.note(number, "expire")
            task.setTaskCompleted(success: false)
        }
    }

    private func send(_ number: Int) {
        let value = values[number] ?? 0
        collector.note(number, String(value))
        values[number] = value + 1
    }

    /// What a person does on iOS: home, and then away with it.
    private func swipeAway(_ application: UIApplication) {
        DispatchQueue.main.async {
            application.enterBackground()
            exit(0)
        }
    }
}
