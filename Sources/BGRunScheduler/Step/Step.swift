// The only file that knows how a job moves from phase to phase, from its occurrence to the end of its run.
//
// Two rules for whoever edits it. Everything that affects a transition lives here: the rest of the room decides
// *when* an input is given, never what it leads to; only what becomes of the occurrence after a run has ended is
// decided by its descriptor, in Scheduler+Runs.swift. And nothing here looks at other jobs, gates or the store:
// a step is a function of one phase, one input and the time.
//
// `step` is total over all pairs of phase and input. It has no `default`, so the compiler names the places that
// a new phase or input has to be thought through, and docs/transitions.md is printed by running it over all
// pairs. A pair that cannot happen is said to be impossible; only `Scheduler` traps on it, in one place, so that
// the table can be printed without crashing.
//
// Three kinds of pairs are worth a second look, because a careless edit would break a promise there:
//
// - *Late facts.* A timer or a request may name a run that has moved on within the same turn of the loop. Such
//   a pair stays where it is. It must never be impossible, because outside events would then stop the daemon.
// - *A stop before there is a process.* The signals of a turn are delivered before its launches. A stop that
//   arrives while the launch is only ordered is therefore kept in the phase and delivered at `launched`;
//   signalling at once would hit nothing, and the run would live on unstopped.
// - *A second stop.* The first reason stays, and its grace period goes on: asking twice must not give a run
//   more time. Only `cancelled` overrides, because otherwise the occurrence would be due again although its
//   owner has cancelled it.
import BGRunCalendar
import BGRunJob

/// What one input does to one phase.
package enum Step: Hashable, Sendable {
    case stay
    case move(Phase, Act?)
    /// The run is over, with this outcome; what becomes of the occurrence is decided by its descriptor.
    case end(Outcome)
    /// Our own contradiction: no order of outside events leads here.
    case impossible
}

/// What a step asks for, besides moving.
package enum Act: Hashable, Sendable {
    case launch
    case signal(RunSignal)
}

/// How long after a SIGKILL it is sent again while the exit has not been seen. A process in uninterruptible
/// sleep cannot die sooner, and waking up more often would not help it.
package let killRepeat: Duration = .seconds(30)

/// How long after its launch a program has to run, when it is told to end at once. Its process is not there yet while the
/// launch is only ordered, and a signal would hit nothing.
private let shortestLaunch: Duration = .seconds(1)

/// How long after its launch a program has to run. It may lie on a file system that does not answer.
package let longestLaunch: Duration = .seconds(30)

/// The transition that `input` causes in `phase` at `now`.
package func step(_ phase: Phase, _ input: Input, at now: Now) -> Step {
    switch (phase, input) {
    case (.scheduled, .becameDue(let since)): .move(.due(since: since, rest: nil), nil)
    case (.scheduled, .restEnded), (.scheduled, .told): .stay
    case (.scheduled, .budgetEnded), (.scheduled, .graceEnded), (.scheduled, .progressed): .stay
    case (.scheduled, .extended), (.due, .extended): .stay
    case (.scheduled, .frozen), (.scheduled, .thawed), (.due, .frozen), (.due, .thawed): .stay
    case (.scheduled, .freezeEnded), (.due, .freezeEnded), (.launching, .freezeEnded): .stay
    case (.scheduled, .cleared), (.scheduled, .launchUndone), (.scheduled, .launched): .impossible
    case (.scheduled, .launchFailed), (.scheduled, .mainExited), (.scheduled, .exited): .impossible

    case (.due, .becameDue), (.due, .told), (.due, .budgetEnded), (.due, .graceEnded): .stay
    case (.due, .progressed): .stay
    case (.due(let since, _), .restEnded): .move(.due(since: since, rest: nil), nil)
    case (.due, .cleared(let run)):
        .move(.launching(run, nil, killAt: run.started.awake.advanced(by: run.launchLimit)), .launch)
    case (.due, .launchUndone), (.due, .launched), (.due, .launchFailed): .impossible
    case (.due, .mainExited), (.due, .exited): .impossible

    case (.launching, .becameDue), (.launching, .restEnded): .stay
    case (.launching, .budgetEnded), (.launching, .progressed): .stay
    // It may say so before it is heard that its program has begun.
    case (.launching(let run, let ending, let killAt), .extended(let span)):
        ending == nil ? .move(.launching(run.extended(by: span), nil, killAt: killAt), nil) : .stay
    case (.launching(let run, let ending, let killAt), .graceEnded):
        killAt <= now.awake
            ? .move(.launching(run, ending, killAt: now.awake.advanced(by: killRepeat)), .signal(.kill))
            : .stay
    // What has no process yet can't be frozen; the kernel freezes all that is left.
    case (.launching, .frozen), (.launching, .thawed): .stay
    case (.launching, .cleared): .impossible
    case (.launching(let run, _, _), .launchUndone): .move(.due(since: run.due, rest: nil), nil)
    case (.launching(let run, nil, _), .launched(let process)):
        .move(.running(run.begun(at: now), process: process), nil)
    case (.launching(let run, let ending?, _), .launched(let process)): expire(run, process, ending, at: now)
    case (.launching, .launchFailed): .end(.couldNotLaunch)
    // What has not begun when its grace period would be over does not begin any more.
    case (.launching(let run, let ending, let killAt), .told(let stop)):
        .move(
            .launching(
                run, ending?.told(stop) ?? .told(stop),
                killAt: ending == nil ? min(killAt, graceEnd(ofUnbegun: run, at: now)) : killAt), nil)
    // A program has begun before its process ends, and is told to have.
    case (.launching, .mainExited): .impossible
    case (.launching(_, let ending, _), .exited(let exit)):
        .end(ending?.outcome(of: exit) ?? exit.outcome(after: nil))

    case (.running, .becameDue), (.running, .restEnded), (.running, .graceEnded): .stay
    case (.running, .cleared), (.running, .launchUndone), (.running, .launched), (.running, .launchFailed):
        .impossible
    case (.running(let run, let process), .budgetEnded):
        run.expires <= now.awake
            ? expire(run, process, .told(StopOrder(run.expiration.reason)), at: now) : .stay
    case (.running(let run, let process), .progressed(let instant)):
        .move(.running(run.progressed(at: instant), process: process), nil)
    case (.running(let run, let process), .extended(let span)):
        .move(.running(run.extended(by: span), process: process), nil)
    case (.running(let run, let process), .told(let stop)): expire(run, process, .told(stop), at: now)
    case (.running(let run, let process), .frozen(let reason)):
        .move(.frozen(run, process: process, since: now.awake, reason), .signal(.freeze))
    case (.running, .thawed), (.running, .freezeEnded): .stay
    // What a job leaves behind has its grace period too.
    case (.running(let run, let process), .mainExited(let exit)):
        expire(run, process, RunEnding(exit, after: nil), at: now)
    case (.running, .exited(let exit)): .end(exit.outcome(after: nil))

    case (.frozen, .becameDue), (.frozen, .restEnded), (.frozen, .budgetEnded), (.frozen, .graceEnded): .stay
    // What it has lost is back, and its hours have ended meanwhile: it goes on standing still, for those.
    case (.frozen(let run, let process, let since, .requirementLost), .frozen(.allowedHours)):
        .move(.frozen(run, process: process, since: since, .allowedHours), nil)
    case (.frozen, .frozen): .stay
    // It had said so just before.
    case (.frozen(let run, let process, let since, let reason), .progressed(let instant)):
        .move(.frozen(run.progressed(at: instant), process: process, since: since, reason), nil)
    case (.frozen(let run, let process, let since, let reason), .extended(let span)):
        .move(.frozen(run.extended(by: span), process: process, since: since, reason), nil)
    case (.frozen, .cleared), (.frozen, .launchUndone), (.frozen, .launched), (.frozen, .launchFailed):
        .impossible
    case (.frozen(let run, let process, let since, let reason), .thawed(let cause)):
        // The end of a sleep brings no requirement back.
        reason.cause == cause
            ? .move(.running(run.frozen(from: since, to: now.awake), process: process), .signal(.thaw))
            : .stay
    case (.frozen(let run, let process, let since, .requirementLost(let kind, let until)), .freezeEnded):
        until <= now.awake
            ? expire(
                run.frozen(from: since, to: now.awake), process, .told(StopOrder(.requirementLost(kind))),
                at: now)
            : .stay
    case (.frozen(_, _, _, .systemSleep), .freezeEnded), (.frozen(_, _, _, .allowedHours), .freezeEnded):
        .stay
    // The signal thaws it, because what stands still can't handle it.
    case (.frozen(let run, let process, let since, _), .told(let stop)):
        expire(run.frozen(from: since, to: now.awake), process, .told(stop), at: now)
    // Somebody has killed it as it stood still.
    case (.frozen(let run, let process, let since, _), .mainExited(let exit)):
        expire(
            run.frozen(from: since, to: now.awake), process, RunEnding(exit, after: nil), at: now)
    case (.frozen, .exited(let exit)): .end(exit.outcome(after: nil))

    case (.expiring, .becameDue), (.expiring, .restEnded), (.expiring, .budgetEnded): .stay
    // Asking gives no more time to what is to end.
    case (.expiring, .progressed), (.expiring, .extended): .stay
    case (.expiring, .cleared), (.expiring, .launchUndone), (.expiring, .launched): .impossible
    case (.expiring, .launchFailed): .impossible
    case (.expiring(let run, let process, let ending, let killAt), .graceEnded):
        killAt <= now.awake ? kill(run, process, ending, at: now) : .stay
    case (.expiring(let run, let process, let ending, let killAt), .told(let stop)):
        .move(.expiring(run, process: process, ending.told(stop), killAt: killAt), nil)
    // The ladder's own clock stands still in suspend; its processes only have to stand still with it.
    case (.expiring, .frozen(.systemSleep)): .move(phase, .signal(.freeze))
    case (.expiring, .frozen(.requirementLost)), (.expiring, .frozen(.allowedHours)): .stay
    case (.expiring, .thawed(.systemSleep)): .move(phase, .signal(.thaw))
    case (.expiring, .thawed(.requirementLost)), (.expiring, .thawed(.allowedHours)): .stay
    case (.expiring, .freezeEnded): .stay
    // The grace period is the whole tree's: what is left goes on with it.
    case (.expiring(let run, let process, .told(let stop), let killAt), .mainExited(let exit)):
        .move(.expiring(run, process: process, RunEnding(exit, after: stop), killAt: killAt), nil)
    case (.expiring(_, _, .left, _), .mainExited): .impossible
    case (.expiring(_, _, let ending, _), .exited(let exit)): .end(ending.outcome(of: exit))

    case (.killed, .becameDue), (.killed, .restEnded), (.killed, .budgetEnded): .stay
    case (.killed, .progressed), (.killed, .extended): .stay
    case (.killed, .cleared), (.killed, .launchUndone), (.killed, .launched), (.killed, .launchFailed):
        .impossible
    case (.killed(let run, let process, let ending, let repeatAt), .graceEnded):
        repeatAt <= now.awake ? kill(run, process, ending, at: now) : .stay
    case (.killed(let run, let process, let ending, let repeatAt), .told(let stop)):
        .move(.killed(run, process: process, ending.told(stop), repeatAt: repeatAt), nil)
    case (.killed, .frozen), (.killed, .thawed), (.killed, .freezeEnded): .stay
    case (.killed, .mainExited): .stay
    case (.killed(_, _, let ending, _), .exited): .end(ending.killedOutcome)
    }
}

private func graceEnd(ofUnbegun run: Run, at now: Now) -> AwakeTime {
    max(now.awake.advanced(by: run.gracePeriod), run.started.awake.advanced(by: shortestLaunch))
}

private func expire(_ run: Run, _ process: Int32, _ ending: RunEnding, at now: Now) -> Step {
    let killAt = now.awake.advanced(by: run.gracePeriod)
    return .move(
        .expiring(run, process: process, ending, killAt: killAt), .signal(.terminate(ending.stop?.reason)))
}

private func kill(_ run: Run, _ process: Int32, _ ending: RunEnding, at now: Now) -> Step {
    let repeatAt = now.awake.advanced(by: killRepeat)
    return .move(.killed(run, process: process, ending, repeatAt: repeatAt), .signal(.kill))
}
