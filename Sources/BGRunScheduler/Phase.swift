// Where a job stands; each case carries exactly the data that is valid in it.
import BGRunCalendar
import BGRunJob

/// One attempt at one occurrence.
package struct Run: Hashable, Sendable {
    package let id: RunID
    /// Since when the occurrence has been due.
    package let due: WallTime
    package let started: Now
    package let timeBudget: Duration
    package let gracePeriod: Duration
    /// Started over the head of its requirements: losing them does not stop it.
    package let isForced: Bool
    /// The start was played by `bgrun simulate`.
    package let isSimulated: Bool

    package init(
        id: RunID, due: WallTime, started: Now, timeBudget: Duration, gracePeriod: Duration,
        isForced: Bool = false, isSimulated: Bool = false
    ) {
        self.id = id
        self.due = due
        self.started = started
        self.timeBudget = timeBudget
        self.gracePeriod = gracePeriod
        self.isForced = isForced
        self.isSimulated = isSimulated
    }

    /// When the budget is used up. The awake clock stands still in suspend, so sleeping costs nothing.
    package var expires: AwakeTime { started.awake.advanced(by: timeBudget) }
}

/// An order to end a run, with its reason.
package struct Stop: Hashable, Sendable {
    package let reason: StopReason
    package let isSimulated: Bool

    package init(_ reason: StopReason, isSimulated: Bool = false) {
        self.reason = reason
        self.isSimulated = isSimulated
    }
}

/// Where a job stands. A finished job is not a phase: it leaves the table and becomes history.
package enum Phase: Hashable, Sendable {
    /// The occurrence lies ahead.
    /// Can move to: `due`, when its instant comes or `run` brings it forward.
    case scheduled
    /// The occurrence is due and waits until nothing blocks it, or rests until the deadline.
    /// Can move to: `launching`, when its blockers are none.
    case due(since: WallTime, rest: Deadline?)
    /// The start is recorded and ordered; a stop that comes now is delivered once there is a process.
    /// Can move to: `running`, `expiring` (a stop came meanwhile), `due` (the start could not be stored),
    /// or end (it could not be launched).
    case launching(Run, stop: Stop?)
    /// The process works. Can move to: `expiring`, when the budget ends or it is told to stop; or end.
    case running(Run, process: Int32)
    /// SIGTERM is out, and the grace period runs. Can move to: `killed`, when it is over; or end.
    case expiring(Run, process: Int32, Stop, killAt: AwakeTime)
    /// SIGKILL is out, and is sent again at `repeatAt` while the exit has not been seen. Can only end.
    case killed(Run, process: Int32, Stop, repeatAt: AwakeTime)

    /// The active run, if there is one.
    package var run: Run? {
        switch self {
        case .scheduled, .due: nil
        case .launching(let run, _), .running(let run, _), .expiring(let run, _, _, _),
            .killed(let run, _, _, _):
            run
        }
    }

    /// The order to end the active run, if it was given.
    package var stop: Stop? {
        switch self {
        case .scheduled, .due, .running: nil
        case .launching(_, let stop): stop
        case .expiring(_, _, let stop, _), .killed(_, _, let stop, _): stop
        }
    }
}

/// What can happen to one job. Past tense.
package enum Input: Hashable, Sendable {
    /// Its instant came, or somebody brought it forward; due since the given instant.
    case becameDue(since: WallTime)
    /// The rest after an unfinished run is over, or was waived.
    case restEnded
    /// Nothing blocks it: this run may start.
    case cleared(Run)
    /// The start could not be stored, so it was not carried out.
    case launchUndone
    case launched(process: Int32)
    case launchFailed
    case budgetEnded
    /// The grace period is over, or the time after a SIGKILL that nobody answered.
    case graceEnded
    case told(Stop)
    case exited(ExitStatus)
}
