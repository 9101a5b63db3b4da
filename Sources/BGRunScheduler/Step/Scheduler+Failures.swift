// Failures in a row: counted, told, and at some point the reason to disable a job.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Takes note of how a run has ended, where that says something of the job.
    ///
    /// - Parameters:
    ///   - isFinal: Its occurrence ends with it. So does each failure of a service, which goes on all the same.
    ///   - isGivenUp: No more attempts are made of it.
    mutating func noteEnd(
        of job: inout Job, _ entry: HistoryEntry, isFinal: Bool, isGivenUp: Bool, at now: Now
    ) {
        let before = job.failures
        switch entry.outcome {
        case .succeeded: job.failures = nil
        case .failed, .couldNotLaunch:
            // A request of an application is used up by each run, and often the next one follows: one that failed is like a
            // failed attempt.
            let isForGood = isFinal && job.application == nil
            job.failures = Failing(entry, after: before, isFinal: isForGood)
        case .expired, .interrupted, .deferred, .cancelled: return
        }
        let isDisabled = isFinal && disableIfFailing(&job)
        if isFinal { callHooks(of: &job, after: entry, before: before, isDisabled: isDisabled, at: now) }
        let isNews = isGivenUp && job.descriptor.kind == .service && job.failures != nil
        tell(of: job, before: isNews ? nil : before, isFinal: isFinal, isDisabled: isDisabled)
    }

    /// - Parameter before: What its owner knows of: the failures before this end.
    mutating func tell(of job: Job, before: Failing?, isFinal: Bool, isDisabled: Bool) {
        let reason = notice(
            of: job, recovered: before?.isLasting == true ? before : nil, isFinal: isFinal,
            isDisabled: isDisabled)
        guard let reason else { return }
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
        guard let most = job.descriptor.disableAfterFailures, let failures = job.failures,
            most <= failures.givenUp, job.isEnabled
        else { return false }
        job.switches.enabled = false
        return true
    }

    /// - Parameter told: The failures that its owner was told of.
    private func notice(
        of job: Job, recovered told: Failing?, isFinal: Bool, isDisabled: Bool
    ) -> Notice.Reason? {
        let rule = job.descriptor.notify ?? policy.notify
        if rule == .never { return nil }
        guard let failures = job.failures else {
            return told.map { .recovered(after: $0) } ?? (rule == .always ? .succeeded : nil)
        }
        let isNews = failures.isLasting && told == nil || isDisabled || isFinal && rule == .always
        return isNews ? .failed(failures, isDisabled: isDisabled) : nil
    }
}
