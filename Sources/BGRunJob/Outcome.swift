// How a run ended.
import BGRunCalendar

/// The outcome of a run, as history and `wait` tell it.
package enum Outcome: String, CaseIterable, Sendable {
    case succeeded, failed, expired, interrupted, deferred, cancelled, couldNotLaunch
}

/// How the run's main process left, as `waitid(2)` tells it.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case code(Int32)
    case signal(Int32)
    /// Nobody could learn it: the daemon was not the parent any more.
    case lost

    /// "Not now": the occurrence stays due (`EX_TEMPFAIL` of sysexits.h).
    package static let deferred = ExitStatus.code(75)

    package var description: String {
        switch self {
        case .code(let code): "exit \(code)"
        case .signal(let number): "signal \(number)"
        case .lost: "unknown"
        }
    }
}

/// What a run has used, as the kernel accounts it for the main process and the children it waited for.
package struct ResourceUsage: Hashable, Sendable {
    package var userTime: Duration
    package var systemTime: Duration
    package var peakMemoryKiB: Int64

    package init(userTime: Duration = .zero, systemTime: Duration = .zero, peakMemoryKiB: Int64 = 0) {
        self.userTime = userTime
        self.systemTime = systemTime
        self.peakMemoryKiB = peakMemoryKiB
    }
}

/// An ended run, as history keeps it for good.
package struct HistoryEntry: Hashable, Sendable {
    package var run: RunID
    package var job: JobID
    package var title: String?
    /// When the occurrence became due.
    package var due: WallTime
    package var started: WallTime
    package var ended: WallTime
    package var outcome: Outcome
    package var stopReason: StopReason?
    package var exit: ExitStatus?
    /// Why the run could not be launched.
    package var failure: String?
    /// The start or the stop was played by `bgrun simulate`.
    package var isSimulated: Bool
    package var usage: ResourceUsage

    package init(
        run: RunID, job: JobID, title: String? = nil, due: WallTime, started: WallTime, ended: WallTime,
        outcome: Outcome, stopReason: StopReason? = nil, exit: ExitStatus? = nil, failure: String? = nil,
        isSimulated: Bool = false, usage: ResourceUsage = ResourceUsage()
    ) {
        self.run = run
        self.job = job
        self.title = title
        self.due = due
        self.started = started
        self.ended = ended
        self.outcome = outcome
        self.stopReason = stopReason
        self.exit = exit
        self.failure = failure
        self.isSimulated = isSimulated
        self.usage = usage
    }
}
