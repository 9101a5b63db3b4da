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
    ) throws(SchedulerError) -> [EndedReport] {
        guard case .all(let owner) = selection, showEnded > .zero else { return [] }
        let over = viewer.owners(meaning: owner).map {
            $0.flatMap { scheduler.ended(of: $0) }.sorted { ($1.ended, $0.id) < ($0.ended, $1.id) }
        }
        let recent = (over ?? scheduler.ended(of: nil)).prefix { $0.ended.duration(to: now.wall) < showEnded }
        var reports: [EndedReport] = []
        for job in recent.prefix(Self.mostEnded) {
            guard let entry = try lastEntry(of: job.id, scheduler),
                let line = HistoryLine.run(entry).shown(to: viewer)
            else { continue }
            reports.append(EndedReport(line, of: job, to: viewer))
        }
        return reports
    }

    /// The last run of a job that has left the table; nil where there was none, or where it is there.
    func end(
        of target: Target, for viewer: Viewer, _ scheduler: Scheduler
    ) throws(SchedulerError) -> EndedReport? {
        let id: JobID
        do throws(SchedulerError) {
            id = try jobOrPast(target, for: viewer.user, scheduler)
        } catch {
            guard case .unknownJob = error else { throw error }
            guard target.owner ?? .root == .root, viewer.sight(of: .root) != .nothing else { return nil }
            id = JobID(owner: .root, identifier: target.identifier)
        }
        guard scheduler.state(of: id) == nil, let entry = try lastEntry(of: id, scheduler) else { return nil }
        return HistoryLine.run(entry).shown(to: viewer).map {
            EndedReport($0, of: scheduler.ended(of: id), to: viewer)
        }
    }
}

extension EndedReport {
    /// - Parameter job: What is kept of it; nil where that is forgotten.
    fileprivate init(_ line: HistoryLine, of job: EndedJob?, to viewer: Viewer) {
        let isWhole = viewer.sight(of: line.job.owner) == .all
        self.init(
            line, recent: job?.recent.ends ?? [], lastSuccess: job?.lastRun?.lastSuccess,
            application: isWhole ? job?.descriptor.program.applicationTask?.application : nil,
            failing: isWhole ? job?.failures : nil)
    }
}
