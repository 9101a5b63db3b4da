// A program with tasks that does nothing, after an assertion perhaps, to be counted; or one that prints while a task of it runs, to be killed.
import BackgroundTasks

@main enum IdleGuest {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--finish") { BackgroundAssertion(name: "finish")?.end() }
        for identifier in arguments where identifier != "--finish" {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
                print("begun", task.identifier)
                task.expirationHandler = {
                    print("told to end:", task.expirationReason ?? .cancelled)
                    task.setTaskCompleted(success: false)
                }
                try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: task.identifier))
            }
        }
        dispatchMain()
    }
}
