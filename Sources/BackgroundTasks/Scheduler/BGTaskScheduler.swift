// The one object that applications talk to: handlers are registered with it.
public import Dispatch
public import Foundation
internal import Synchronization

/// Runs an application's tasks when their conditions hold, also when the application is not running.
///
/// A program registers a handler for each of its tasks while it starts, then submits requests. `bgrund` keeps them, waits
/// for dates, power and network, and hands each run to a process of the application that has registered the task; where
/// there is none, it starts the application by its manifest. Which tasks there may be is said by that manifest
/// (`bgrun permit`), as Info.plist says it on Apple's systems.
///
/// Everything may be called from any thread. Calls of several threads take turns at one connection to the daemon, which is
/// the one at `BGRUN_SOCKET`, else the system's.
///
/// What is said to people goes to standard error, a line each, unless `BGRUN_LOG=quiet`.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
    /// The domain of ``Error``: `BGTaskSchedulerErrorDomain`.
    public static let errorDomain = "BGTaskSchedulerErrorDomain"

    /// The scheduler of this process.
    public class var shared: BGTaskScheduler { substitute.withLock { $0 } ?? ofProcess }
    private static let ofProcess = BGTaskScheduler(Host.ofProcess)
    /// What a test has put in its place.
    private static let substitute = Mutex<BGTaskScheduler?>(nil)

    /// Puts another scheduler in the place of the process's own; nil ends that.
    package static func use(_ scheduler: BGTaskScheduler?) { substitute.withLock { $0 = scheduler } }

    /// What continued tasks may ask of the machine: nothing, since bgrun hands no graphics processor out.
    public class var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

    let host: any TaskHost

    /// There is one scheduler in a process.
    @available(*, unavailable, message: "use BGTaskScheduler.shared")
    public override init() { preconditionFailure("a scheduler of its own") }

    package init(_ host: any TaskHost) { self.host = host }

    /// Registers the handler of a task, to be entered for each run.
    ///
    /// Register all handlers while the program starts. Nothing is entered before it has started: that is when the main queue
    /// has turned once, or half a second after the last call of this where nobody serves the main queue. Registering later
    /// is allowed here and counts at once; Apple ends the program.
    ///
    /// The first call connects to the daemon and waits for its answer, 1 s at most.
    ///
    /// - Parameters:
    ///   - identifier: As the manifest permits it. For continued tasks `PREFIX.*` is allowed too, and takes all tasks
    ///     below it that this process submits.
    ///   - queue: Where the handler is entered; nil: a concurrent queue of the library's, so that a handler that blocks keeps
    ///     no other from starting. `DispatchQueue.main` needs somebody who serves it (`RunLoop.main.run()`,
    ///     `dispatchMain()`, an async `main`). Under an async `main` another thread than the first serves it on Linux:
    ///     `dispatchPrecondition(condition: .onQueue(.main))` holds there, `Thread.isMainThread` does not.
    ///   - launchHandler: Does the work and calls ``BGTask/setTaskCompleted(success:)``. It may return before. One that
    ///     belongs to an actor is entered there, whatever the queue is; so one that is written on the main actor and
    ///     registered without a queue works here, where it crashes on iOS in Swift 6 mode. Its expiration handler is called
    ///     on the main queue too; one that works there without returning is written `{ @Sendable task in`.
    /// - Returns: False where the daemon does not permit the task; the handler is forgotten and a line on standard error says
    ///   what to do. True where it does, and also where there is no daemon, since nobody can say no: the handler counts
    ///   once there is one.
    /// - Precondition: No handler is registered for the identifier. A second one ends the program, as Apple's does, with a
    ///   line that names it. After a `false` another call is no second one, and asks
    ///   anew.
    @discardableResult
    open func register(
        forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
        launchHandler: @escaping @isolated(any) (BGTask) -> Void
    ) -> Bool {
        host.register(identifier, queue, launchHandler)
    }
}
