// Who runs beside whom: conflicts, and queues with their limits.
import BGRunCalendar
import BGRunJob

/// What keeps a job of some standing from running beside those that are active.
struct OrderHold {
    /// Active jobs beside which it never runs, sorted.
    var rivals: [JobID] = []
    /// The active jobs of its queue, where these are as many as may be, sorted.
    var ahead: [JobID] = []

    var isEmpty: Bool { rivals.isEmpty && ahead.isEmpty }
}

extension Scheduler {
    /// The active jobs of an owner, each with how it stands to others.
    func activeStandings(of owner: UserID) -> [(id: JobID, standing: Standing)] {
        if runs.count(of: owner) + runs.serviceCount(of: owner) == 0 { return [] }
        return runs.jobIDs.compactMap { id in
            guard id.owner == owner, let job = jobs[id] else { return nil }
            return (id, Standing(job.descriptor.order, as: id.identifier, job.descriptor.kind))
        }
    }

    /// - Parameter limit: What it asks for itself of its queue, where it may be no job yet.
    func hold(
        of standing: Standing, owner: UserID, beside active: [(id: JobID, standing: Standing)],
        limit: Int = .max
    ) -> OrderHold {
        var hold = OrderHold()
        if active.isEmpty { return hold }
        hold.rivals = active.filter { $0.standing.excludes(standing) }.map(\.id)
        if let queue = standing.queue {
            let ahead = active.filter { $0.standing.queue == queue }.map(\.id)
            if ahead.count >= min(limit, jobs.order.limit(of: queue, owner: owner)) { hold.ahead = ahead }
        }
        return hold
    }

    /// Whether another one is before it that waits for nothing but the end of a conflict, and conflicts with it too. It lets
    /// that one go first: else one after the other would keep it from its turn for ever.
    func isBehind(_ id: JobID, _ reserved: [JobID], at now: Now) -> Bool {
        guard !reserved.isEmpty, let job = jobs[id] else { return false }
        return reserved.contains { precedes($0, job, at: now) }
    }

    /// Whether it conflicts with the other, and is more pressing.
    private func precedes(_ first: JobID, _ job: Job, at now: Now) -> Bool {
        guard first != job.id, let first = jobs[first] else { return false }
        return jobs.order.standing(of: first).excludes(jobs.order.standing(of: job))
            && ready.precedes(first, job, at: now)
    }

    /// What its order among the jobs of its owner says to a start now.
    func orderBlockers(of job: Job, at now: Now) -> [Blocker] {
        let (owner, standing) = (job.id.owner, jobs.order.standing(of: job))
        let hold = hold(
            of: Standing(job.descriptor.order, as: job.id.identifier, job.descriptor.kind), owner: owner,
            beside: activeStandings(of: owner), limit: job.descriptor.order.queue?.limit ?? .max)
        var blockers: [Blocker] = []
        if !hold.rivals.isEmpty {
            blockers.append(.conflict(hold.rivals.map(\.identifier), areRunning: true))
        } else if job.waitsWith != .none {
            let before = reserved(before: job, at: now)
            if !before.isEmpty { blockers.append(.conflict(before.map(\.identifier), areRunning: false)) }
        }
        if let queue = standing.queue, !hold.ahead.isEmpty {
            blockers.append(.queue(queue, ahead: hold.ahead.map(\.identifier)))
        }
        return blockers
    }

    /// Those that wait for nothing but the end of a conflict, and that the job lets go first.
    ///
    /// Not inlined: the optimiser of Swift 6.3 crashes on it inside its caller.
    @inline(never)
    private func reserved(before job: Job, at now: Now) -> [JobID] {
        var reserved: [JobID] = []
        for id in ready.reserved(of: job.id.owner) where precedes(id, job, at: now) {
            if isReserved(id, at: now) { reserved.append(id) }
        }
        return reserved
    }

    /// Whether a job that waited for the end of a conflict alone still does.
    private func isReserved(_ id: JobID, at now: Now) -> Bool {
        guard let job = jobs[id], job.waitsWith != .none, conditions.isOpen(job.waitsWith) else {
            return false
        }
        return !hold(
            of: jobs.order.standing(of: job), owner: id.owner, beside: activeStandings(of: id.owner)
        ).rivals.isEmpty
    }

    /// Conflicts name other jobs than before, or the same no more: these are told apart from others, or not.
    mutating func retakeMoved(at now: Now) {
        for id in jobs.takeMoved() {
            guard let job = jobs[id], conditions.standing(of: job.need) != jobs.order.standing(of: job) else {
                continue
            }
            put(job, hasOtherNeed: true, at: now)
        }
    }
}
