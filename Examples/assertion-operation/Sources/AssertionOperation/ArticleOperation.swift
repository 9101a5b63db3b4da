// The operation as articles have it, with its hole.
import BackgroundTasksUIKitNames

/// A way out in the middle leaves the background task open: it lasts until its limit, though nobody works any more.
class ArticleOperation: Compression, @unchecked Sendable {
    override func main() {
        guard !isCancelled else { return }
        let identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
            self.cleanup()
            self.cancel()
        }
        work()
        guard !isCancelled else { return }
        UIApplication.shared.endBackgroundTask(identifier)
    }
}
