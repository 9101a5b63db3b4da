// Jobs that wait too long: their owners are told, once for each occurrence.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// From when on a due job that does not run is warned of.
    func warnsFrom(_ job: Job) -> WallTime? {
        // That a service does not run while it may not is what its author wants.
        guard job.descriptor.kind != .service, let since = job.dueSince else { return nil }
        let idle = max(since, job.lastRun?.ended ?? since).advanced(by: policy.warnAfter)
        let from = job.overdueFrom.map { min($0, idle) } ?? idle
        return job.snoozedUntil.map { max($0, from) } ?? from
    }

    /// Since when the job has not run, where that is long enough to be a warning.
    func notRunSince(_ job: Job, at now: Now) -> WallTime? {
        guard job.descriptor.kind != .service, let since = job.dueSince else { return nil }
        let last = job.lastRun?.ended
        guard max(since, last ?? since).advanced(by: policy.warnAfter) <= now.wall else { return nil }
        return last ?? min(job.accepted, since)
    }

    /// Tells of the jobs that have waited too long. Before the first readings nothing could have started, so it says
    /// nothing yet; and who starts in this very turn without what it preferred is told of too.
    mutating func warn(at now: Now) {
        guard files.isRead, conditions.isRead else { return }
        for id in reported.takeOverdue() { warn(of: id, at: now) }
    }

    private mutating func warn(of id: JobID, at now: Now) {
        guard var job = jobs[id], !job.isWarned, !timetable.isHeldBack(job)
        else { return }
        let since = job.storedOccurrence.dueSince
        let reason: Notice.Reason
        if let last = notRunSince(job, at: now) {
            reason = .notRun(since: last)
        } else if let since, job.dueSince != nil || job.descriptor.preference != nil {
            reason = .overdue(due: since)
        } else {
            return
        }
        job.isWarned = true
        put(job, at: now)
        touch(id)
        let blockers = blockers(of: job, at: now)
        turn.effects.wishes.append(
            .notify(Notice(job: id, title: job.descriptor.title, reason: reason, blockers: blockers)))
    }
}
