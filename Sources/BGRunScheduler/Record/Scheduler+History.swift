// What history keeps of the machine and of what holds jobs back, beside their runs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Keeps a gate's verdict, where it is another one than the last. Opposites are kept as what they are the opposite of.
    mutating func remember(_ place: GateTable.Place, at now: Now) {
        let entry = gates[place]
        guard entry.gate.state != .unread else { return }
        let isOpposite = if case .not = entry.key.requirement { true } else { false }
        let verdict = isOpposite ? entry.gate.verdict.opposite : entry.gate.verdict
        let known = RememberedCondition(entry.key)
        guard remembered.updateValue(verdict, forKey: known) != verdict else { return }
        effects.saves.append(
            .appendCondition(
                ConditionChange(
                    at: now.wall, .requirement(known.text, owner: known.owner, verdict),
                    reason: entry.gate.reason, isSimulated: known.isSimulated)))
    }

    /// Nobody asks for it any more. Where it was played, history goes on with what is seen.
    mutating func forget(_ key: GateKey, at now: Now) {
        let known = RememberedCondition(key)
        let last = remembered.removeValue(forKey: known)
        guard key.simulation != nil else {
            // Its opposite may have a gate that is still asked for.
            if gates.place(of: GateKey(key.requirement.opposite, owner: key.owner ?? .root)) != nil {
                remembered[known] = last
            } else if last != nil {
                effects.saves.append(
                    .appendCondition(
                        ConditionChange(
                            at: now.wall, .requirement(known.text, owner: known.owner, .unknown),
                            reason: "no job asks for it")))
            }
            return
        }
        let real = GateKey(real: key)
        guard let place = gates.place(of: real) else {
            forget(real, at: now)
            return
        }
        remembered[RememberedCondition(real)] = nil
        remember(place, at: now)
    }

    /// Nobody looked while the machine slept.
    mutating func rememberSleep(until now: Now, for span: Duration) {
        remember(.asleep, since: now.wall.advanced(by: .zero - span))
        remember(.awake, since: now.wall)
    }

    mutating func remember(_ state: ConditionChange.MachineState, since instant: WallTime) {
        effects.saves.append(.appendCondition(ConditionChange(at: instant, .machine(state))))
    }

    /// Keeps what holds a due job back beside its requirements, where that has changed.
    mutating func rememberHold(of job: Job, at now: Now) {
        let names = job.dueSince == nil ? [] : ownBlockers(of: job, at: now).map(\.name)
        if names.isEmpty, held.isEmpty { return }
        guard held[job.id, default: []] != names else { return }
        held[job.id] = names.isEmpty ? nil : names
        effects.saves.append(
            .appendHold(
                HoldChange(job: job.id, at: now.wall, isWaiting: job.dueSince != nil, blockers: names)))
    }
}
