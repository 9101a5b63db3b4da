// A program's word that it is finishing something: what beginBackgroundTask is on iOS.
internal import Foundation

/// A program's word that it is finishing something which had better not be cut off. **Of bgrun, not of Apple.**
///
/// While it is held, `bgrund` delays sleep and shutdown for some seconds when they come, so that the program can be warned and
/// end what it does; and a process that the daemon has started is not told to leave. It does not keep the machine
/// awake for its own sake, and it asks for nothing that a program needs in order to run: nothing suspends programs on Linux.
///
/// ```swift
/// guard let assertion = BackgroundAssertion(name: "save", expirationHandler: { writer.cancel() }) else { return }
/// defer { assertion.end() }
/// writer.write()
/// ```
///
/// It lasts until ``end()``, until its limit, until the object goes, or until the process ends; `bgrun status` lists those
/// that are held. The expiration handler is called once, shortly before the limit, when sleep or shutdown is announced, and when
/// the daemon leaves. A program that lets that pass is cut off like any other.
///
/// Without a daemon an assertion is granted and nothing is held, which a line on standard error says once. The limit is kept
/// all the same. While one is held the library has a connection for it, and one thread for all of them; without any it has
/// neither.
///
/// Everything may be called from any thread. `UIApplication.beginBackgroundTask` of the product `BackgroundTasksUIKitNames` has
/// this behind it.
public final class BackgroundAssertion: Sendable {
    private let held: HeldAssertions
    private let number: UInt64
    /// What is being finished, as `bgrun status` shows it.
    public let name: String

    /// Asks for an assertion and waits until it is held: 1 s at most for a daemon that lets nobody in, 5 s for the answer.
    ///
    /// Nil where a daemon refuses, since so many are held already or the user may have none, and for a limit that is not
    /// above zero. A line on standard error then says why.
    ///
    /// - Parameters:
    ///   - name: What is being finished, for people; nil: the program's name.
    ///   - limit: How long it may take while the machine is awake; nil: 30 s. The daemon's policy has a maximum
    ///     (`assertions.limit`, 10 min), to which more is cut.
    ///   - expirationHandler: Called once when what is being finished must end, on its actor where it belongs to one (the
    ///     main actor too), else on a queue of the library's. It is let go of with the assertion.
    public convenience init?(
        name: String? = nil, limit: Duration? = nil,
        expirationHandler: (@isolated(any) () -> Void)? = nil
    ) {
        self.init(.ofProcess, name, limit, expirationHandler)
    }

    package init?(
        _ held: HeldAssertions, _ name: String?, _ limit: Duration?,
        _ expirationHandler: (@isolated(any) () -> Void)?
    ) {
        let name = name ?? ProcessInfo.processInfo.processName
        guard let number = held.begin(name, limit, expirationHandler.map { AssertionWarning($0) }) else {
            return nil
        }
        self.held = held
        self.number = number
        self.name = name
    }

    deinit { end() }

    /// Says that it is finished. The connection is closed when this returns; a second time does nothing.
    public func end() { held.end(number) }

    /// How long it is until the limit; zero where it is over.
    ///
    /// It counts while the machine is awake. Sleep that was announced does not shorten it: an assertion that is held when the
    /// machine sleeps goes on afterwards.
    public var timeRemaining: Duration { held.left(number) }
}
