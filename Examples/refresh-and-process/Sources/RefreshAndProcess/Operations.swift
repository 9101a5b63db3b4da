// The work: five operations in a row, as the articles queue them.
import BackgroundTasks

/// Prints its number.
final class PrintOperation: Operation, @unchecked Sendable {
    private let id: Int
    private let span: TimeInterval

    init(id: Int, lasting span: TimeInterval) {
        self.id = id
        self.span = span
    }

    override func main() {
        if isCancelled { return }
        print("this operation id is \(id)")
        Thread.sleep(forTimeInterval: span)
    }
}

/// Does the five for a task, and completes it.
///
/// - Parameter isHonest: Whether what was cancelled counts as a failure. The article asks the last operation whether it is
///   finished, which a cancelled one is too, so it reports success for work that was cut short.
func work(for task: BGTask, lasting span: TimeInterval, isHonest: Bool) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    let operations = (1...5).map { PrintOperation(id: $0, lasting: span) }
    task.expirationHandler = { queue.cancelAllOperations() }
    guard let last = operations.last else { return }
    last.completionBlock = {
        task.setTaskCompleted(success: isHonest ? !last.isCancelled : last.isFinished)
    }
    queue.addOperations(operations, waitUntilFinished: false)
}
