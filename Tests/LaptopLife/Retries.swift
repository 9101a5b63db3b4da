// What becomes of runs that have failed, as docs/behaviour.md has it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Failures that are to be tried again: none is lost, and none is tried too often.
enum Retries {
    /// - Parameters:
    ///   - told: What was saved of the jobs before.
    ///   - saves: All of one turn.
    static func check(_ saves: [Change], after told: [JobID: JobRecord]) throws {
        for (place, save) in saves.enumerated() {
            guard case .append(.run(let entry)) = save else { continue }
            guard let attempt = entry.attempt else {
                try expectNoAttempt(entry, told[entry.job])
                continue
            }
            guard [.failed, .couldNotLaunch].contains(entry.outcome), 1...attempt.most ~= attempt.number
            else {
                throw World.Broken("run \(entry.run) is attempt \(attempt.number) of \(attempt.most)")
            }
            if let before = told[entry.job], before.activeRun?.run == entry.run,
                before.occurrence.failedAttempts + 1 != attempt.number
            {
                throw World.Broken("run \(entry.run) is attempt \(attempt.number), and attempts were lost")
            }
            if !attempt.isLast { try expectAnother(after: entry, attempt, in: saves[place...]) }
        }
    }

    private static func expectNoAttempt(_ entry: HistoryEntry, _ before: JobRecord?) throws {
        guard entry.outcome == .failed, let before, before.activeRun?.run == entry.run,
            before.descriptor.retry != nil
        else { return }
        throw World.Broken("run \(entry.run) has failed, and is no attempt although its job tries again")
    }

    /// The occurrence stays due and waits, unless a person has made an end of it, or of its job.
    private static func expectAnother(
        after entry: HistoryEntry, _ attempt: Attempt, in saves: ArraySlice<Change>
    ) throws {
        let records = saves.compactMap { save -> JobRecord? in
            if case .save(let record) = save, record.id == entry.job { record } else { nil }
        }
        guard let record = records.last, entry.stopReason != .cancelled else { return }
        let occurrence = record.occurrence
        guard let retry = record.descriptor.retry, retry.attempts == attempt.most,
            occurrence.failedAttempts == attempt.number
        else { return }
        guard occurrence.dueSince != nil, record.activeRun != nil || occurrence.rest != nil else {
            throw World.Broken("attempt \(attempt.number) of \(entry.job) has failed, and none follows")
        }
        guard let rest = occurrence.rest else { return }
        let wait = retry.wait(after: attempt.number)
        guard wait * 9 / 10 - .seconds(1)...wait * 11 / 10 + .seconds(1) ~= rest.span else {
            throw World.Broken(
                "attempt \(attempt.number) of \(entry.job) is followed after \(rest.span.text)")
        }
    }
}
