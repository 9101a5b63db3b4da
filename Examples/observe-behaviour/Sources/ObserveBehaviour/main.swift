// Four tasks that count, and a collector that is told each number: so that one sees from outside when they may work.
import BackgroundTasksUIKitNames

// What it prints is read while it goes on.
setvbuf(stdout, nil, _IOLBF, 0)
let options = Options(CommandLine.arguments)
if options.isArticle { ArticleDelegate.main() }
let collector = Collector(options.collector)

/// Tasks 2 and 4 want the plug.
@Sendable func submit(_ task: Int) {
    let request = BGProcessingTaskRequest(identifier: "com.example.observe.task\(task)")
    request.requiresExternalPower = task == 2 || task == 4
    do {
        try BGTaskScheduler.shared.submit(request)
        print("task \(task) is pending")
    } catch {
        let error = error as NSError
        print("task \(task) is refused: \(error.domain) Code=\(error.code)")
    }
}

// The experiment is about what runs in the background: whom a person has started asks for its tasks and leaves, and the
// daemon starts the program again. On iOS the person swipes it away.
if ProcessInfo.processInfo.environment["BGRUN_HOST"] == nil {
    for task in 1...options.tasks { submit(task) }
    exit(0)
}

for number in 1...4 {
    BGTaskScheduler.shared.register(
        forTaskWithIdentifier: "com.example.observe.task\(number)", using: nil
    ) { task in
        // 1 and 2 ask for their next run first thing; 3 and 4 for none.
        if number <= 2 { submit(number) }
        let counting = Counting(number, every: options.every, collector)
        task.expirationHandler = { counting.stop() }
        counting.begin { if number != options.stubborn { task.setTaskCompleted(success: false) } }
    }
}
dispatchMain()
