// Calling the hooks of jobs when their occurrences have ended.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Calls what the job has for such an end, in the order in which it is to be told.
    ///
    /// - Parameter before: The failures in a row before this end.
    mutating func callHooks(
        of job: inout Job, after entry: HistoryEntry, before: Failing?, isDisabled: Bool, at now: Now
    ) {
        // Of an attempt that failed no hook was called.
        let before = before.flatMap { $0.givenUp > 0 ? $0 : nil }
        let failing = job.failures ?? before
        for kind in Self.hooks(for: entry.outcome, before: before) {
            guard let command = job.descriptor[hook: kind] else { continue }
            // What is meant for another user's process, and may be that user's word, is not for a program with the owner's rights.
            let environment = job.descriptor.launchRules.user == nil ? job.descriptor.environment : []
            let call = HookCall(
                kind, command, environment: environment, after: entry, failing: failing,
                isDisabled: isDisabled)
            self.call(call, for: &job, at: now)
        }
    }

    private static func hooks(for outcome: Outcome, before: Failing?) -> [HookKind] {
        switch outcome {
        case .succeeded: before == nil ? [.onSuccess] : [.onRecovery, .onSuccess]
        case .failed, .couldNotLaunch: [.onFailure]
        case .expired, .interrupted, .deferred, .cancelled: []
        }
    }

    private mutating func call(_ call: HookCall, for job: inout Job, at now: Now) {
        // Who leaves has nobody to hear how it ends.
        if isShuttingDown { return }
        switch reported.add(call, at: now) {
        case .now: turn.effects.wishes.append(.call(call))
        case .later: break
        case .never:
            let report = HookReport(call.kind, .dropped)
            turn.effects.saves.append(.appendHook(call.entry.run, of: call.job, report))
            job.note(report)
        }
    }

    /// A hook has ended, or could not be started.
    mutating func hookEnded(_ id: HookID, _ end: HookEnd, of owner: UserID, at now: Now) {
        guard let ended = reported.ended(id, end, of: owner, at: now) else {
            preconditionFailure("a hook of run \(id.run) has ended that was not called")
        }
        let report = HookReport(id.kind, ended.end)
        turn.effects.saves.append(.appendHook(id.run, of: ended.job, report))
        if var job = jobs[ended.job] {
            job.note(report)
            if job.hookFault != jobs[ended.job]?.hookFault {
                put(job, at: now)
                touch(job.id)
            }
        }
        if let next = ended.next, !isShuttingDown { turn.effects.wishes.append(.call(next)) }
        reported.noteChange()
    }

    /// Ends what takes too long.
    mutating func passHooks(to now: Now) {
        for id in reported.takeOverdueHooks(at: now) { turn.effects.stops.append(.endHook(id)) }
    }
}

extension Job {
    /// Keeps that a hook has failed, until it succeeds.
    fileprivate mutating func note(_ report: HookReport) {
        // A newer descriptor may have none.
        if descriptor[hook: report.kind] == nil { return }
        if !report.end.isSuccess {
            hookFault = report
        } else if hookFault?.kind == report.kind {
            hookFault = nil
        }
    }
}
