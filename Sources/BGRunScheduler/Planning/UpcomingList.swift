// The instants at which a job comes up, found one by one.
import BGRunCalendar
import BGRunJob

/// Instants that lie ahead of a job as it is when somebody asks. They are found one by one, since a thousand of sixteen
/// schedules would hold the daemon for tens of milliseconds.
package struct UpcomingList: Sendable {
    private let job: Job
    private let planner: Planner
    private var left: Int64
    private var lastPoint: WallTime
    /// What comes first: the instant that is planned.
    private var planned: WallTime?

    init(of job: Job, _ planner: Planner, count: Int, at now: Now) {
        self.job = job
        self.planner = planner
        left = min(Int64(count), job.descriptor.maxRuns.map { Int64($0) - job.progress.runs } ?? .max)
        let planned = job.plan.wall(at: now)
        // What is called up before a point uses none up.
        lastPoint = (planned == job.plan.at ? job.plan.point : nil) ?? planned ?? now.wall
        if job.phase == .scheduled || job.isByHand, planned != nil {
            self.planned = planned
            // The planned one is given also where no more runs are left.
            left = max(left, 1)
        } else {
            lastPoint = max(lastPoint, now.wall)
        }
    }

    /// What a step takes, in looks at a schedule.
    package var cost: Int { 2 * max(1, job.descriptor.schedules.count) }

    /// One step: finds the next instant; nil where there is none, or enough were given.
    package mutating func next() -> UpcomingInstant? {
        guard left > 0 else { return nil }
        left -= 1
        if let planned {
            self.planned = nil
            let slack = planner.slack(of: job.descriptor, at: planned)
            return instant(planned, of: lastPoint, slack)
        }
        let base = lastPoint
        let next = planner.point(
            of: job.descriptor.schedules, of: job.descriptor, after: { _ in base }, anchor: job.anchor)
        guard let next else { return nil }
        lastPoint = next
        let fixed = next.advanced(by: planner.fixedDelay(of: job.descriptor, id: job.id))
        let slack = (job.descriptor.randomDelay ?? .zero) + planner.slack(of: job.descriptor, at: fixed)
        return instant(fixed, of: next, slack)
    }

    private func instant(_ instant: WallTime, of point: WallTime, _ slack: Duration) -> UpcomingInstant {
        UpcomingInstant(
            at: instant, zone: zone(of: point), latest: slack > .zero ? instant.advanced(by: slack) : nil,
            opens: planner.opening(of: job.descriptor, at: instant))
    }

    /// The zone of the schedule that a point belongs to.
    private func zone(of point: WallTime) -> String? {
        let before = point.advanced(by: .microseconds(-1))
        return job.descriptor.schedules
            .first { $0.next(after: before, anchor: job.anchor, zones: planner.zones) == point }?.zoneName
    }
}
