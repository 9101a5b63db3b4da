// Conditions that somebody simulates, and the jobs that are judged by them.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func simulate(
        _ simulated: SimulatedConditions?, for span: Duration, _ target: Target?, _ requester: Requester,
        at now: Now
    ) {
        guard let target else {
            let owner = requester.user == .root ? nil : requester.user
            simulate(simulated, for: span, owner: owner, job: nil, requester, at: now)
            return
        }
        resolved(target, requester, at: now) { scheduler, job in
            scheduler.simulate(simulated, for: span, owner: job.id.owner, job: job.id, requester, at: now)
        }
    }

    private mutating func simulate(
        _ simulated: SimulatedConditions?, for span: Duration, owner: UserID?, job: JobID?,
        _ requester: Requester, at now: Now
    ) {
        answer(requester.request, .simulating(until: simulated.map { _ in now.wall.advanced(by: span) }))
        conditions.simulate(simulated, for: span, owner: owner, job: job, at: now)
        takeNeedsAnew(of: owner)
    }

    /// Has the jobs moved whose conditions are others now to where they wait with them.
    ///
    /// - Parameter owner: Nil for everybody.
    mutating func takeNeedsAnew(of owner: UserID?) {
        chores.add(owner.map { jobs.ids(of: $0) } ?? jobs.ids.sorted()) { $0.takesNeed = true }
    }

    mutating func takeNeedAnew(_ id: JobID, at now: Now) {
        guard let job = jobs[id], !conditions.isCurrent(job.fullNeed, for: id) else { return }
        put(job, hasOtherNeed: true, at: now)
    }
}
