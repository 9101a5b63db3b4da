// The countdown as articles have it, call by call: `--article`.
import BackgroundTasksUIKitNames

/// The notifications by which the scene's delegate tells the view.
extension Notification.Name {
    static let timerDidEnterBackground = Notification.Name("com.example.timer.didEnterBackground")
    static let timerWillEnterForeground = Notification.Name("com.example.timer.willEnterForeground")
}

/// Notes the date when the scene leaves, and tells how long it was away when it is back.
final class ArticleSceneDelegate: UIResponder, UIWindowSceneDelegate {
    var window: UIWindow?
    private var leftAt: Date?

    func sceneDidEnterBackground(_ scene: UIScene) {
        leftAt = Date()
        NotificationCenter.default.post(name: .timerDidEnterBackground, object: nil)
    }

    func sceneWillEnterForeground(_ scene: UIScene) {
        guard let leftAt else { return }
        let away = Date().timeIntervalSince(leftAt)
        NotificationCenter.default.post(
            name: .timerWillEnterForeground, object: nil, userInfo: ["away": away])
        self.leftAt = nil
    }
}

/// What the view controller is: a number, a timer, and what it hears.
@MainActor
final class ArticleTimer {
    private let start: Int
    private let second: Double
    private let show: @MainActor (Any) -> Void
    private var seconds: Int
    private var timer: Timer?

    init(_ options: Options, show: @escaping @MainActor (Any) -> Void) {
        start = options.count
        second = options.second
        seconds = options.count
        self.show = show
    }

    func viewDidLoad() {
        let center = NotificationCenter.default
        _ = center.addObserver(forName: .timerDidEnterBackground, object: nil, queue: nil) { _ in
            MainActor.assumeIsolated { self.timer?.invalidate() }
        }
        _ = center.addObserver(forName: .timerWillEnterForeground, object: nil, queue: nil) { note in
            let away = note.userInfo?["away"] as? TimeInterval ?? 0
            // Whoever sets the clock meanwhile sets the countdown; nothing keeps it from passing zero; and it is started although it
            // may have ended.
            MainActor.assumeIsolated {
                self.seconds -= Int((away / self.second).rounded())
                self.startTimer()
            }
        }
    }

    func startTimer() {
        show(seconds)
        timer = Timer.scheduledTimer(withTimeInterval: second, repeats: true) { _ in
            MainActor.assumeIsolated { self.tick() }
        }
    }

    private func tick() {
        if seconds > 0 {
            seconds -= 1
            show(seconds)
        } else {
            timer?.invalidate()
            timer = nil
            show("ended")
            seconds = start
        }
    }
}
