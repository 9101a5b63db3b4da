// Answers about jobs that are over: nobody is to wonder where they have gone.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

extension Desk {
    /// So many are shown: each is looked up in history.
    private static let mostEnded = 20

    /// The last runs of jobs that are over since a short while, the newest first.
    func ended(
        _ selection: JobSelection, for user: UserID, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> [HistoryLine] {
        guard case .all(let owner) = selection, showEnded > .zero else { return [] }
        // Another user's runs are as invisible as their jobs.
        guard user == .root || owner ?? user == user else { return [] }
        let meant = user == .root ? owner : user
        let over = scheduler.ended(of: meant).prefix { $0.ended.duration(to: now.wall) < showEnded }
        var lines: [HistoryLine] = []
        for (job, _) in over.prefix(Self.mostEnded) {
            if let entry = try lastEntry(of: job) { lines.append(.run(entry)) }
        }
        return lines
    }

    /// The last run of a job that has left the table; nil where there was none, or where it is there.
    func end(
        of target: Target, for user: UserID, _ scheduler: Scheduler
    ) throws(SchedulerError) -> HistoryEntry? {
        let id: JobID
        do throws(SchedulerError) {
            id = try jobOrPast(target, for: user, scheduler)
        } catch {
            guard case .unknownJob = error else { throw error }
            return nil
        }
        return scheduler.state(of: id) == nil ? try lastEntry(of: id) : nil
    }
}
