// Where a job comes up next: on the clocks, and in the queues of what it needs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// - Returns: The need in whose queues it waits, none where it does not wait for that alone.
    mutating func enqueue(_ job: Job, at now: Now) -> Need {
        switch job.phase {
        case .scheduled, .due:
            if let end = job.switches.pause?.end { timetable.agendas.add(job, at: end.end) }
            if !job.isHeldBack, timetable.pauses.pause(of: job) == nil { return enqueueWaiting(job, at: now) }
        case .launching, .frozen(_, _, _, .systemSleep): break
        case .frozen(_, _, _, .requirementLost(_, let until)): timetable.agendas.add(job, at: until)
        case .running(let run, _): timetable.agendas.add(job, at: run.expires)
        case .expiring(_, _, _, let killAt): timetable.agendas.add(job, at: killAt)
        case .killed(_, _, _, let repeatAt): timetable.agendas.add(job, at: repeatAt)
        }
        return .none
    }

    /// A job without a run, which nobody holds back.
    private mutating func enqueueWaiting(_ job: Job, at now: Now) -> Need {
        guard let since = job.dueSince else {
            if let at = job.plan.at { timetable.agendas.add(job, at: at) }
            if let after = job.plan.after { timetable.agendas.add(job, at: after.end) }
            if let quiet = job.quiet { timetable.agendas.add(job, at: quiet.until) }
            sleep.addAlarm(for: job)
            return .none
        }
        // Also where it has passed: a pause may have held the job over it, or the daemon was not running.
        if let tooLate = job.tooLateFrom { timetable.agendas.add(job, at: tooLate) }
        if let overdue = job.overdueFrom, now.wall < overdue {
            timetable.agendas.add(job, at: overdue)
        }
        if !job.isWarned, !reported.isToBeWarned(job.id), let warning = warnsFrom(job) {
            timetable.agendas.add(job, at: warning)
        }
        if case .due(_, let rest?) = job.phase {
            timetable.agendas.add(job, at: rest.end)
            return .none
        }
        if let change = timetable.hoursChange(of: job, after: now) { timetable.agendas.add(job, at: change) }
        var need = job.need
        if let relaxes = job.relaxesAt, now.wall < relaxes {
            timetable.agendas.add(job, at: relaxes)
            need = job.preferredNeed
        }
        guard timetable.isOpen(job, at: now) else { return .none }
        ready.add(job, with: need, since: since)
        return need
    }
}
