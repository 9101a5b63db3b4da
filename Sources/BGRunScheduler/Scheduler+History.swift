// What history keeps of the machine and of what holds jobs back, beside their runs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Keeps a gate's verdict, where it is another one than the last. Opposites are kept as what they are the opposite of.
    mutating func remember(_ place: GateTable.Place, at now: Now) {
        let entry = gates[place]
        guard entry.gate.state != .unread else { return }
        var (requirement, verdict) = (entry.key.requirement, entry.gate.verdict)
        if case .not(let opposite) = requirement {
            requirement = opposite
            verdict = verdict.opposite
        }
        let known = RememberedCondition(
            text: requirement.text, owner: entry.key.owner, isSimulated: entry.key.simulation != nil)
        guard remembered.updateValue(verdict, forKey: known) != verdict else { return }
        saves.append(
            .appendCondition(
                ConditionChange(
                    at: now.wall, .requirement(known.text, owner: known.owner, verdict),
                    reason: entry.gate.reason, isSimulated: known.isSimulated)))
    }

    /// Nobody looked while the machine slept.
    mutating func rememberSleep(until now: Now, for span: Duration) {
        remember(.asleep, since: now.wall.advanced(by: .zero - span))
        remember(.awake, since: now.wall)
    }

    mutating func remember(_ state: ConditionChange.MachineState, since instant: WallTime) {
        saves.append(.appendCondition(ConditionChange(at: instant, .machine(state))))
    }

    /// Keeps what holds a job back beside its requirements, where that has changed.
    mutating func rememberHold(of job: Job, at now: Now) {
        saves.append(
            .appendHold(
                HoldChange(
                    job: job.id, at: now.wall, isWaiting: job.dueSince != nil,
                    blockers: ownBlockers(of: job, at: now).map(\.name))))
    }
}

/// One line of what history knows.
struct RememberedCondition: Hashable {
    let text: String
    let owner: UserID?
    let isSimulated: Bool
}

extension Verdict {
    fileprivate var opposite: Verdict {
        switch self {
        case .yes: .no
        case .no: .yes
        case .unknown: .unknown
        }
    }
}
