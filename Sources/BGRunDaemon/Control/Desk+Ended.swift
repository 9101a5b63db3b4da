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
        _ selection: JobSelection, for viewer: Viewer, _ scheduler: Scheduler, at now: Now
    ) throws(SchedulerError) -> [HistoryLine] {
        guard case .all(let owner) = selection, showEnded > .zero else { return [] }
        let over = viewer.owners(meaning: owner).map {
            $0.flatMap { scheduler.ended(of: $0) }.sorted { ($1.ended, $0.job) < ($0.ended, $1.job) }
        }
        let recent = (over ?? scheduler.ended(of: nil)).prefix { $0.ended.duration(to: now.wall) < showEnded }
        var lines: [HistoryLine] = []
        for (job, _) in recent.prefix(Self.mostEnded) {
            if let entry = try lastEntry(of: job) { lines.append(.run(entry)) }
        }
        return lines.compactMap { $0.shown(to: viewer) }
    }

    /// The last run of a job that has left the table; nil where there was none, or where it is there.
    func end(
        of target: Target, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) -> HistoryLine? {
        let id: JobID
        do throws(SchedulerError) {
            id = try jobOrPast(target, for: viewer.user, scheduler)
        } catch {
            guard case .unknownJob = error else { throw error }
            guard target.owner ?? .root == .root, viewer.sight(of: .root) != .nothing else { return nil }
            id = JobID(owner: .root, identifier: target.identifier)
        }
        guard scheduler.state(of: id) == nil, let entry = try lastEntry(of: id) else { return nil }
        return HistoryLine.run(entry).shown(to: viewer)
    }
}
