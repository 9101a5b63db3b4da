// The same for the background: Swift 6 mode, without a warning.
import BackgroundTasks
import BackgroundTasksUIKitNames

/// A delegate with a state of its own, which is the main actor's as the protocol is.
package final class ModelDelegate: UIResponder, UIApplicationDelegate {
    package private(set) var finished = 0
    private var assertion: BackgroundAssertion?

    package func applicationDidEnterBackground(_ application: UIApplication) {
        let task = application.beginBackgroundTask(withName: "save") {
            self.finished += 1
        }
        Task {
            await self.save()
            application.endBackgroundTask(task)
        }
        assertion = BackgroundAssertion(name: "save") { self.finished += 1 }
    }

    package func applicationWillEnterForeground(_ application: UIApplication) {
        guard application.applicationState == .background else { return }
        assertion?.end()
    }

    private func save() async { finished += 1 }
}

/// Work of an actor that is not to be cut off.
package actor Archive {
    private var isStopped = false
    package init() {}

    package func write(_ pages: Int) -> Int {
        guard let assertion = BackgroundAssertion(name: "archive", expirationHandler: { self.stop() }) else {
            return 0
        }
        defer { assertion.end() }
        return (0..<pages).count { _ in !isStopped && assertion.timeRemaining > .zero }
    }

    private func stop() { isStopped = true }
}

/// The operation of articles, unchanged in this mode too.
package final class GuardedOperation: Operation, @unchecked Sendable {
    private var identifier: UIBackgroundTaskIdentifier = .invalid

    package override func main() {
        identifier = UIApplication.shared.beginBackgroundTask(withName: name) { self.cancel() }
        defer { UIApplication.shared.endBackgroundTask(identifier) }
        guard identifier != .invalid, !isCancelled else { return }
    }
}
