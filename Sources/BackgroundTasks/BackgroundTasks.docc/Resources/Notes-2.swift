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
            Task {
                task.setTaskCompleted(success: await countWords(in: folder))
            }
        }
        print("registered: \(isPermitted)")
        submit()
        dispatchMain()
    }

    static func submit() {
        let request = BGProcessingTaskRequest(identifier: task)
        request.requiresExternalPower = true
        do {
            try BGTaskScheduler.shared.submit(request)
            print("submitted")
        } catch {
            print("not submitted: \(error.localizedDescription)")
        }
    }
}
