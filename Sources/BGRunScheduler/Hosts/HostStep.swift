// The only file that knows how a started host moves from phase to phase.
//
// It is total over all pairs of phase and input, without a `default`, as `step` is, and docs/transitions.md is printed by
// running it over all of them. What runs in the host is not looked at here: the scheduler says when it is empty.
import BGRunCalendar
import BGRunJob

/// What one input does to one phase of a started host.
package enum HostStep: Hashable, Sendable {
    case stay
    case move(HostPhase, HostAct?)
    /// The host is gone.
    case end
    /// Our own contradiction: no order of outside events leads here.
    case impossible
}

/// What a step of a host asks for, besides moving.
package enum HostAct: Hashable, Sendable {
    case terminate
    case kill
    /// Its other runs are told to end before it is killed.
    case warnOthers
}

/// How long a host has to leave after SIGTERM.
package let hostLeaveLimit: Duration = .seconds(10)

/// How long after a daemon's start programs that had tasks of the one before may take to come back. The library tries five
/// times in the first second.
package let hostReturnLimit: Duration = .seconds(2)

/// The transition that `input` causes in `phase` at `now`.
package func hostStep(_ phase: HostPhase, _ input: HostInput, at now: Now) -> HostStep {
    switch (phase, input) {
    case (_, .ended): .end

    case (.starting, .served): .move(.serving, nil)
    // What is given to it waits until it serves.
    case (.starting, .busied): .stay
    case (.starting, .emptied), (.starting, .streamLost), (.starting, .dismissed): leave(at: now)
    // No run begins before it serves.
    case (.starting, .overstayed): .impossible
    case (.starting, .timeOver): .stay

    case (.serving, .served), (.serving, .busied), (.serving, .timeOver): .stay
    case (.serving, .emptied(let linger)): .move(.lingering(until: now.awake.advanced(by: linger)), nil)
    case (.serving, .overstayed(let grace)):
        .move(.condemned(until: now.awake.advanced(by: grace)), .warnOthers)
    case (.serving, .streamLost): leave(at: now)
    // Its runs go on to their end, or are told; then it is empty.
    case (.serving, .dismissed): .stay

    case (.lingering, .served), (.lingering, .emptied): .stay
    case (.lingering, .busied): .move(.serving, nil)
    case (.lingering, .overstayed): .impossible
    case (.lingering(let until), .timeOver): until <= now.awake ? leave(at: now) : .stay
    case (.lingering, .streamLost), (.lingering, .dismissed): leave(at: now)

    // Nothing is given to it any more, whatever it says.
    case (.condemned, .served), (.condemned, .dismissed), (.condemned, .overstayed): .stay
    case (.condemned, .busied): .impossible
    case (.condemned, .emptied), (.condemned, .streamLost): kill(at: now)
    case (.condemned(let until), .timeOver): until <= now.awake ? kill(at: now) : .stay

    case (.leaving, .served), (.leaving, .emptied), (.leaving, .overstayed), (.leaving, .streamLost): .stay
    case (.leaving, .dismissed): .stay
    case (.leaving, .busied): .impossible
    case (.leaving(let killAt), .timeOver): killAt <= now.awake ? kill(at: now) : .stay

    case (.killed, .served), (.killed, .emptied), (.killed, .overstayed), (.killed, .streamLost): .stay
    case (.killed, .dismissed): .stay
    case (.killed, .busied): .impossible
    case (.killed(let repeatAt), .timeOver): repeatAt <= now.awake ? kill(at: now) : .stay
    }
}

private func leave(at now: Now) -> HostStep {
    .move(.leaving(killAt: now.awake.advanced(by: hostLeaveLimit)), .terminate)
}

private func kill(at now: Now) -> HostStep {
    .move(.killed(repeatAt: now.awake.advanced(by: killRepeat)), .kill)
}
