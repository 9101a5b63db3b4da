// Calling the commands of jobs that are told how their occurrences have ended.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Calls what the job has for such an end, in the order in which it is to be told.
    ///
    /// - Parameter before: The failures in a row before this end.
    mutating func callHooks(
        of job: Job, after entry: HistoryEntry, before: Failing?, isDisabled: Bool, at now: Now
    ) {
        let failing = job.failing ?? before
        for kind in Self.hooks(for: entry.outcome, before: before) {
            guard let command = job.descriptor[hook: kind] else { continue }
            call(
                HookCall(
                    kind, command, environment: job.descriptor.environment, after: entry, failing: failing,
                    isDisabled: isDisabled), at: now)
        }
    }

    private static func hooks(for outcome: Outcome, before: Failing?) -> [HookKind] {
        switch outcome {
        case .succeeded: before == nil ? [.onSuccess] : [.onRecovery, .onSuccess]
        case .failed, .couldNotLaunch: [.onFailure]
        case .expired, .interrupted, .deferred, .cancelled: []
        }
    }

    private mutating func call(_ call: HookCall, at now: Now) {
        // Who leaves has nobody to hear how it ends.
        if isShuttingDown { return }
        switch reported.add(call, at: now) {
        case .now: turn.effects.wishes.append(.call(call))
        case .later: break
        case .never:
            turn.effects.saves.append(
                .appendHook(call.entry.run, of: call.job, HookReport(call.kind, .dropped)))
        }
    }

    /// A command that was called has ended, or could not be started.
    mutating func hookEnded(_ id: HookID, _ end: HookEnd, of owner: UserID, at now: Now) {
        guard let ended = reported.ended(id, end, of: owner, at: now) else {
            preconditionFailure("a hook of run \(id.run) has ended that was not called")
        }
        turn.effects.saves.append(.appendHook(id.run, of: ended.job, HookReport(id.kind, ended.end)))
        if let next = ended.next, !isShuttingDown { turn.effects.wishes.append(.call(next)) }
        reported.noteChange()
    }

    /// Ends what takes too long.
    mutating func passHooks(to now: Now) {
        for id in reported.takeOverdueHooks(at: now) { turn.effects.stops.append(.endHook(id)) }
    }
}
