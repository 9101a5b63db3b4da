// The application: it queues its operations, goes to the background, and takes commands from its input.
import BackgroundTasksUIKitNames

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    private let options = Options(CommandLine.arguments)
    private let queue = OperationQueue()
    private var operations: [Compression] = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // What it prints is read while it goes on.
        setvbuf(stdout, nil, _IOLBF, 0)
        queue.maxConcurrentOperationCount = 1
        operations = options.names.map(operation)
        for (operation, next) in zip(operations, operations.dropFirst()) { next.addDependency(operation) }
        application.enterBackground()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        print("in the background")
        queue.addOperations(operations, waitUntilFinished: false)
        // Its end is the end of the program, once the work is done.
        Thread.detachNewThread {
            while let line = readLine() {
                DispatchQueue.main.async { self.obey(line) }
            }
            self.queue.waitUntilAllOperationsAreFinished()
            exit(0)
        }
    }

    private func operation(_ name: String) -> Compression {
        let type =
            options.isArticle
            ? ArticleOperation.self : options.isStubborn ? StubbornCompression.self : Compression.self
        let operation = type.init(name: name, pages: options.pages, of: options.size)
        operation.completionBlock = { [unowned operation] in print(operation.outcome) }
        return operation
    }

    /// `cancel NAME`, as somebody would who has lost interest.
    private func obey(_ line: String) {
        for operation in operations where line == "cancel \(operation.name ?? "")" { operation.cancel() }
    }
}
