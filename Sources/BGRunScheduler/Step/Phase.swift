// Where a job stands; each case carries exactly the data that is valid in it.
import BGRunCalendar
import BGRunJob

/// Where a job stands. A finished job is not a phase: it leaves the table and becomes history.
///
/// What belongs to a run is kept apart (`indirect`): few of 100,000 jobs have one, and all would hold room for it.
package enum Phase: Hashable, Sendable {
    /// The occurrence lies ahead.
    /// Can move to: `due`, when its instant comes or `run` brings it forward.
    case scheduled
    /// The occurrence is due and waits until nothing blocks it, or rests until the deadline.
    /// Can move to: `launching`, when its blockers are none.
    case due(since: WallTime, rest: Deadline?)
    /// The start is recorded and ordered; a stop that comes now is delivered once the program runs. One that does not
    /// begin by `killAt` gets SIGKILL, again and again until it has gone.
    /// Can move to: `running`, `expiring` (a stop came meanwhile), `due` (the start could not be stored),
    /// or end (it could not be launched).
    indirect case launching(Run, RunEnding?, killAt: AwakeTime)
    /// The process works. Can move to: `expiring`, when the budget ends or it is told to end; `frozen`; or end.
    indirect case running(Run, process: Int32)
    /// The process stands still, and so does its budget. Can move to: `running`, when it is thawed; `expiring`,
    /// when it is told to end; or end.
    indirect case frozen(Run, process: Int32, since: AwakeTime, FreezeReason)
    /// SIGTERM is out, and the grace period runs. Can move to: `killed`, when it is over; or end, when nothing of the
    /// run is left.
    indirect case expiring(Run, process: Int32, RunEnding, killAt: AwakeTime)
    /// SIGKILL is out, and is sent again at `repeatAt` while the exit has not been seen. Can only end.
    indirect case killed(Run, process: Int32, RunEnding, repeatAt: AwakeTime)

    /// The active run, if there is one.
    package var run: Run? {
        switch self {
        case .scheduled, .due: nil
        case .launching(let run, _, _), .running(let run, _), .frozen(let run, _, _, _),
            .expiring(let run, _, _, _), .killed(let run, _, _, _):
            run
        }
    }

    /// Why the active run is being ended; nil while it is not.
    var ending: RunEnding? {
        switch self {
        case .scheduled, .due, .running, .frozen: nil
        case .launching(_, let ending, _): ending
        case .expiring(_, _, let ending, _), .killed(_, _, let ending, _): ending
        }
    }

    /// The order to end the active run, if it was given.
    package var stop: StopOrder? { ending?.stop }

    /// Whether the run stands still for the sake of its job, and not because the machine sleeps.
    var isHeldStill: Bool {
        switch self {
        case .frozen(_, _, _, .requirementLost), .frozen(_, _, _, .allowedHours): true
        case .scheduled, .due, .launching, .running, .frozen(_, _, _, .systemSleep), .expiring, .killed: false
        }
    }

    /// How the main process of the active run left, where something of the run has outlived it.
    package var mainExit: ExitStatus? { ending?.mainExit }
}

/// Why a run stands still.
package enum FreezeReason: Hashable, Sendable {
    /// The machine is about to sleep, or has slept.
    case systemSleep
    /// What the run needs was lost; at the instant it is stopped instead.
    case requirementLost(Requirement.Kind, until: AwakeTime)
    /// The hours in which the job may run are over, until they begin again.
    case allowedHours

    /// What ends the standing still.
    package var cause: FreezeCause {
        switch self {
        case .systemSleep: .systemSleep
        case .requirementLost: .requirementLost
        case .allowedHours: .allowedHours
        }
    }
}

/// What a run stands still for, without its data.
package enum FreezeCause: String, CaseIterable, Hashable, Sendable {
    case systemSleep, requirementLost, allowedHours
}
