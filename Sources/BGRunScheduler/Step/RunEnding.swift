// Why what belongs to a run is being ended, and the outcome that leads to.
import BGRunJob

/// Why a run is being ended.
package enum RunEnding: Hashable, Sendable {
    /// It was told to.
    case told(StopOrder)
    /// Its main process has left, which has settled the outcome, and something of the run has not. It may have been told
    /// to end, before or since.
    case left(Exit, Outcome, StopOrder?)

    /// A main process leaves, and something of its run has outlived it.
    init(_ exit: Exit, after stop: StopOrder?) {
        self = .left(exit, exit.outcome(after: stop), stop)
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
        case .left(let exit, _, _): exit.status
        }
    }

    /// What its main process lacked as it failed by itself.
    var lack: StopOrder? {
        switch self {
        case .told: nil
        case .left(let exit, _, let stop): stop == nil ? exit.lack : nil
        }
    }

    /// The same after one more order. The first one stays; only `cancelled` overrides it. To what has ended by itself an
    /// order comes too late, but who cancels means what would come after it as well.
    func told(_ new: StopOrder) -> RunEnding {
        guard new.reason == .cancelled else { return self }
        return switch self {
        case .told: .told(new)
        case .left(let exit, let outcome, nil): .left(exit, outcome, new)
        case .left(let exit, _, .some): RunEnding(exit, after: new)
        }
    }

    /// The outcome where nothing of the run is left by the end of the grace period.
    ///
    /// - Parameter exit: That of the main process.
    func outcome(of exit: Exit) -> Outcome {
        switch self {
        case .told(let stop): exit.outcome(after: stop)
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
