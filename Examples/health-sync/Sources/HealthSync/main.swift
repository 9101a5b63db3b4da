// Starts the service, and takes the end of its input for the way to the background.
import BackgroundTasks

// What it prints is read while it goes on.
setvbuf(stdout, nil, _IOLBF, 0)
let options = Options(CommandLine.arguments)
let services = Services(
    records: RecordFiles(folder: options.folder), ledger: LedgerFile(folder: options.folder),
    server: Server(options.server), token: TokenFile(folder: options.folder))
let service: any HealthService =
    options.isArticle ? ArticleHealthService(services, options) : BackgroundHealthService(services, options)
service.registerTasks()
// A process that bgrund has started is in the background from its beginning.
if ProcessInfo.processInfo.environment["BGRUN_HOST"] == nil {
    Thread.detachNewThread {
        while readLine() != nil {}
        DispatchQueue.main.async {
            service.scheduleSync()
            if options.isArticle { service.scheduleRenewal() }
            // Who reads this finds the request pending.
            print("in the background")
        }
    }
}
dispatchMain()
