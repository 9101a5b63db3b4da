// The wall clock is set, or a zone changes: what lies ahead is planned anew.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The wall clock was set. Agendas hold instants, so what has passed is due by itself; what lies ahead is
    /// planned anew, and nothing that was due is taken back.
    mutating func replanAfterClockChange(at now: Now) {
        revision &+= 1
        for id in jobs.ids.sorted() {
            guard var job = jobs[id] else { continue }
            let before = job
            timetable.replan(&job, at: now)
            // Who is due may be late no more, or too late, by the clock as it is now.
            let isReplanned = job.plan != before.plan || job.anchor != before.anchor
            guard isReplanned || job.dueSince != nil || job.descriptor.allowedHours != nil else { continue }
            put(job, at: now)
            if isReplanned { touch(id) }
        }
    }

    /// A zone was read, or the machine has moved to another one: what lies ahead is planned anew.
    mutating func read(_ zone: Zone?, named name: String?, at now: Now) {
        guard timetable.take(zone, named: name) else { return }
        revision &+= 1
        for id in jobs.ids.sorted() {
            guard var job = jobs[id], job.follows(zone: name) else { continue }
            let before = job
            timetable.replan(&job, at: now)
            // Allowed hours lie elsewhere now too, so it is queued anew even where its plan stays.
            put(job, at: now)
            if job.plan != before.plan || job.anchor != before.anchor { touch(id) }
        }
    }
}

extension Job {
    /// Whether a change of the zone, the machine's own for nil, concerns it.
    fileprivate func follows(zone name: String?) -> Bool {
        (name == nil && descriptor.allowedHours != nil)
            || descriptor.schedules.contains { $0.followsLocalClock && $0.zoneName == name }
    }
}
