// When occurrences come up: the schedule's points, what puts them off, and which of them are used up.
//
// The rules are those of B-13 and B-14 of docs/behaviour.md. The danger here is the wall clock: it can be set while
// occurrences are planned, due or running. Three rules keep the promise that none comes twice and none is waited
// for in vain. Points are instants, so a step of the clock leaves them right. The last point that was used up is
// stored, and the same one is never planned again. And a point that lies too far ahead to be explained by anything
// but a clock that was set back is not waited for.
import BGRunCalendar
import BGRunJob

/// Plans occurrences. A value: the zones and the machine's seed are all it knows beside its arguments.
struct Planner {
    var zones: KnownZones
    /// Tells this machine from others, for delays that spread many machines or jobs.
    let seed: UInt64

    /// How far a clock may be set back while fixed times of day that have passed are not run again.
    static let longestRepeat: Duration = .seconds(86_400)
    /// With `"missed": "all"`: where more are missed they collapse after all.
    static let mostMissed = 100

    // MARK: - Plans

    /// The plan of a request's first occurrence; nil where its schedule never comes.
    ///
    /// - Parameter earlier: How far an earlier request of the job has come.
    func firstPlan(
        of descriptor: JobDescriptor, id: JobID, after earlier: JobRecord.Progress? = nil, at now: Now
    ) -> Plan? {
        let begin = begin(of: descriptor, accepted: now.wall)
        var plan = Plan()
        if descriptor.schedules.isEmpty || descriptor.hasInterval {
            // What begins with its acceptance: a job that runs once, and the grid of an interval.
            switch descriptor.earliestBegin {
            case .after(let span):
                plan.after = Deadline(span + delay(of: descriptor, id: id, at: begin), from: now)
            case .date, nil: plan = plan.earlier(put(begin, off: descriptor, id))
            }
            if let until = descriptor.until, until < begin { plan = Plan() }
        }
        let calendar = descriptor.schedules.filter(\.namesItsTimes)
        let before = begin.advanced(by: .microseconds(-1))
        let point = firstPoint(
            of: calendar, of: descriptor, after: { _ in before }, beside: used(earlier, at: now),
            anchor: begin)
        if let point { plan = plan.earlier(put(point, off: descriptor, id)) }
        return plan == Plan() && !descriptor.hasTrigger ? nil : plan
    }

    /// The plan of the occurrence after one that has ended; nil where there is none.
    func nextPlan(after job: Job, at now: Now) -> Plan? {
        let descriptor = job.descriptor
        if job.isOver { return nil }
        // What begins it anew is no instant.
        if descriptor.kind == .service { return Plan() }
        var plan = Plan()
        let point = point(
            of: descriptor.schedules, of: descriptor, after: { base(of: $0, job, at: now) },
            anchor: job.anchor)
        if let point { plan = put(point, off: descriptor, job.id) }
        plan.after = spanFromCompletion(of: job, at: now)
        return plan == Plan() && (!descriptor.hasTrigger || job.isPast(at: now)) ? nil : plan
    }

    /// The span that a schedule counts from the end of a run.
    func spanFromCompletion(of job: Job, at now: Now) -> Deadline? {
        let descriptor = job.descriptor
        var first: Deadline?
        for case .every(let every) in descriptor.schedules where every.from == .completion {
            let delay = delay(of: descriptor, id: job.id, at: now.wall)
            let deadline = Deadline(every.interval + delay, from: now)
            if let until = descriptor.until, until < deadline.wall(at: now) { continue }
            if first.map({ deadline.end < $0.end }) ?? true { first = deadline }
        }
        return first
    }

    /// The plan from the first point on that is not too late; it may have passed, and is due at once then.
    func latePlan(after job: Job, notBefore instant: WallTime, at now: Now) -> Plan? {
        // A delay puts an occurrence off, and its lateness is counted from there.
        let before = instant.advanced(by: .microseconds(-1))
        var base = max(before, min(job.plan.point ?? before, now.wall))
        let used = used(job.progress, at: now)
        // What an earlier request has used up is another schedule's.
        if job.number > 1, let used { base = max(base, used) }
        return firstPoint(
            of: job.descriptor.schedules, of: job.descriptor, after: { [base] _ in base }, beside: used,
            anchor: job.anchor
        ).map { put($0, off: job.descriptor, job.id) }
    }

    /// Plans an occurrence that lies ahead anew, after the wall clock or a zone was changed.
    func replan(_ job: inout Job, at now: Now) {
        guard let planned = job.plan.point else { return planAgain(&job, at: now) }
        // What has passed is due, and what only a delay still holds back has come: neither is taken back.
        guard now.wall < planned, job.descriptor.schedules.contains(where: \.hasPoints) else { return }
        let authored = job.descriptor.authoredBegin
        let isFirst = job.number == 1 && planned == authored && job.descriptor.hasInterval
        // The first point of a grid is where its author has put it. Elsewhere it can only lie that far ahead because
        // the clock was set back, and the grid then begins anew.
        if let interval = job.descriptor.shortestGrid, now.wall.advanced(by: interval) < job.anchor,
            job.anchor != authored
        {
            job.anchor = now.wall
        }
        let (anchor, schedules) = (job.anchor, job.descriptor.schedules)
        let begin = begin(of: job.descriptor, accepted: min(job.accepted, now.wall))
        // Such an instant is no point: an event has come before the job may begin.
        let isPutOff =
            job.descriptor.hasTrigger && job.plan.grid == nil
            && planned == self.begin(of: job.descriptor, accepted: job.accepted)
        let point: WallTime?
        if job.number == 1 {
            // What was used up was so by an earlier request.
            point = firstPoint(
                of: isFirst ? schedules.filter(\.namesItsTimes) : schedules, of: job.descriptor,
                after: {
                    $0.namesItsTimes ? max(now.wall, begin.advanced(by: .microseconds(-1))) : now.wall
                },
                beside: used(job.progress, at: now), anchor: anchor)
        } else {
            let planned = job
            point = self.point(
                of: schedules, of: job.descriptor, after: { base(of: $0, planned, at: now) }, anchor: anchor)
        }
        var plan = Plan(after: job.plan.after, called: job.plan.called)
        if isPutOff { plan.at = begin }
        if isFirst { plan = plan.earlier(put(anchor, off: job.descriptor, job.id)) }
        if let point { plan = plan.earlier(put(point, off: job.descriptor, job.id)) }
        job.plan = plan
    }

    /// Plans a job whose schedule had nothing to offer: the clock may have been wrong then, or a zone missing.
    private func planAgain(_ job: inout Job, at now: Now) {
        guard job.plan == Plan(), job.descriptor.schedules.contains(where: \.hasPoints) else { return }
        let isFirst = job.number == 1
        let plan =
            isFirst
            ? firstPlan(of: job.descriptor, id: job.id, after: job.progress, at: now)
            : nextPlan(after: job, at: now)
        if let plan { job.plan = plan }
    }

    // MARK: - Points

    /// Whether a local clock says when the planned occurrence comes up, and not its acceptance.
    func isOfClock(_ job: Job) -> Bool {
        guard let point = job.plan.point else { return false }
        let before = point.advanced(by: .microseconds(-1))
        return job.descriptor.schedules.contains {
            $0.namesItsTimes && $0.next(after: before, anchor: job.anchor, zones: zones) == point
        }
    }

    /// The first point over several schedules, each looked at after an instant of its own.
    func point(
        of schedules: [Schedule], of descriptor: JobDescriptor, after base: (Schedule) -> WallTime,
        anchor: WallTime
    ) -> WallTime? {
        let point = schedules.compactMap { $0.next(after: base($0), anchor: anchor, zones: zones) }.min()
        guard let point, point <= descriptor.until ?? point else { return nil }
        return point
    }

    /// The same for a request that had no occurrence yet. It may have points before the one that an earlier request has
    /// used up, but not that one again.
    private func firstPoint(
        of schedules: [Schedule], of descriptor: JobDescriptor, after base: (Schedule) -> WallTime,
        beside used: WallTime?, anchor: WallTime
    ) -> WallTime? {
        let first = point(of: schedules, of: descriptor, after: base, anchor: anchor)
        guard let used, first == used else { return first }
        return point(of: schedules, of: descriptor, after: { max(base($0), used) }, anchor: anchor)
    }

    /// The instant behind which a schedule's next point is looked for, once an occurrence has ended.
    ///
    /// As a rule it is now: what has passed meanwhile collapses into what has ended. The point that was used up may
    /// lie ahead, for two reasons. It was cancelled before its time: then what comes after it is looked for. Or the clock
    /// was set back: then a fixed time of day is not run twice within a day, while intervals and jobs of every hour go by
    /// real time.
    private func base(of schedule: Schedule, _ job: Job, at now: Now) -> WallTime {
        // Nothing comes before the date that its author has set, whatever was used up.
        guard case .date(let date)? = job.descriptor.earliestBegin else {
            return passed(of: schedule, job, at: now)
        }
        return max(passed(of: schedule, job, at: now), date.advanced(by: .microseconds(-1)))
    }

    private func passed(of schedule: Schedule, _ job: Job, at now: Now) -> WallTime {
        guard let used = job.progress.usedPoint else { return now.wall }
        guard now.wall < used else {
            return job.descriptor.missed == .all && !isTooMany(schedule, job, after: used, at: now)
                ? used : now.wall
        }
        if job.progress.usedAheadAt != nil { return self.used(job.progress, at: now) ?? now.wall }
        let ahead = now.wall.duration(to: used)
        switch schedule {
        case .every(let every):
            let longest = every.namesItsDate ? min(every.interval, Self.longestRepeat) : every.interval
            return ahead <= longest ? used : now.wall
        case .cron, .calendar:
            return !schedule.followsRealTime && ahead <= Self.longestRepeat ? used : now.wall
        case .event, .path: return now.wall
        }
    }

    /// The point that was used up; nil where the clock that said so was wrong by more than it may be.
    private func used(_ progress: JobRecord.Progress?, at now: Now) -> WallTime? {
        guard let progress, let used = progress.usedPoint else { return nil }
        // One that has come lies ahead only because the clock was set back since.
        let then = progress.usedAheadAt ?? used
        return now.wall.duration(to: then) <= Self.longestRepeat ? used : nil
    }

    /// Whether more points have passed than `"missed": "all"` makes up for.
    func isTooMany(_ schedule: Schedule, _ job: Job, after point: WallTime, at now: Now) -> Bool {
        var last = point
        for _ in 0...Self.mostMissed {
            guard let next = schedule.next(after: last, anchor: job.anchor, zones: zones), next <= now.wall
            else {
                return false
            }
            last = next
        }
        return true
    }

    /// The instant before which nothing of a request comes up.
    func begin(of descriptor: JobDescriptor, accepted: WallTime) -> WallTime {
        switch descriptor.earliestBegin {
        // A date in the past begins a grid there, but calls up no time of day that lay before the acceptance. A task's means "now".
        case .date(let date):
            descriptor.namesItsTimes || descriptor.program.applicationTask != nil
                ? max(date, accepted) : date
        case .after(let span): accepted.advanced(by: span)
        case nil: accepted
        }
    }
}

extension Plan {
    /// The same with another instant of the wall clock, where that comes first.
    fileprivate func earlier(_ other: Plan) -> Plan {
        guard let instant = other.at, at.map({ instant < $0 }) ?? true else { return self }
        var plan = self
        (plan.at, plan.grid) = (instant, other.grid)
        return plan
    }

    /// Whether it has come: its instant, or the end of its span, whatever the wall clock says then.
    func hasCome(at now: Now) -> Bool { wall(at: now).map { $0 <= now.wall } ?? false || isOver(at: now) }

    /// What of it has come: the rest is planned again after the occurrence.
    func reached(at now: Now) -> Plan {
        if let at, at <= now.wall { return Plan(at: at, grid: grid) }
        if let called, called.end <= now.boot { return Plan() }
        return isOver(at: now) ? Plan(after: after) : self
    }

    private func isOver(at now: Now) -> Bool { firstEnd.map { $0 <= now.boot } ?? false }
}
