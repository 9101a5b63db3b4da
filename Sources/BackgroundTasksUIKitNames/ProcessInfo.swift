// What Foundation on Linux lacks of the process: whether power is to be saved, and activities that may expire.
internal import BackgroundTasks
public import Foundation

extension ProcessInfo {
    /// Whether the machine saves power, as the daemon sees it: the profile of power-profiles-daemon or tuned. It looks only where
    /// a job or a task asks for `powerSaver`; false where it can't say.
    public var isLowPowerModeEnabled: Bool { BGTaskScheduler.shared.savesPower ?? false }

    /// Has something done on a concurrent queue that is not to be cut off, with a ``BackgroundAssertion`` behind it.
    ///
    /// - Parameters:
    ///   - reason: What is being done, as `bgrun status` shows it.
    ///   - block: Called with false to do it. Called with true as well, while it is at it, when it must end: shortly before the
    ///     limit of 30 s, and when sleep or shutdown is announced. Called with true alone where the daemon refuses.
    @preconcurrency public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (_ isExpired: Bool) -> Void
    ) {
        Self.perform(block) { BackgroundAssertion(name: reason, expirationHandler: $0) }
    }

    /// - Parameter hold: Asks for an assertion that calls this when it must end.
    static func perform(
        _ block: @escaping @Sendable (Bool) -> Void,
        holding hold: @escaping @Sendable (@escaping @Sendable () -> Void) -> BackgroundAssertion?
    ) {
        DispatchQueue.global().async {
            guard let assertion = hold({ block(true) }) else { return block(true) }
            block(false)
            assertion.end()
        }
    }
}
