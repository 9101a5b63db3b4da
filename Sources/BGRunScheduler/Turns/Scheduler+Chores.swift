// What one event asks of many jobs is done, a portion at a time.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Does what is left to be done, as far as the portion goes.
    mutating func doChores(at now: Now) {
        while !turn.portions.chores.isSpent, let id = chores.takeNext() {
            turn.portions.chores.spend(doChore(for: id, at: now))
        }
    }

    /// Does what is to be done with one job.
    ///
    /// - Returns: What it has cost, see ``Portion``.
    @discardableResult
    mutating func doChore(for id: JobID, at now: Now) -> Int {
        guard let work = chores.take(id) else { return 0 }
        let cost = jobs[id].map { self.cost(of: work, for: $0) } ?? 1
        if work.leaves { leave(id, at: now) }
        for (turn, user) in work.turns { change(id, turn, by: user, at: now) }
        if work.isReplanned { replan(id, at: now) }
        if work.takesNeed { takeNeedAnew(id, at: now) }
        if work.isMoved { move(id, at: now) }
        for (path, newest) in work.changes.sorted(by: { $0.key < $1.key }) {
            pathChanged(path, newest: newest, concerns: id, at: now)
        }
        if !work.events.isEmpty { hear(of: work.events, id, at: now) }
        for requester in chores.done(work) { accept(requester, .done) }
        return cost
    }

    /// A few microseconds each: the needs are looked at, and the next instants of schedules are searched for.
    private func cost(of work: Chores.Work, for job: Job) -> Int {
        let needs = conditions.cost(of: job.need) + conditions.cost(of: job.preferredNeed)
        let schedules = work.isReplanned || !work.events.isEmpty ? 8 * job.descriptor.schedules.count : 0
        return 8 + needs + schedules
    }

    private mutating func move(_ id: JobID, at now: Now) {
        guard let job = jobs[id] else { return }
        if job.phase.run == nil { put(job, at: now) } else { stopHeldService(id, at: now) }
    }
}
