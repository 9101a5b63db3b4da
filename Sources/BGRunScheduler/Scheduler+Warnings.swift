// Jobs that wait too long: their owners are told, once for each occurrence.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// From when on a due job that does not run is warned of.
    func warnsFrom(_ job: Job) -> WallTime? {
        guard let since = job.dueSince else { return nil }
        let idle = max(since, job.lastRun?.ended ?? since).advanced(by: policy.warnAfter)
        return job.overdueFrom.map { min($0, idle) } ?? idle
    }

    /// Since when the job has not run, where that is long enough to be a warning.
    func notRunSince(_ job: Job, at now: Now) -> WallTime? {
        guard let since = job.dueSince else { return nil }
        let last = job.lastRun?.ended
        guard max(since, last ?? since).advanced(by: policy.warnAfter) <= now.wall else { return nil }
        return last ?? min(job.accepted, since)
    }

    mutating func warnIfDue(_ id: JobID, at now: Now) {
        guard var job = jobs[id], !job.isWarned, let since = job.dueSince, let from = warnsFrom(job),
            from <= now.wall, pause(of: job) == nil, !job.isHeldBack
        else { return }
        job.isWarned = true
        put(job, at: now)
        touch(id)
        guard policy.notifications else { return }
        let reason: Notice.Reason =
            if let last = notRunSince(job, at: now) { .notRun(since: last) } else { .overdue(due: since) }
        wishes.append(
            .notify(
                Notice(
                    job: id, title: job.descriptor.title, reason: reason,
                    blockers: blockers(of: job, at: now))))
    }
}
