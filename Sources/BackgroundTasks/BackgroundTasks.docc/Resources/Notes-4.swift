// The application: one task, which counts the words of the notes in a folder.
import BackgroundTasks

@main
struct Notes {
    static let task = "com.example.notes.count"

    static func main() {
        guard CommandLine.arguments.count == 2 else {
            print("usage: Notes FOLDER")
            exit(2)
        }
        let folder = URL(filePath: CommandLine.arguments[1])
        let isPermitted = BGTaskScheduler.shared.register(forTaskWithIdentifier: task, using: nil) { task in
            submit(after: 60 * 60)
            let counting = Task {
                task.setTaskCompleted(success: await countWords(in: folder))
            }
            task.expirationHandler = { counting.cancel() }
        }
        print("registered: \(isPermitted)")
        // Where bgrund has started the program, there is a request already.
        if ProcessInfo.processInfo.environment["BGRUN_HOST"] == nil {
            submit()
        }
        dispatchMain()
    }

    static func submit(after seconds: TimeInterval = 0) {
        let request = BGProcessingTaskRequest(identifier: task)
        request.requiresExternalPower = true
        request.earliestBeginDate = Date(timeIntervalSinceNow: seconds)
        do {
            try BGTaskScheduler.shared.submit(request)
            print("submitted")
        } catch {
            print("not submitted: \(error.localizedDescription)")
        }
    }
}
