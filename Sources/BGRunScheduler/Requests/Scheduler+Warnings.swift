// Jobs that wait too long: their owners are told, once for each occurrence.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// A job that can't start here is told of when it has been due for so long: what a booting machine lacks comes yet.
    private static let patience = Duration.seconds(600)

    /// From when on a due job that does not run is warned of.
    func warnsFrom(_ job: Job, at now: Now) -> WallTime? {
        guard let since = job.dueSince, let idle = idleSince(job)?.advanced(by: policy.warnAfter) else {
            return nil
        }
        var from = job.overdueFrom.map { min($0, idle) } ?? idle
        if let impeded = impededFrom(job, at: now) {
            from = min(from, max(impeded, since.advanced(by: Self.patience)))
        }
        return job.snoozedUntil.map { max($0, from) } ?? from
    }

    /// Since when the job has not run, where that is long enough to be a warning.
    func notRunSince(_ job: Job, at now: Now) -> WallTime? {
        guard let idle = idleSince(job), idle.advanced(by: policy.warnAfter) <= now.wall else { return nil }
        return job.lastRun?.ended ?? min(job.accepted, job.dueSince ?? job.accepted)
    }

    /// From when on it counts that the job does not run: it is due, or its occurrences are skipped one after the other.
    private func idleSince(_ job: Job) -> WallTime? {
        // That a service does not run while it may not is what its author wants.
        guard job.descriptor.kind != .service else { return nil }
        // What was interrupted each time has done nothing.
        let last = job.lastRun.flatMap { $0.outcome == .interrupted ? $0.lastSuccess : $0.ended }
        if job.recent.skipsInRow >= Job.mostSkips { return last ?? job.accepted }
        return job.dueSince.map { max($0, last ?? $0) }
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
        // What it lacked may have come since it was noted.
        if job.dueSince != nil, warnsFrom(job, at: now).map({ now.wall < $0 }) ?? true {
            return put(job, at: now)
        }
        let since = job.storedOccurrence.dueSince
        let reason: Notice.Reason
        if let impediment = impediments(of: job, at: now).first, job.dueSince != nil {
            reason = .cannotStart(impediment)
        } else if let last = notRunSince(job, at: now) {
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

    // MARK: - What the machine lacks

    /// From when on it can't start here, if all stays as it is; nil where nothing says so.
    private func impededFrom(_ job: Job, at now: Now) -> WallTime? {
        if !impediments(of: job, at: now).isEmpty { return now.wall }
        guard job.phase.run == nil, job.isEnabled, job.fault == nil else { return nil }
        return conditions.impededFrom(job.need, at: now)
    }

    /// What keeps a job from ever starting on this machine as it is: the one place that says so. Empty of one that has a run
    /// or is disabled.
    func impediments(of job: Job, at now: Now) -> [Impediment] {
        var seen: Set<JobID> = []
        return impediments(of: job, &seen, at: now)
    }

    /// - Parameter seen: The jobs that were looked at for what one comes after: each once, and no more than ``mostSeen``, however their
    ///   owner has tied them together.
    private func impediments(of job: Job, _ seen: inout Set<JobID>, at now: Now) -> [Impediment] {
        guard job.phase.run == nil, job.isEnabled, job.fault == nil else { return [] }
        let limits =
            conditions.unheld.isEmpty
            ? []
            : job.descriptor.launchRules.resources.holds.map(\.hold)
                .filter { $0.isLimit && conditions.unheld.contains($0) }.map { Impediment($0) }
        let shortage = ready.shortages[job.id.owner].flatMap {
            $0.isLasting ? Impediment(shortage: $0.reason) : nil
        }
        let all =
            limits + [shortage].compactMap(\.self) + conditions.impediments(of: job.need, at: now)
            + unseenEvents(of: job, at: now)
            + lastingAwaits(of: job, &seen, at: now)
        return job.descriptor.program.applicationTask == nil ? all : all.map(\.ofTask)
    }

    /// The events and changes that are to make a job due, where nobody sees any of them here and nothing else does.
    private func unseenEvents(of job: Job, at now: Now) -> [Impediment] {
        guard job.phase == .scheduled, !job.descriptor.schedules.isEmpty else { return [] }
        var found: [Impediment] = []
        for schedule in job.descriptor.schedules {
            guard let lack = lack(of: schedule, for: job.id.owner, at: now) else { return [] }
            found.append(lack)
        }
        return found
    }

    private static let mostSeen = 32

    /// What it comes after, where nothing more comes of that by itself.
    private func lastingAwaits(of job: Job, _ seen: inout Set<JobID>, at now: Now) -> [Impediment] {
        var found: [Impediment] = []
        for name in job.awaited {
            if let lack = lack(of: name, for: job, &seen, at: now), !found.contains(lack) {
                found.append(lack)
            }
        }
        return found
    }

    private func lack(
        of name: JobIdentifier, for job: Job, _ seen: inout Set<JobID>, at now: Now
    ) -> Impediment? {
        let id = JobID(owner: job.id.owner, identifier: name)
        guard let other = jobs[id] else {
            return jobs.ended[id] == nil
                ? Impediment(after: name, that: "there is no such job", remedy: "submit \(name)")
                : Impediment(after: name, that: "it is over", remedy: "bgrun run \(name)")
        }
        if other.phase.run != nil { return nil }
        if other.fault != nil {
            return Impediment(
                after: name, that: "it can't be used", remedy: "mend it (bgrun why \(name))")
        }
        if !other.isEnabled {
            return Impediment(after: name, that: "it is disabled", remedy: "bgrun enable \(name)")
        }
        guard seen.count < Self.mostSeen, seen.insert(id).inserted,
            let lack = impediments(of: other, &seen, at: now).first
        else { return nil }
        // Behind whatever stands between, it is the first of them that has to be brought on.
        if lack.key == Impediment.after { return lack }
        return Impediment(
            after: name, that: "it can't start here: \(lack.reason)",
            remedy: "see to that (bgrun why \(name))")
    }

    private func lack(of schedule: Schedule, for owner: UserID, at now: Now) -> Impediment? {
        switch schedule {
        case .event(let event, _) where event.isOfSessions:
            return timetable.triggers.sessionFault.map { Impediment(event, reason: $0) }
        case .event(let event, _):
            return event.requirement.flatMap { conditions.impediment($0, for: owner, at: now) }
                .map { Impediment(event, reason: $0.reason) }
        case .path(let trigger):
            guard let fault = timetable.triggers.faults[trigger.watched(for: owner)],
                let since = fault.unseenSince, since.advanced(by: Conditions.longUnknown) <= now.wall
            else { return nil }
            return Impediment(changesOf: trigger.path, reason: fault.reason)
        case .every, .cron, .calendar: return nil
        }
    }
}
