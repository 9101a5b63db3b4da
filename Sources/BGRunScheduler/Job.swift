// A job in the scheduler's table: its record, with the phase in place of what the phase implies.
import BGRunCalendar
import BGRunJob

/// One job the daemon has accepted.
struct Job {
    let id: JobID
    var descriptor: JobDescriptor
    var origin: JobRecord.Origin
    var accepted: WallTime
    var anchor: WallTime
    /// The current occurrence's number, and where it lies.
    var number: Int64
    var planned: JobRecord.Occurrence.Due
    var unfinishedRuns = 0
    var phase: Phase
    private var successorApart: Apart<JobRecord.Successor>?
    var lastRun: JobRecord.LastRun?
    /// Why its file does not parse any more.
    var fileFault: String?
    /// The current agenda entry.
    var ticket = Ticket(number: 0)

    /// A new request, planned from `now` on.
    init(id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, at now: Now) {
        self.init(
            id: id, descriptor: descriptor, origin: origin, accepted: now.wall,
            planned: Self.firstOccurrence(of: descriptor, at: now), at: now)
    }

    init(
        id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, accepted: WallTime,
        planned: JobRecord.Occurrence.Due, at now: Now
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.planned = planned
        anchor = planned.wall(at: now)
        number = 1
        phase = .scheduled
    }

    static func firstOccurrence(of descriptor: JobDescriptor, at now: Now) -> JobRecord.Occurrence.Due {
        switch descriptor.earliestBegin {
        case .date(let date): .at(date)
        case .after(let span): .after(Deadline(span, from: now))
        case nil: .at(now.wall)
        }
    }

    /// A request that follows the active run. Few jobs have one, so it is kept apart.
    var successor: JobRecord.Successor? {
        get { successorApart?.value }
        set { successorApart = newValue.map { .value($0) } }
    }

    /// Whether the job may come up at all.
    var isHeldBack: Bool { !descriptor.isEnabled || fileFault != nil }

    /// Plans the next occurrence of the schedule; false where there is none.
    ///
    /// Occurrences that passed meanwhile collapse into the one that has just ended. An occurrence that was
    /// brought forward is used up: the next one lies after it, not at it. An instant further ahead than one
    /// interval can only come from a wall clock that was set back, and is not waited for.
    mutating func planNextOccurrence(at now: Now) -> Bool {
        guard let every = descriptor.schedule else { return false }
        switch every.from {
        case .grid:
            let planned = planned.wall(at: now)
            let isAhead = now.wall < planned && now.wall.duration(to: planned) <= every.interval
            self.planned = .at(every.next(after: isAhead ? planned : now.wall, anchor: anchor))
        case .completion:
            planned = .after(Deadline(every.interval, from: now))
        }
        number = number.addingSaturating(1)
        unfinishedRuns = 0
        phase = .scheduled
        return true
    }

    /// Takes on a newer descriptor without touching the occurrence where both ask for the same schedule.
    ///
    /// Correcting a title must not run a daily backup a second time today.
    func keepsOccurrence(under descriptor: JobDescriptor) -> Bool {
        self.descriptor.schedule != nil && self.descriptor.schedule == descriptor.schedule
            && self.descriptor.earliestBegin == descriptor.earliestBegin
    }
}

extension JobRecord.Occurrence.Due {
    /// Where it lies on the wall clock as it is now.
    package func wall(at now: Now) -> WallTime {
        switch self {
        case .at(let instant): instant
        case .after(let deadline): deadline.wall(at: now)
        }
    }
}

extension Job {
    /// What the store keeps.
    var record: JobRecord {
        JobRecord(
            id: id, descriptor: descriptor, origin: origin, accepted: accepted, anchor: anchor,
            occurrence: storedOccurrence, activeRun: storedRun, successor: successor, lastRun: lastRun)
    }

    /// The current occurrence as the store keeps it.
    var storedOccurrence: JobRecord.Occurrence {
        var occurrence = JobRecord.Occurrence(number: number, due: planned, unfinishedRuns: unfinishedRuns)
        switch phase {
        case .scheduled: break
        case .due(let since, let rest):
            occurrence.dueSince = since
            occurrence.rest = rest
        case .launching(let run, _), .running(let run, _), .expiring(let run, _, _, _),
            .killed(let run, _, _, _):
            occurrence.dueSince = run.due
        }
        return occurrence
    }

    /// The active run as the store keeps it: enough to find what is left of it after a crash.
    var storedRun: JobRecord.ActiveRun? {
        guard let run = phase.run else { return nil }
        return JobRecord.ActiveRun(
            run: run.id, started: run.started.wall, isSimulated: run.isSimulated,
            stopReason: phase.stop?.reason)
    }

    /// The job as a dead daemon left it.
    ///
    /// A recorded run may still have processes. The job starts in `launching` with the stop already given, so
    /// that what is found is ended by the ordinary ladder and what is not found ends the run at once.
    init(recovered record: JobRecord, at now: Now) {
        let occurrence = record.occurrence
        id = record.id
        descriptor = record.descriptor
        origin = record.origin
        accepted = record.accepted
        anchor = record.anchor
        number = occurrence.number
        planned = occurrence.due
        unfinishedRuns = occurrence.unfinishedRuns
        lastRun = record.lastRun
        successorApart = record.successor.map { .value($0) }
        if let active = record.activeRun {
            let run = Run(
                id: active.run, due: occurrence.dueSince ?? active.started,
                started: Now(wall: active.started, boot: now.boot, awake: now.awake),
                timeBudget: descriptor.timeBudget, gracePeriod: descriptor.gracePeriod,
                isSimulated: active.isSimulated)
            phase = .launching(run, stop: Stop(active.stopReason ?? .daemonRestart))
        } else if let since = occurrence.dueSince {
            phase = .due(since: since, rest: occurrence.rest)
        } else {
            phase = .scheduled
        }
    }
}

/// A value kept outside the one it belongs to, because it is large and seldom there.
private enum Apart<Value> {
    indirect case value(Value)

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
