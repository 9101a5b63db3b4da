// A program with a task, for `make bench`: tells by its clocks when its handler is entered, and how long its submits take.
import BackgroundTasks
import Glibc

@main struct TaskMeter {
    let task: String

    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count == 2 else {
            print("usage: TaskMeter FIFO TASK: the handler of TASK writes what two clocks say to FIFO")
            print("       TaskMeter -    TASK: has none")
            print("Lines it reads: \"submit COUNT\" (nanoseconds each), \"power\" (waits for power).")
            exit(2)
        }
        let meter = TaskMeter(task: arguments[1])
        if arguments[0] != "-" { meter.register(tellingTo: arguments[0]) }
        Thread.detachNewThread { meter.answerLines() }
        dispatchMain()
    }

    private func register(tellingTo fifo: String) {
        // Opened before, as the handler's first act is to read the clocks, and its second to tell.
        let descriptor = open(fifo, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { fatalError("\(fifo): \(String(cString: strerror(errno)))") }
        BGTaskScheduler.shared.register(forTaskWithIdentifier: task, using: nil) { task in
            let readings = [nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_BOOTTIME)]
            readings.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
            task.setTaskCompleted(success: true)
        }
    }

    private func answerLines() {
        while let line = readLine() {
            let words = line.split(separator: " ")
            do {
                if words.first == "submit", words.count == 2, let count = Int(words[1]) {
                    print(try submit(count: count).map(String.init).joined(separator: " "))
                } else if words.first == "power" {
                    try submitForPower()
                    print("submitted")
                } else {
                    print("what is \"\(line)\"?")
                }
            } catch { print("\(error)") }
            // Each answer is waited for.
            fflush(nil)
        }
        // Nobody asks a started host for anything: it stays for its task.
        if ProcessInfo.processInfo.environment["BGRUN_HOST"] == nil { exit(0) }
    }

    /// How long each call takes.
    private func submit(count: Int) throws -> [Int64] {
        try (0..<count).map { _ in
            let request = BGAppRefreshTaskRequest(identifier: task)
            request.earliestBeginDate = Date(timeIntervalSinceNow: 86_400)
            let begin = nanoseconds(CLOCK_MONOTONIC)
            try BGTaskScheduler.shared.submit(request)
            return nanoseconds(CLOCK_MONOTONIC) - begin
        }
    }

    private func submitForPower() throws {
        let request = BGProcessingTaskRequest(identifier: task)
        request.requiresExternalPower = true
        try BGTaskScheduler.shared.submit(request)
    }
}

private func nanoseconds(_ clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
