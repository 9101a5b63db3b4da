// What an application's delegate is told.
internal import Dispatch
internal import Foundation

/// Hears of the application's life. `@main` on a class that conforms makes it the program.
///
/// It has the methods that have to do with launch and background, all of them optional; others of UIKit's can be there and are
/// never called. A delegate is a class below ``UIResponder``, as Xcode's templates have it, or a final one.
///
/// Nobody tells a program on Linux that it goes to the background. The program itself knows what that means for it
/// (its window is closed, its input ends, Ctrl-Z is pressed), and says ``UIApplication/enterBackground()``.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    /// Makes the delegate, where it is the program.
    init()

    /// The first thing that is called.
    ///
    /// - Returns: Not used.
    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The program has started: the place to register the handlers of tasks.
    ///
    /// - Parameter launchOptions: Nil. A process that the daemon has started for a task is told of nothing here, as on iOS.
    /// - Returns: Not used.
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool

    /// The application is in use: after launch, and after it came to the foreground.
    func applicationDidBecomeActive(_ application: UIApplication)

    /// The application is about to go to the background.
    func applicationWillResignActive(_ application: UIApplication)

    /// The application is in the background: the place to submit requests.
    func applicationDidEnterBackground(_ application: UIApplication)

    /// The application is about to come to the foreground.
    func applicationWillEnterForeground(_ application: UIApplication)
}

extension UIApplicationDelegate {
    /// Does nothing.
    public func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool { true }

    /// Does nothing.
    public func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool { true }

    /// Does nothing.
    public func applicationDidBecomeActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillResignActive(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationDidEnterBackground(_ application: UIApplication) {}
    /// Does nothing.
    public func applicationWillEnterForeground(_ application: UIApplication) {}

    /// Makes the delegate, tells it that the program has started, and serves the main thread for ever.
    ///
    /// The run loop of the main thread is run, so that `Timer` works. The program ends by `exit`, or by a signal.
    public static func main() {
        UIApplication.shared.launch(Self())
        RunLoop.main.run()
        // It returns where nothing is left that it could wait for.
        dispatchMain()
    }
}
