// Events and files that make jobs due.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Makes the jobs due that wait for the event. `user` is whose event it is; root's jobs hear of everybody's.
    mutating func trigger(_ event: TriggerEvent, of user: UserID? = nil, at now: Now) {
        let waiting = timetable.triggers.jobs(waitingFor: event)
        chores.add(user.map { user in waiting.filter { $0.owner == user || $0.owner == .root } } ?? waiting) {
            $0.events.insert(event)
        }
    }

    /// Makes one job due for what has happened, the first of several that its schedule has a delay for.
    mutating func hear(of events: Set<TriggerEvent>, _ id: JobID, at now: Now) {
        guard let job = jobs[id] else { return }
        let delays = job.descriptor.schedules.compactMap { schedule -> Duration? in
            guard case .event(let event, let delay) = schedule, events.contains(event) else { return nil }
            return delay
        }
        timetable.broughtUp(id, at: now)
        // What the boot before has called up and not seen come was put off from then.
        trigger(id, after: delays.min() ?? .zero, isAnew: events.contains(.boot), at: now)
    }

    /// Makes one job due beside its plan, or plans that, where a delay or the start before puts it off. While an occurrence
    /// is due or runs, the event is part of it.
    ///
    /// - Parameter isAnew: What was called up before does not count.
    mutating func trigger(_ id: JobID, after delay: Duration = .zero, isAnew: Bool = false, at now: Now) {
        guard var job = jobs[id], job.phase == .scheduled, !job.isHeldBack else { return }
        // The clock may have been wrong when the job was accepted.
        let begin = timetable.planner.begin(of: job.descriptor, accepted: min(job.accepted, now.wall))
        job.quiet = nil
        let putOff = delay + timetable.planner.delay(of: job.descriptor, id: id, at: now.wall)
        let wait = max(putOff, spacingLeft(of: job, at: now))
        let instant = now.wall.advanced(by: wait)
        if let until = job.descriptor.until, until < instant {
            put(job, at: now)
            return
        }
        guard begin <= instant else {
            if job.plan.at.map({ begin < $0 }) ?? true { (job.plan.at, job.plan.grid) = (begin, nil) }
            put(job, at: now)
            touch(id)
            return
        }
        if wait > .zero {
            let isCalled = job.call(after: wait, isAnew: isAnew, at: now)
            put(job, at: now)
            if isCalled { touch(id) }
            return
        }
        // The plan is for another occurrence, and is made again after this one.
        job.plan = Plan()
        put(job, at: now)
        touch(id)
        apply(.becameDue(since: now.wall), to: id, at: now)
    }

    /// Why an event is not to come, or is not seen, for whoever waits for it; nil where it may come.
    func absence(of event: TriggerEvent, for owner: UserID, at now: Now) -> String? {
        if event.isOfSessions { return timetable.triggers.sessionFault }
        return event.requirement.flatMap { conditions.absence(ofGainOf: $0, for: owner, at: now) }
    }

    mutating func unseen(sessions fault: String?) {
        timetable.note(sessions: fault)
        reported.noteChange()
    }

    // MARK: - Files

    /// A path was looked at for the first time: what is older than what its jobs have seen is no news to them, and
    /// what is newer changed while nobody looked.
    mutating func found(_ path: WatchedPath, newest: WallTime, at now: Now) {
        timetable.note(nil, of: path)
        tryAgain(missing: path, at: now)
        let news = timetable.triggers.jobs(watching: path).filter { id in
            jobs[id].map { newest > $0.progress.pathsSeen ?? $0.accepted.advanced(by: .zero - newest.grain) }
                ?? false
        }
        noteChange(of: path, newest: newest, concerning: news)
    }

    /// A watched path has changed. Its time says little then: it may lie in a future that a wrong clock has left there.
    mutating func changed(_ path: WatchedPath, newest: WallTime, at now: Now) {
        timetable.note(nil, of: path)
        tryAgain(missing: path, at: now)
        noteChange(of: path, newest: newest, concerning: timetable.triggers.jobs(watching: path))
    }

    private mutating func noteChange(of path: WatchedPath, newest: WallTime, concerning jobs: [JobID]) {
        chores.add(jobs) { work in
            work.changes[path] = max(newest, work.changes[path] ?? newest)
        }
    }

    mutating func pathChanged(_ path: WatchedPath, newest: WallTime, concerns id: JobID, at now: Now) {
        guard var job = jobs[id], !job.isHeldBack else { return }
        timetable.broughtUp(id, at: now)
        switch job.phase {
        case .scheduled: wait(for: path, newest: newest, &job, at: now)
        case .due: break
        case .launching, .running, .frozen, .expiring, .killed:
            // The run may have read the file before it changed.
            if job.isTriggeredAgain { return }
            job.isTriggeredAgain = true
            jobs.put(job)
            touch(job.id)
        }
    }

    /// Waits until the path is left alone, but not for ever: ten times its settle time.
    private mutating func wait(for path: WatchedPath, newest: WallTime, _ job: inout Job, at now: Now) {
        let settle = job.descriptor.settle(of: path)
        let latest = job.quiet?.latest ?? now.boot.advanced(by: settle * 10)
        let until = min(now.boot.advanced(by: settle), latest)
        job.quiet = Job.Quiet(latest: latest, until: until, newest: max(newest, job.quiet?.newest ?? newest))
        put(job, at: now)
    }

    mutating func settled(_ job: Job, _ quiet: Job.Quiet, at now: Now) {
        var job = job
        job.progress.pathsSeen = max(quiet.newest, job.progress.pathsSeen ?? quiet.newest)
        put(job, at: now)
        trigger(job.id, at: now)
    }

    /// A run that begins now sees all changes until now.
    mutating func seePaths(_ id: JobID, at now: Now) {
        guard var job = jobs[id], job.descriptor.watchesPath else { return }
        job.progress.pathsSeen = max(now.wall, job.progress.pathsSeen ?? now.wall)
        jobs.put(job)
    }

    /// Its jobs wait for it to come, which a name that is spelt wrong never does: that is said.
    mutating func missing(_ path: WatchedPath) {
        timetable.confirm(missing: path)
        note(PathFault(reason: "nothing is there"), of: path)
    }

    /// From now on the job's next launch waits for what its last one has missed, or for nothing.
    mutating func wait(forMissing missing: String?, by job: inout Job, at now: Now) {
        let path = missing.map { WatchedPath(path: $0, owner: job.id.owner, isRecursive: false) }
        guard path != job.awaitedPath else { return }
        job.awaitedPath = path
        put(job, hasOtherNeed: true, at: now)
    }

    /// Who rests for want of it rests no longer.
    private mutating func tryAgain(missing path: WatchedPath, at now: Now) {
        for id in timetable.takeJobs(missing: path) {
            guard var job = jobs[id], case .due(let since, _?) = job.phase else { continue }
            job.phase = .due(since: since, rest: nil)
            put(job, at: now)
            touch(id)
        }
    }

    mutating func note(_ fault: PathFault, of path: WatchedPath) {
        timetable.note(fault, of: path)
        reported.noteChange()
    }
}

extension WallTime {
    /// By how much the time of a change may lie before the change: a kernel's clock for files stands still for up to 10 ms, and
    /// a file system that keeps whole seconds may keep every second one.
    fileprivate var grain: Duration {
        self == WallTime(wholeSeconds: wholeSeconds) ? .seconds(2) : .milliseconds(10)
    }
}

extension JobDescriptor {
    fileprivate var watchesPath: Bool {
        schedules.contains {
            if case .path = $0 { true } else { false }
        }
    }

    /// The shortest time for which one of its files has to be left alone.
    var shortestSettle: Duration {
        schedules.compactMap { schedule -> Duration? in
            guard case .path(let trigger) = schedule else { return nil }
            return trigger.settle
        }.min() ?? PathTrigger.defaultSettle
    }

    /// How long the path has to be left alone.
    fileprivate func settle(of path: WatchedPath) -> Duration {
        schedules.lazy.compactMap { schedule -> Duration? in
            guard case .path(let trigger) = schedule, trigger.watched(for: path.owner) == path else {
                return nil
            }
            return trigger.settle
        }.first ?? PathTrigger.defaultSettle
    }
}
