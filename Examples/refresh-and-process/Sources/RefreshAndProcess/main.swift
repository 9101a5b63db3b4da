// Starts the application, and takes the end of its input for the way to the background.
import BackgroundTasksUIKitNames

// What it prints is read while it goes on.
setvbuf(stdout, nil, _IOLBF, 0)
let options = Options(CommandLine.arguments)
if options.isArticle { ArticleDelegate.main() }
let application = Application(options)
application.didFinishLaunching()
// A process that bgrund has started is in the background from its beginning.
if ProcessInfo.processInfo.environment["BGRUN_HOST"] == nil {
    Thread.detachNewThread {
        while readLine() != nil {}
        DispatchQueue.main.async { application.didEnterBackground() }
    }
}
dispatchMain()
