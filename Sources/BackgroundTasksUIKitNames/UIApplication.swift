// The application: whether it is in the background, and what it is finishing there.
internal import BackgroundTasks
public import Foundation
internal import Synchronization

/// The one application of the process, as far as it has to do with the background.
///
/// Everything about background tasks may be called from any thread; what concerns the delegate is of the main actor. UIKit's
/// is of the main actor as a whole, and a ``UIResponder``.
open class UIApplication: NSObject, @unchecked Sendable {
    /// Where the application is.
    public enum State: Int, Sendable {
        /// In the foreground and in use.
        case active
        /// On the way from one to the other, or not launched yet.
        case inactive
        /// In the background.
        case background
    }

    /// What an application was launched for. There are none on Linux.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The text of the key.
        public let rawValue: String
        /// A key by its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The application of this process.
    public class var shared: UIApplication { ofProcess }
    private static let ofProcess = UIApplication(
        FinishingWork { name, limit, warning in
            BackgroundAssertion(name: name, limit: limit, expirationHandler: warning)
        }, isStarted: ProcessInfo.processInfo.environment["BGRUN_HOST"] != nil)

    /// Hears of the application's life. It is kept by the application.
    @preconcurrency @MainActor open var delegate: (any UIApplicationDelegate)?

    private let work: FinishingWork
    private let place: Mutex<State>

    /// - Parameter isStarted: The daemon has started the process: it is in the background from its beginning.
    init(_ work: FinishingWork, isStarted: Bool) {
        self.work = work
        place = Mutex(isStarted ? .background : .active)
        super.init()
        if isStarted { work.enterBackground() }
    }

    /// There is one application in a process.
    @available(*, unavailable, message: "use UIApplication.shared")
    public override init() { preconditionFailure("an application of its own") }

    /// Where the application is: active, until it says ``enterBackground()``. A process that the daemon has started is in the
    /// background from its beginning.
    open var applicationState: State { place.withLock { $0 } }

    // MARK: Background and foreground

    /// Says that the application is in the background now. **Of bgrun, not of UIKit**, where the system knows.
    ///
    /// The clock of the background begins, and what was begun is held by the daemon from now on. The delegate is told; then the
    /// method returns. In the background already it does nothing.
    @preconcurrency @MainActor public func enterBackground() {
        guard applicationState != .background else { return }
        post(Self.willResignActiveNotification)
        delegate?.applicationWillResignActive(self)
        place.withLock { $0 = .background }
        work.enterBackground()
        post(Self.didEnterBackgroundNotification)
        delegate?.applicationDidEnterBackground(self)
    }

    /// Says that the application is in the foreground again. **Of bgrun, not of UIKit**, where the system knows.
    ///
    /// Nothing is held any more, and no limit counts; what was begun goes on. In the foreground already it does nothing.
    @preconcurrency @MainActor public func enterForeground() {
        guard applicationState == .background else { return }
        post(Self.willEnterForegroundNotification)
        delegate?.applicationWillEnterForeground(self)
        work.enterForeground()
        becomeActive()
    }

    @MainActor func launch(_ delegate: any UIApplicationDelegate) {
        self.delegate = delegate
        let isInForeground = place.withLock { place in
            guard place != .background else { return false }
            place = .inactive
            return true
        }
        _ = delegate.application(self, willFinishLaunchingWithOptions: nil)
        _ = delegate.application(self, didFinishLaunchingWithOptions: nil)
        post(Self.didFinishLaunchingNotification)
        // It may have gone to the background at once.
        if isInForeground, applicationState == .inactive { becomeActive() }
    }

    @MainActor private func becomeActive() {
        place.withLock { $0 = .active }
        post(Self.didBecomeActiveNotification)
        delegate?.applicationDidBecomeActive(self)
    }

    private func post(_ name: NSNotification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    // MARK: Finishing something

    /// Begins to finish something that is to go on in the background.
    ///
    /// In the foreground nothing is held and no limit counts. In the background there is a ``BackgroundAssertion`` behind it,
    /// from the instant at which the application enters it: sleep and shutdown wait some seconds for it, and a
    /// process that the daemon has started does not leave. All that overlap have one limit, 30 s after the
    /// first of them was held, or what the policy of the daemon allows. One begun when the others have ended has its own.
    ///
    /// Every beginning is ended by ``endBackgroundTask(_:)``, also one whose handler was called. The process is not killed for one
    /// that is not, as on iOS; it is only not held any more.
    ///
    /// - Parameters:
    ///   - taskName: What is being finished, as `bgrun status` shows it; nil: the program's name.
    ///   - handler: Called once on the main thread, shortly before the limit, or when sleep or shutdown is announced. Somebody
    ///     has to serve that, as ``UIApplicationDelegate/main()`` does.
    /// - Returns: ``UIBackgroundTaskIdentifier/invalid`` where the daemon refuses, or the limit is over.
    open func beginBackgroundTask(
        withName taskName: String?, expirationHandler handler: (() -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        work.begin(taskName, handler.map { Finish($0) })
    }

    /// Begins to finish something that has no name of its own; see ``beginBackgroundTask(withName:expirationHandler:)``.
    open func beginBackgroundTask(expirationHandler handler: (() -> Void)? = nil)
        -> UIBackgroundTaskIdentifier
    {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// Says that it is finished. For ``UIBackgroundTaskIdentifier/invalid``, and for one that has ended, it does nothing.
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { work.end(identifier) }

    /// How long it is until the limit. As on iOS a very large number in the foreground; here in the background too while nothing
    /// is being finished, since nobody suspends the program.
    open var backgroundTimeRemaining: TimeInterval {
        guard let left = work.left else { return .greatestFiniteMagnitude }
        return left / .seconds(1)
    }
}

extension UIApplication {
    /// Posted when the delegate has heard of the launch.
    public static let didFinishLaunchingNotification = NSNotification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    /// Posted when the application is in use.
    public static let didBecomeActiveNotification = NSNotification.Name(
        "UIApplicationDidBecomeActiveNotification")
    /// Posted before the application goes to the background.
    public static let willResignActiveNotification = NSNotification.Name(
        "UIApplicationWillResignActiveNotification")
    /// Posted when the application is in the background.
    public static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    /// Posted before the application comes to the foreground.
    public static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")
    /// Never posted: nobody tells of a change of ``backgroundRefreshStatus``.
    public static let backgroundRefreshStatusDidChangeNotification = NSNotification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")
    /// Never posted: SIGTERM ends the program.
    public static let willTerminateNotification = NSNotification.Name(
        "UIApplicationWillTerminateNotification")
}
