// Where a job stands; each case carries exactly the data that is valid in it.
import BGRunCalendar
import BGRunJob

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
