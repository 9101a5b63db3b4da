// The outline of a root job that administrators see.
import BGRunCalendar
import BGRunJob

extension JobReport {
    /// The part of a job that a viewer may see; nil for none.
    ///
    /// - Parameter isOnly: It was asked for alone.
    package init?(_ status: JobStatus, shownTo viewer: Viewer, at now: Now, isOnly: Bool = false) {
        switch viewer.sight(of: status.id.owner) {
        case .nothing: return nil
        case .all: self.init(status, at: now, isOnly: isOnly)
        case .outline: self.init(outlineOf: status, at: now)
        }
    }

    /// Built from the values that are shown, so that a new one of ``JobStatus`` is hidden.
    private init(outlineOf status: JobStatus, at now: Now) {
        self.init(
            JobStatus(
                id: status.id, descriptor: status.descriptor.outline, origin: .submission,
                accepted: status.accepted, state: status.state, blockers: [], due: status.due,
                dueBy: status.dueBy, excepted: status.excepted, overdueFrom: status.overdueFrom,
                occurrence: status.occurrence, run: status.run?.outline, lastRun: status.lastRun,
                lastSkip: status.lastSkip, recent: status.recent,
                switches: JobRecord.Switches(enabled: status.switches.enabled),
                hasSuccessor: status.hasSuccessor, health: status.health.outline,
                generation: status.generation, pause: status.pause?.outline),
            at: now)
        isOutline = true
        blockers = status.blockers.map(BlockerReport.init(outlineOf:))
    }
}

extension JobStatus.Run {
    fileprivate var outline: JobStatus.Run {
        JobStatus.Run(
            run: run, process: nil, started: started, timeBudget: timeBudget, used: used,
            stopReason: stopReason, killAt: killAt, isSimulated: isSimulated, freeze: freeze,
            mainExit: mainExit, usual: usual, overrun: overrun, hoursEnd: hoursEnd)
    }
}

extension JobHealth {
    fileprivate var outline: JobHealth {
        JobHealth(
            troubles: troubles, unfinishedRuns: unfinishedRuns, notRunSince: notRunSince,
            failing: failing.map {
                Failing(count: $0.count, givenUp: $0.givenUp, since: $0.since, exit: $0.exit)
            }, attempt: attempt, attempts: attempts, impediments: impediments.map(\.outline))
    }
}

extension Pause {
    fileprivate var outline: Pause { Pause(since: since, end: end, by: by, note: nil) }
}

extension BlockerReport {
    /// Without what it names: a path, a host, a network, a device.
    fileprivate init(outlineOf blocker: Blocker) {
        self.init(blocker)
        reason = blocker.outline
    }
}

extension Blocker {
    /// Its reason in words that name nothing.
    fileprivate var outline: String {
        switch self {
        case .trigger: "waits for an event or a file"
        case .paused: "paused"
        case .invalid: "it can't be used"
        case .after: "waits for other jobs"
        case .unmet(let requirement, _, _): "needs \(requirement.kind.row.title)"
        case .anyOf: "needs one of several alternatives"
        case .preferred(let blocker, _): "prefers otherwise: \(blocker.outline)"
        case .settling(let requirement, _): "\(requirement.kind.row.title) is back"
        case .shortage: "its owner's runs can't start now"
        case .application: "its application can't take it up now"
        case .storage: "its start can't be recorded"
        case .earliestBeginDate, .spacing, .ended, .disabled, .givenUp, .resting, .backOff, .allowedHours,
            .limit, .catchUp, .conflict, .queue, .sleep, .shutdown:
            reason
        }
    }
}
