// The wall clock is set, or a zone changes: what lies ahead is planned anew.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The wall clock was set. Agendas hold instants, so what has passed is due by itself; what lies ahead is
    /// planned anew, and nothing that was due is taken back.
    mutating func replanAfterClockChange(at now: Now) {
        reported.noteChange()
        chores.add(jobs.ids.sorted()) { $0.isReplanned = true }
    }

    /// A zone was read, or the machine has moved to another one: what lies ahead is planned anew.
    mutating func read(_ zone: Zone?, named name: String?, at now: Now) {
        guard timetable.take(zone, named: name) else { return }
        reported.noteChange()
        chores.add(jobs.all.filter { $0.follows(zone: name) }.map(\.id).sorted()) { $0.isReplanned = true }
    }

    mutating func replan(_ id: JobID, at now: Now) {
        guard var job = jobs[id] else { return }
        let before = job
        timetable.replan(&job, at: now)
        let isReplanned = job.plan != before.plan || job.anchor != before.anchor
        // Who is due may be late no more, or too late, by the clock as it is now, and allowed hours may lie elsewhere.
        let isMoved = job.dueSince != nil || job.descriptor.allowedHours != nil
        guard isReplanned || isMoved || job.zoneFault != before.zoneFault else { return }
        put(job, at: now)
        if isReplanned { touch(id) }
    }
}

extension Job {
    /// Whether a change of the zone, the machine's own for nil, concerns it.
    fileprivate func follows(zone name: String?) -> Bool {
        (name == nil && descriptor.allowedHours != nil)
            || descriptor.schedules.contains { $0.followsLocalClock && $0.zoneName == name }
    }
}
