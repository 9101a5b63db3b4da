// Where a job comes up next: on the clocks, and in the queue of what it needs.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func enqueue(_ job: Job, at now: Now) {
        switch job.phase {
        case .scheduled, .due:
            if let end = job.switches.pause?.end { bootAgenda.add(job.id, at: end.end, ticket: job.ticket) }
            if !job.isHeldBack, pause(of: job) == nil { enqueueWaiting(job, at: now) }
        case .launching, .frozen(_, _, _, .systemSleep): break
        case .frozen(_, _, _, .requirementLost(_, let until)):
            awakeAgenda.add(job.id, at: until, ticket: job.ticket)
        case .running(let run, _): awakeAgenda.add(job.id, at: run.expires, ticket: job.ticket)
        case .expiring(_, _, _, let killAt): awakeAgenda.add(job.id, at: killAt, ticket: job.ticket)
        case .killed(_, _, _, let repeatAt): awakeAgenda.add(job.id, at: repeatAt, ticket: job.ticket)
        }
    }

    /// A job without a run, which nobody holds back.
    private mutating func enqueueWaiting(_ job: Job, at now: Now) {
        guard let since = job.dueSince else {
            if let at = job.plan.at { wallAgenda.add(job.id, at: at, ticket: job.ticket) }
            if let after = job.plan.after { bootAgenda.add(job.id, at: after.end, ticket: job.ticket) }
            if let quiet = job.quiet { bootAgenda.add(job.id, at: quiet.until, ticket: job.ticket) }
            sleep.addAlarm(for: job)
            return
        }
        // Also where it has passed: a pause may have held the job over it, or the daemon was not running.
        if let tooLate = job.tooLateFrom { wallAgenda.add(job.id, at: tooLate, ticket: job.ticket) }
        if let overdue = job.overdueFrom, now.wall < overdue {
            wallAgenda.add(job.id, at: overdue, ticket: job.ticket)
        }
        if !job.isWarned, !overdue.contains(job.id), let warning = warnsFrom(job) {
            wallAgenda.add(job.id, at: warning, ticket: job.ticket)
        }
        if case .due(_, let rest?) = job.phase {
            bootAgenda.add(job.id, at: rest.end, ticket: job.ticket)
            return
        }
        let isOpen = job.descriptor.allowedHours?.isOpen(at: now.wall, in: planner.zones.local) ?? true
        if let change = job.descriptor.allowedHours?.nextChange(after: now.wall, in: planner.zones.local) {
            wallAgenda.add(job.id, at: change, ticket: job.ticket)
        }
        var place = job.needs
        if let relaxes = job.relaxesAt, now.wall < relaxes {
            wallAgenda.add(job.id, at: relaxes, ticket: job.ticket)
            place = job.wants
        }
        guard isOpen else { return }
        needs.enqueue(job, in: ReadyQueue(needs: place, priority: job.descriptor.priority), since: since)
        jobs[job.id]?.queued = place
    }
}
