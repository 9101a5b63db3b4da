// The one place that says whether a run is over: completion and expiration meet here.
package import BGRunJob
package import Dispatch
internal import Synchronization

/// What is behind a task: its request, and its way from begin to end.
///
/// The program's code, handlers and what they hold, is called and let go of outside the lock.
package final class TaskWork: Sendable {
    private struct State {
        var handler: Warning?
        var reason: StopReason?
        var isComplete = false
    }

    /// The program's expiration handler, which is called once and by one thread.
    struct Warning: @unchecked Sendable {
        let call: () -> Void
    }

    let run: RunID
    let request: TaskRequest
    private let state = Mutex(State())
    /// Where the expiration handler is called.
    private let queue: DispatchQueue
    private let tell: @Sendable (RunID, Bool) -> Void

    /// - Parameters:
    ///   - queue: Where the expiration handler is called.
    ///   - tell: Hears once that the task is complete, and with which success.
    package init(
        _ run: RunID, _ request: TaskRequest, expiringOn queue: DispatchQueue,
        _ tell: @escaping @Sendable (RunID, Bool) -> Void
    ) {
        self.run = run
        self.request = request
        self.queue = queue
        self.tell = tell
    }

    var reason: StopReason? { state.withLock { $0.reason } }
    var isComplete: Bool { state.withLock { $0.isComplete } }

    var expirationHandler: (() -> Void)? {
        get { state.withLock { $0.handler }?.call }
        set {
            let new = newValue.map(Warning.init)
            let old = state.withLock { state -> Warning? in
                guard !state.isComplete else { return nil }
                defer { state.handler = new }
                return state.handler
            }
            withExtendedLifetime(old) {}
        }
    }

    func complete(success: Bool) {
        let (isFirst, handler) = state.withLock { state -> (Bool, Warning?) in
            guard !state.isComplete else { return (false, nil) }
            state.isComplete = true
            defer { state.handler = nil }
            return (true, state.handler)
        }
        withExtendedLifetime(handler) {}
        if isFirst { tell(run, success) }
    }

    /// Nobody is to be told any more: the run never began.
    func forget() {
        state.withLock {
            $0.isComplete = true
        }
    }

    /// Time is up. The first reason counts.
    ///
    /// - Parameter first: What is done before the handler, where there is one.
    func expire(_ reason: StopReason, first: @escaping @Sendable () -> Void) {
        enum Next { case none, complete, call(Warning) }
        let next = state.withLock { state -> Next in
            guard !state.isComplete, state.reason == nil else { return .none }
            state.reason = reason
            guard let handler = state.handler else { return .complete }
            state.handler = nil
            return .call(handler)
        }
        switch next {
        case .none: break
        case .complete:
            complete(success: false)
            queue.async(execute: first)
        case .call(let handler):
            queue.async {
                first()
                handler.call()
            }
        }
    }
}
