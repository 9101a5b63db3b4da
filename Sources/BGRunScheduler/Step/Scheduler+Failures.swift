// Failures in a row: counted, told, and at some point the reason to disable a job.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Takes note of how an occurrence has ended by a run, for good; of a service, of each of its ends.
    ///
    /// - Parameter isGivenUp: No more attempts are made of it.
    mutating func noteEnd(of job: inout Job, _ entry: HistoryEntry, isGivenUp: Bool, at now: Now) {
        // What becomes of an application's request it hears itself.
        guard job.application == nil else { return }
        let before = job.failing
        switch entry.outcome {
        case .succeeded: job.failing = nil
        case .failed, .couldNotLaunch:
            job.failing =
                before?.again(exit: entry.exit, reason: entry.failure)
                ?? Failing(since: entry.ended, exit: entry.exit, reason: entry.failure)
        case .expired, .interrupted, .deferred, .cancelled: return
        }
        let isDisabled = disableIfFailing(&job)
        callHooks(of: &job, after: entry, before: before, isDisabled: isDisabled, at: now)
        // Each failure of a service is final, but it goes on until it has no attempt left.
        let isNews = isGivenUp && job.descriptor.kind == .service
        tell(of: job, before: isNews && job.failing != nil ? nil : before, isDisabled: isDisabled)
    }

    mutating func tell(of job: Job, before: Failing?, isDisabled: Bool) {
        guard let reason = notice(of: job, before: before, isDisabled: isDisabled) else { return }
        turn.effects.wishes.append(
            .notify(Notice(job: job.id, title: job.descriptor.title, reason: reason, blockers: [])))
    }

    /// Has the notices of this turn say which of their jobs have left with it: that is known at its end.
    mutating func tellLast() {
        for (index, wish) in turn.effects.wishes.enumerated() {
            guard case .notify(var notice) = wish, jobs[notice.job] == nil else { continue }
            notice.isLast = true
            turn.effects.wishes[index] = .notify(notice)
        }
    }

    /// A job that only fails is run no more, where it says so.
    private func disableIfFailing(_ job: inout Job) -> Bool {
        guard let most = job.descriptor.disableAfterFailures, let failing = job.failing,
            most <= failing.count, job.isEnabled
        else { return false }
        job.switches.enabled = false
        return true
    }

    private func notice(of job: Job, before: Failing?, isDisabled: Bool) -> Notice.Reason? {
        let rule = job.descriptor.notify ?? policy.notify
        switch (rule, job.failing) {
        case (.never, _): return nil
        case (.failure, nil): return before.map { .recovered(after: $0) }
        case (.failure, let failing?):
            return before == nil || isDisabled ? .failed(failing, isDisabled: isDisabled) : nil
        case (.always, nil): return before.map { .recovered(after: $0) } ?? .succeeded
        case (.always, let failing?): return .failed(failing, isDisabled: isDisabled)
        }
    }

    /// The user's jobs that fail, or everybody's for root; the latest to have failed first.
    package func failing(for user: UserID) -> [(job: JobID, failing: Failing)] {
        jobs.failing(for: user).compactMap { id in
            jobs[id].flatMap { job in job.failing.map { (job: job, failing: $0) } }
        }
        .sorted { left, right in
            let (earlier, later) = (left.job.lastRun?.ended, right.job.lastRun?.ended)
            return (later ?? left.failing.since, left.job.id) < (earlier ?? right.failing.since, right.job.id)
        }
        .map { (job: $0.job.id, failing: $0.failing) }
    }

    /// The user's jobs whose hooks fail, or everybody's for root.
    package func hookFaults(for user: UserID) -> [(job: JobID, fault: HookReport)] {
        jobs.ids.filter { user == .root || $0.owner == user }.sorted().compactMap { id in
            jobs[id]?.hookFault.map { (job: id, fault: $0) }
        }
    }
}
