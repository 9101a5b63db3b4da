// Answers about jobs that are over: nobody is to wonder where they have gone.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunStore
import BGRunWire

extension Desk {
    /// So many of the last runs are looked at for jobs that are over, whoever's they are: to search history for those of one
    /// user, who may have none, would hold everybody. So many such jobs are shown.
    private static let (mostLooks, mostEnded) = (300, 20)

    /// The last runs of jobs that are over since a short while, the newest first.
    func ended(
        _ selection: JobSelection, for user: UserID, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> [HistoryLine] {
        guard case .all(let owner) = selection, showEnded > .zero else { return [] }
        // Another user's runs are as invisible as their jobs.
        guard user == .root || owner ?? user == user else { return [] }
        let meant = user == .root ? owner : user
        let entries = try runs(owner: nil, identifier: nil, limit: Self.mostLooks)
        var seen = Set<JobID>()
        let over = entries.filter { entry in
            meant ?? entry.job.owner == entry.job.owner && seen.insert(entry.job).inserted
                && entry.ended.duration(to: now.wall) < showEnded
                && scheduler.state(of: entry.job) == nil
        }
        return over.prefix(Self.mostEnded).map { .run($0) }
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
