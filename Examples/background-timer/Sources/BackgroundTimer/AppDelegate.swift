// The application: a countdown that ends at its instant, whatever becomes of the program meanwhile.
import BackgroundTasksUIKitNames

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
    private let task = "com.example.timer.end"
    private let options = Options(CommandLine.arguments)
    private lazy var countdown = Countdown(.seconds(Double(options.count) * options.second))
    private lazy var article = ArticleTimer(options, show: say)
    private let articleScene = ArticleSceneDelegate()
    private var timer: Timer?
    private var signals: (any DispatchSourceSignal)?
    private var isSubmitted = false

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        // A process that the daemon has started is there for ends only, and sees one after another.
        if options.isArticle {
            followCtrlZ()
            article.viewDidLoad()
            article.startTimer()
            return true
        }
        let isStarted = application.applicationState == .background
        BGTaskScheduler.shared.register(forTaskWithIdentifier: task, using: nil) { task in
            self.finish()
            task.setTaskCompleted(success: true)
            // This was the end of the program's own countdown, told before it has looked: after a suspend, say.
            if !isStarted { exit(0) }
        }
        guard !isStarted else { return true }
        followCtrlZ()
        takeCommands()
        resume()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        if options.isArticle { return articleScene.sceneDidEnterBackground(UIScene()) }
        stopTicking()
    }

    func applicationWillEnterForeground(_ application: UIApplication) {
        if options.isArticle { return articleScene.sceneWillEnterForeground(UIScene()) }
        if countdown.isRunning { tick() }
    }

    // MARK: The countdown

    private func resume() {
        countdown.resume()
        // Shown before the daemon is asked, whose disk may be slow.
        tick()
        // If this process is gone by then, the daemon starts it.
        submit()
    }

    private func pause() {
        stopTicking()
        countdown.pause()
        cancel()
        say("paused at \(number)")
    }

    /// Prints what is left, and looks again at the next whole second of the countdown.
    private func tick() {
        say(number)
        guard number > 0 else { return end() }
        let left = countdown.left / .seconds(options.second)
        let next = left - (left.rounded(.up) - 1)
        timer = Timer.scheduledTimer(withTimeInterval: max(0.001, next * options.second), repeats: false) {
            [weak self] _ in
            MainActor.assumeIsolated { self?.tick() }
        }
    }

    private var number: Int { Int((countdown.left / .seconds(options.second)).rounded(.up)) }

    private func stopTicking() {
        timer?.invalidate()
        timer = nil
    }

    /// The program has seen the end itself.
    private func end() {
        finish()
        // Nobody has to be started any more.
        cancel()
        exit(0)
    }

    private func finish() {
        stopTicking()
        say("finished")
    }

    // MARK: The request

    private func submit() {
        let request = BGProcessingTaskRequest(identifier: task)
        // Counts suspend, and takes no notice of who sets the clock.
        request.earliestBeginInterval = countdown.left
        do {
            try BGTaskScheduler.shared.submit(request)
            isSubmitted = true
        } catch {
            // It counts all the same, as long as the process lives.
            say("nobody else will see the end: \(error.localizedDescription)")
        }
    }

    private func cancel() {
        if isSubmitted { BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: task) }
        isSubmitted = false
    }

    // MARK: What a person does

    /// Ctrl-Z is the way to the background, and `fg` the way back.
    private func followCtrlZ() {
        signal(SIGTSTP, SIG_IGN)
        signals = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: .main)
        signals?.setEventHandler {
            MainActor.assumeIsolated {
                UIApplication.shared.enterBackground()
                // What Ctrl-Z does to a program that does not look. It returns with SIGCONT.
                raise(SIGSTOP)
                UIApplication.shared.enterForeground()
            }
        }
        signals?.resume()
    }

    private func takeCommands() {
        Thread.detachNewThread {
            while let line = readLine() {
                DispatchQueue.main.async {
                    switch line {
                    case "pause" where self.countdown.isRunning: self.pause()
                    case "resume" where !self.countdown.isRunning: self.resume()
                    default: break
                    }
                }
            }
        }
    }
}

/// Prints a line at once, also into a pipe: it is read while the program goes on.
private func say(_ words: Any) { FileHandle.standardOutput.write(Data("\(words)\n".utf8)) }
