// What history keeps of the machine's own states and of what holds jobs back, beside their runs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func remember(_ state: ConditionChange.MachineState, since instant: WallTime) {
        turn.effects.saves.append(.note(.condition(ConditionChange(at: instant, .machine(state)))))
    }

    /// Keeps what holds a due job back beside its requirements, where that has changed.
    mutating func rememberHold(of job: Job, at now: Now) {
        let names = job.dueSince == nil ? [] : ownBlockers(of: job, at: now).map(\.name)
        guard reported.noteHold(names, of: job.id) else { return }
        turn.effects.saves.append(
            .note(
                .hold(
                    HoldChange(job: job.id, at: now.wall, isWaiting: job.dueSince != nil, blockers: names))))
    }
}
