// An operation that holds a background task while it works, and stops when its time is over.
import BackgroundTasksUIKitNames

/// Works page by page, in the foreground and in the background.
///
/// This is the class that articles build, with its hole closed: whatever way `main` returns, the background task ends.
class BackgroundOperation: Operation, @unchecked Sendable {
    /// How many pages are done.
    var pages = 0
    private var identifier = UIBackgroundTaskIdentifier.invalid

    init(name: String) {
        super.init()
        self.name = name
    }

    /// Does the next page; false where there is none.
    func work(on page: Int) -> Bool { false }

    /// Called once when time is over, before the operation stops.
    func cleanup() {}

    override func main() {
        guard !isCancelled else { return }
        identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
            self.cleanup()
            self.cancel()
        }
        // Every way out is covered, also the one in the middle of the loop.
        defer { UIApplication.shared.endBackgroundTask(identifier) }
        work()
    }

    func work() {
        while !isCancelled, work(on: pages + 1) { pages += 1 }
    }
}
