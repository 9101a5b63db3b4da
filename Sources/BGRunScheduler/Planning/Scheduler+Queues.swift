// Where a job comes up next: on the clocks, and in the queues of what it needs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// - Returns: The need in whose queues it waits, none where it does not wait for that alone.
    mutating func enqueue(_ job: Job, at now: Now) -> Need {
        let isTold = job.isWarned || reported.isToBeWarned(job.id)
        var warning = isTold || timetable.isHeldBack(job) ? nil : warnsFrom(job, at: now)
        // It is told of in this turn, and nobody is woken for it.
        if let from = warning, from <= now.wall {
            reported.noteOverdue(job.id)
            warning = nil
        }
        timetable.enter(job, warning: warning, at: now)
        let slack = timetable.planner.slack(of: job, at: now)
        if job.isByHand, !timetable.isHeldBack(job) { sleep.addAlarm(for: job, slack: slack) }
        guard job.phase.run == nil, !timetable.isHeldBack(job) else { return .none }
        guard let since = job.dueSince else {
            sleep.addAlarm(for: job, slack: slack)
            return .none
        }
        guard job.rest == nil, timetable.isOpen(job, at: now), job.awaited.isEmpty,
            applicationBlocker(of: job, at: now) == nil
        else {
            return .none
        }
        let need = job.needToStart(at: now)
        // A service takes no slot, so it waits for no turn.
        if job.descriptor.kind != .service { ready.add(job, with: need, since: since) }
        return need
    }
}
