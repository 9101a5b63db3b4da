// The work of a task: it counts from 0 and sends a line each time, until it is told to end.
import BackgroundTasks

final class Counting: @unchecked Sendable {
    private let task: Int
    private let every: TimeInterval
    private let collector: Collector
    private let told = DispatchSemaphore(value: 0)

    init(_ task: Int, every: TimeInterval, _ collector: Collector) {
        self.task = task
        self.every = every
        self.collector = collector
    }

    func stop() { told.signal() }

    /// Counts on a thread of its own, and calls `ended` there.
    func begin(ended: @escaping @Sendable () -> Void) {
        Thread.detachNewThread { [self] in
            var value = 0
            var next = DispatchTime.now()
            repeat {
                collector.note(task, String(value))
                value += 1
                // By the clock, so that what a line takes to be sent does not add up; but where the process stood
                // still, nothing is made up for.
                next = next + every
                if next < .now() { next = .now() + every }
            } while told.wait(timeout: next) == .timedOut
            collector.note(task, "expire")
            ended()
        }
    }
}
