// Why what belongs to a run is being ended, and the outcome that leads to.
import BGRunJob

/// Why a run is being ended.
package enum RunEnding: Hashable, Sendable {
    /// It was told to.
    case told(StopOrder)
    /// Its main process has left, which has settled the outcome, and something of the run has not. It may have been told
    /// to end, before or since.
    case left(ExitStatus, Outcome, StopOrder?)

    /// A main process leaves, and something of its run has outlived it.
    init(_ status: ExitStatus, after stop: StopOrder?) {
        self = .left(status, status.outcome(after: stop), stop)
    }

    /// The order to end it, if it was given.
    var stop: StopOrder? {
        switch self {
        case .told(let stop): stop
        case .left(_, _, let stop): stop
        }
    }

    /// How its main process left, once it has.
    var mainExit: ExitStatus? {
        switch self {
        case .told: nil
        case .left(let status, _, _): status
        }
    }

    /// The same after one more order. The first one stays; only `cancelled` overrides it. To what has ended by itself an
    /// order comes too late, but who cancels means what would come after it as well.
    func told(_ new: StopOrder) -> RunEnding {
        guard new.reason == .cancelled else { return self }
        return switch self {
        case .told: .told(new)
        case .left(let status, let outcome, nil): .left(status, outcome, new)
        case .left(let status, _, .some): RunEnding(status, after: new)
        }
    }

    /// The outcome where nothing of the run is left by the end of the grace period.
    ///
    /// - Parameter status: That of the main process.
    func outcome(of status: ExitStatus) -> Outcome {
        switch self {
        case .told(let stop): status.outcome(after: stop)
        case .left(_, let outcome, _): outcome
        }
    }

    /// The outcome after a SIGKILL. A main process that was still there did not end inside its grace period, whatever
    /// status the kernel reports.
    var killedOutcome: Outcome {
        switch self {
        case .told(let stop): stop.reason.outcome
        case .left(_, let outcome, _): outcome
        }
    }
}

extension ExitStatus {
    /// Exit 0 is success, and so is a task that was completed so, also inside the grace period. After a stop any other exit takes the outcome of the stop's
    /// reason; without one, 75 means "not now" and the rest is failure.
    func outcome(after stop: StopOrder?) -> Outcome {
        if self == .code(0) || self == .completed(true) { return .succeeded }
        if let stop { return stop.reason.outcome }
        switch self {
        case .deferred: return .deferred
        case .code, .signal, .completed, .abandoned: return .failed
        case .lost: return .interrupted
        }
    }
}
