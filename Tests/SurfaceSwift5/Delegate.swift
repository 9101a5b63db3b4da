// Forms in which programs use what UIKit has for the background, compiled in Swift 5 mode without a warning.
import BackgroundTasks
import BackgroundTasksUIKitNames

/// The delegate of Xcode's template.
package class NotesDelegate: UIResponder, UIApplicationDelegate {
    private var saving: UIBackgroundTaskIdentifier = .invalid
    private let service = Service()

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
        ) { _ in }
        for name in [
            UIScene.didEnterBackgroundNotification, UIScene.willEnterForegroundNotification,
            UIScene.didActivateNotification, UIScene.willDeactivateNotification,
            UIApplication.willTerminateNotification,
            UIApplication.backgroundRefreshStatusDidChangeNotification,
        ] {
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in }
        }
        return true
    }

    package func application(
        _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
        options: UIScene.ConnectionOptions
    ) -> UISceneConfiguration {
        let configuration = UISceneConfiguration(name: "Default", sessionRole: connectingSceneSession.role)
        configuration.delegateClass = NotesSceneDelegate.self
        return configuration
    }

    package func application(
        _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
    ) {}

    package func applicationDidEnterBackground(_ application: UIApplication) {
        saving = application.beginBackgroundTask(withName: "save") { [weak self] in
            self?.endSaving()
        }
        assert(saving != UIBackgroundTaskIdentifier.invalid)
        DispatchQueue.global().async {
            if UIApplication.shared.backgroundTimeRemaining < 1 { return }
            DispatchQueue.main.async { self.endSaving() }
        }
    }

    package func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        ProcessInfo.processInfo.performExpiringActivity(withReason: "fetch") { isExpired in
            if isExpired { self.endSaving() }
        }
        completionHandler(.noData)
    }

    package func applicationWillEnterForeground(_ application: UIApplication) {
        if application.applicationState == .background { endSaving() }
    }

    private func endSaving() {
        guard saving != .invalid else { return }
        UIApplication.shared.endBackgroundTask(saving)
        saving = .invalid
    }
}

/// The operation of every second article: it holds a background task while it works.
package class BackgroundOperation: Operation, @unchecked Sendable {
    private var identifier = UIBackgroundTaskIdentifier.invalid

    package override func main() {
        identifier = UIApplication.shared.beginBackgroundTask(expirationHandler: {
            self.cancel()
        })
        defer {
            UIApplication.shared.endBackgroundTask(identifier)
            identifier = .invalid
        }
        guard identifier != .invalid, !isCancelled else { return }
    }
}

/// A program without a delegate that is the program.
package func leave(_ delegate: NotesDelegate) {
    DispatchQueue.main.async {
        UIApplication.shared.delegate = delegate
        if (UIApplication.shared.delegate as? NotesDelegate) === delegate {
            UIApplication.shared.enterBackground()
        }
    }
    let assertion = BackgroundAssertion(name: "leave", limit: .seconds(10)) { print("told to end") }
    assertion?.end()
}

/// The scene delegate of Xcode's template.
package class NotesSceneDelegate: UIResponder, UIWindowSceneDelegate {
    package var window: UIWindow?

    package func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {
        guard let windows = scene as? UIWindowScene else { return }
        window = UIWindow(windowScene: windows)
        window?.makeKeyAndVisible()
    }

    package func sceneDidEnterBackground(_ scene: UIScene) {}
}

/// What programs ask before they register anything.
package func mayWork(on queue: dispatch_queue_t?) -> Bool {
    UIApplication.shared.backgroundRefreshStatus == .available
        && !ProcessInfo.processInfo.isLowPowerModeEnabled
}
