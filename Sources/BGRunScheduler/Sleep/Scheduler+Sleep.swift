// Before the machine sleeps, while it is kept awake, and after it has slept.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - Before sleep

    /// Nothing starts any more, and what runs is prepared.
    mutating func sleepAnnounced(at now: Now) {
        guard sleep.announce(at: now) else { return }
        reported.noteChange()
        warnAssertionsOfSleep(at: now)
        prepareRuns(at: now)
    }

    /// Lets the machine sleep once nothing moves any more, or once there is no more time: what still moves then
    /// stands still too, and its ladder goes on after waking.
    mutating func prepareSleep(at now: Now) {
        switch sleep.state {
        case .awake: break
        case .preparing(let until):
            prepareRuns(at: now)
            let moving = runs.jobIDs.filter { jobs[$0]?.phase.isMoving ?? false }
            guard moving.isEmpty && !isFinishing || until <= now.awake else { return }
            for id in moving { apply(.frozen(.systemSleep), to: id, at: now) }
            turn.effects.wishes.append(sleep.letSleep(at: now))
        case .ready(let until):
            guard until <= now.awake else { return }
            wakeUp(at: now)
            // What was due to be looked at meanwhile was passed over, since nothing was to start.
            conditions.passLooks(to: now, watch)
        }
    }

    /// What works stands still or is told to end, each run as its job wants it; also one that was only ordered when the
    /// sleep was announced.
    private mutating func prepareRuns(at now: Now) {
        for id in runs.jobIDs {
            guard let job = jobs[id], case .running(let run, _) = job.phase else { continue }
            switch job.descriptor.beforeSleep {
            // It could not end what it is finishing; it stands still once it has, or once there is no more time.
            case .freeze where isFinishing(run): break
            case .freeze: apply(.frozen(.systemSleep), to: id, at: now)
            case .stop: apply(.told(StopOrder(.systemSleep)), to: id, at: now)
            }
        }
    }

    /// Whether something in the tree of a run, or of its host, is finishing something.
    private func isFinishing(_ run: Run) -> Bool {
        hosts.host(of: run.id).map { assertions.isHeld(in: $0.id) } ?? assertions.isHeld(in: run.id)
    }

    // MARK: - After sleep

    /// The machine has slept, or does not sleep after all: runs go on.
    mutating func wakeUp(at now: Now) {
        guard sleep.wakeUp() else { return }
        reported.noteChange()
        for id in runs.jobIDs { apply(.thawed(.systemSleep), to: id, at: now) }
        wakeHosts(at: now)
    }

    /// Notices that the machine has slept since the last event: the boot clock has moved more than the awake one.
    mutating func notice(sleepUntil now: Now) {
        guard let slept = sleep.takeSleep(until: now) else { return }
        // Nobody looked while the machine slept.
        remember(.asleep, since: now.wall.advanced(by: .zero - slept))
        remember(.awake, since: now.wall)
        conditions.woke(at: now)
        reported.noteChange()
        ready.holdLateJobs(until: now.awake.advanced(by: policy.settle.wake))
        wakeUp(at: now)
        sleep.beginVisit(at: now)
        for event in timetable.triggers.wakings(after: slept) { trigger(event, at: now) }
    }

    /// Puts a machine that was woken for a job back to sleep, when the job has had its time and nobody has come.
    mutating func passVisit(to now: Now) {
        sleep.note(isFinishing: haveJobsHadTime && !assertions.isEmpty, at: now)
        guard sleep.isVisitOver(at: now), mayEndVisit(at: now) else { return }
        turn.effects.wishes.append(sleep.askPresence())
    }

    mutating func read(_ presence: Presence, at now: Now) {
        let mayEnd = mayEndVisit(at: now)
        if let wish = sleep.hear(presence, mayEnd: mayEnd) { turn.effects.wishes.append(wish) }
    }

    /// Whether no job has its time: no run keeps the machine from its sleep, and no requirement is about to let one start.
    private var haveJobsHadTime: Bool { !conditions.isSettling && !runs.jobIDs.contains(where: hasItsTime) }

    /// Services last, what stands still gets nothing done, and what slept along and did not ask for a machine that is awake sleeps on.
    private func hasItsTime(_ id: JobID) -> Bool {
        guard let job = jobs[id], let run = job.phase.run, job.descriptor.kind != .service,
            !job.phase.isHeldStill
        else { return false }
        // A task may have been begun by its host only now.
        guard case .running = job.phase, run.host == nil, let began = sleep.visitBegan else { return true }
        return run.started.awake >= began || isMet(job.descriptor.keepAwake.when)
    }

    /// Whether a job that wakes the machine is due, and the machine has all that it asks for: the disk is slow, others start first,
    /// or the processor is busy.
    private var isStartAwaited: Bool {
        guard sleep.visitBegan != nil else { return false }
        return conditions.ownersWaiting.contains { owner in
            // An owner for whom nothing can be started may not be tried again for hours.
            ready.shortages[owner] == nil
                && conditions.open(of: owner).contains { need in
                    ready.jobs(waitingWith: need, in: jobs).contains { id in
                        jobs[id].map { isMet($0.descriptor.wakeSystem) } ?? false
                    }
                }
        }
    }

    /// Whether nothing is waited for, nor what programs are finishing.
    private func mayEndVisit(at now: Now) -> Bool {
        haveJobsHadTime && (assertions.isEmpty || sleep.hasFinished(at: now))
            && (sleep.hasWaited(at: now) || !isStartAwaited)
    }

    /// When time alone brings on what becomes of the machine's sleep.
    var sleepInstant: AwakeTime? {
        let isIdle = haveJobsHadTime
        // Those that wait are gone through only when nothing else keeps the machine awake.
        return sleep.wakeup(
            isIdle: isIdle, isFinishing: !assertions.isEmpty, isAwaiting: isIdle && isStartAwaited)
    }

    /// The next instant for which a sleeping machine is to be woken; nil for none.
    package mutating func nextAlarm(at now: Now) -> Wakeup? {
        sleep.alarm(in: jobs, hasPower: conditions.hasPower, at: now)
    }

    // MARK: - Keeping it awake

    /// What the active runs ask for.
    var inhibition: Inhibition {
        var inhibition = Inhibition.none
        for id in runs.jobIDs {
            guard let job = jobs[id], isMet(job.descriptor.keepAwake.when) else { continue }
            // What stands still gets nothing done by a machine that is awake.
            if job.phase.isHeldStill { continue }
            let keep = job.descriptor.keepAwake
            inhibition.sleepAndIdle = true
            if keep.withLidClosed { inhibition.lidSwitch = true }
            inhibition.why += inhibition.why.isEmpty ? "runs \(id.identifier)" : ", \(id.identifier)"
        }
        return inhibition
    }

    private func isMet(_ condition: PowerCondition) -> Bool {
        switch condition {
        case .never: false
        case .onExternalPower: conditions.hasPower
        case .always: true
        }
    }
}

extension Phase {
    /// Whether something of a run may still work.
    fileprivate var isMoving: Bool {
        switch self {
        case .launching, .running, .expiring, .killed: true
        case .scheduled, .due, .frozen: false
        }
    }
}
