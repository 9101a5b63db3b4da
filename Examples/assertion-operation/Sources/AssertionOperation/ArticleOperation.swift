// The operation as articles have it, call by call, with its hole: `--article`.
import BackgroundTasksUIKitNames

/// Begins a background task, ends it in the handler and at the end of `main`. A way out in the middle leaves it open: it lasts until
/// its limit, though nobody works any more.
class ArticleOperation: Compression, @unchecked Sendable {
    private var backgroundTask = UIBackgroundTaskIdentifier.invalid

    override func main() {
        guard !isCancelled else { return }
        backgroundTask = UIApplication.shared.beginBackgroundTask(withName: name) {
            self.cleanup()
            self.cancel()
            self.endBackgroundTask()
        }
        work()
        guard !isCancelled else { return }
        endBackgroundTask()
    }

    private func endBackgroundTask() {
        guard backgroundTask != .invalid else { return }
        UIApplication.shared.endBackgroundTask(backgroundTask)
        backgroundTask = .invalid
    }
}
