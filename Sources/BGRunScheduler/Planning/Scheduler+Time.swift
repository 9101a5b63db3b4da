// What time alone brings about: agendas that come up, gates that settle, and the next wake-up.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Brings everything up that is due by now.
    mutating func pass(to now: Now) {
        passPauses(to: now)
        for owner in conditions.endSimulations(at: now) { takeNeedsAnew(of: owner) }
        for event in conditions.passGates(to: now, &turn.portions.gates) { trigger(event, at: now) }
        // What is moved may have come up long ago.
        doChores(at: now)
        while let id = timetable.takeRunning(by: now, in: jobs) {
            if case .launching(let run, _, _)? = jobs[id]?.phase, run.host != nil {
                launchLimitOver(id, at: now)
            } else if !proveItself(id, at: now) {
                if let run = jobs[id]?.phase.run?.id { letGoOn(run, at: now) }
                apply(endOfSpan(of: id), to: id, at: now)
            }
        }
        passHooks(to: now)
        passAssertions(to: now)
        passHosts(to: now)
        // Now that runs have ended by time alone, as what follows them may be due at once.
        while !turn.portions.comingUp.isSpent, let id = timetable.takeWaiting(by: now, in: jobs) {
            turn.portions.comingUp.spend(8)
            comeUp(id, at: now)
        }
        conditions.judgeMoved(&turn.portions.judgements, at: now)
        conditions.passLooks(to: now, watch)
        takeOrders()
        ledger.pass(to: now)
        ready.pass(to: now)
    }

    /// For whose sake the conditions are watched.
    var watch: Conditions.Watch {
        var watch = Conditions.Watch(starters: starters)
        for id in runs.jobIDs {
            guard let job = jobs[id], let run = job.phase.run else { continue }
            watch.running.append(job.need)
            // What goes on without its requirements is not hurt by their loss.
            if !run.isForced, job.descriptor.onRequirementLost != .finish, conditions.needsPower(job.need) {
                watch.isPowerNeeded = true
            }
        }
        watch.running += endedServices.compactMap { jobs[$0]?.need }
        return watch
    }

    /// What an entry on the awake clock ends.
    private func endOfSpan(of id: JobID) -> Input {
        switch jobs[id]?.phase {
        case .running?: .budgetEnded
        case .frozen(_, _, _, .requirementLost(let kind, _))? where isLossSimulated(of: id, kind):
            .told(StopOrder(.requirementLost(kind), underSimulation: true))
        case .frozen?: .freezeEnded
        case .launching?, .scheduled?, .due?, .expiring?, .killed?, nil: .graceEnded
        }
    }

    /// What the entry at the instant is for.
    private func reasonOfSpan(of id: JobID, endingAt instant: AwakeTime) -> Wakeup.Reason {
        switch jobs[id]?.phase {
        case .running(let run, _)? where run.expiration == (instant, .unresponsive): .silenceEnds(id)
        case .running? where jobs[id]?.descriptor.kind == .service: .proves(id)
        case .running?: .budgetEnds(id)
        case .frozen?: .freezeEnds(id)
        case .launching?: .launchEnds(id)
        case .scheduled?, .due?, .expiring?, .killed?, nil: .graceEnds(id)
        }
    }

    private func isLossSimulated(of id: JobID, _ kind: Requirement.Kind) -> Bool {
        jobs[id].map { conditions.isLossSimulated(of: $0.need, kind) } ?? false
    }

    /// Looks at a job without a run whose agenda entry has come up; what for is said by where it stands.
    private mutating func comeUp(_ id: JobID, at now: Now) {
        // By the clock, the zone or the pause as it is now it may come up at another time.
        if chores.isToDo(id) {
            let ticket = jobs.ticket(of: id)
            doChore(for: id, at: now)
            guard jobs.ticket(of: id) == ticket else { return }
        }
        guard var job = jobs[id] else { return }
        if let end = job.switches.pause?.end, end.end <= now.boot {
            job.switches.pause = nil
            put(job, at: now)
            touch(id)
            return
        }
        switch job.phase {
        case .scheduled:
            if let quiet = job.quiet, quiet.until <= now.boot {
                settled(job, quiet, at: now)
            } else {
                becomeDue(job, at: now)
            }
        case .due(_, let rest):
            if let tooLate = job.tooLateFrom, tooLate <= now.wall {
                skip(job, .maxLateness, at: now)
            } else if let rest, rest.end <= now.boot {
                apply(.restEnded, to: id, at: now)
            } else {
                // Its hours have begun or ended, what it prefers counts no more, or it is overdue from now on.
                put(job, at: now)
            }
        // Its hours have begun or ended, and it comes up when they change next.
        case .running, .frozen: put(job, at: now)
        case .launching, .expiring, .killed: break
        }
    }

    // MARK: - Becoming due, or not

    /// The planned instant has come; where it has passed unseen, the job's rules say what becomes of it.
    private mutating func becomeDue(_ job: Job, at now: Now) {
        guard let planned = job.plan.wall(at: now), job.plan.hasCome(at: now) else {
            put(job, at: now)
            return
        }
        // Whatever it may come up later is not lateness.
        let since = planned.advanced(by: timetable.planner.slack(of: job, at: now))
        if let apart = putOffBySpacing(job, at: now) {
            put(apart, at: now)
            touch(job.id)
        } else if let tooLate = job.tooLate(since: since), tooLate <= now.wall {
            skip(job, .maxLateness, at: now)
        } else if job.descriptor.missed == .skip, Pace.isLate(since: since, at: now) {
            skip(job, .missed, at: now)
        } else {
            var job = job
            job.plan = job.plan.reached(at: now)
            put(job, at: now)
            touch(job.id)
            apply(.becameDue(since: min(since, now.wall)), to: job.id, at: now)
        }
    }

    /// Passes over an occurrence, and over those after it that are as late; what is left of a missed series may be
    /// due at once.
    private mutating func skip(_ job: Job, _ reason: SkipReason, at now: Now) {
        var job = job
        job.joinPlan(at: now)
        let due = job.dueSince ?? job.plan.wall(at: now) ?? now.wall
        record(due, reason, &job, at: now)
        var plan: Plan?
        if let most = job.descriptor.maxLateness, reason == .maxLateness, !job.isByHand {
            let earliest = now.wall.advanced(by: .zero - most)
            plan = timetable.planner.latePlan(after: job, notBefore: earliest, at: now)
            // All before it are used up with this one, or planning anew would find them again.
            let passed = earliest.advanced(by: .microseconds(-1))
            if plan != nil, let point = job.plan.point, point < passed { job.plan = Plan(at: passed) }
        }
        if !job.isByHand { job.plan = job.plan.reached(at: now) }
        finishOccurrence(of: job, .skipped, plan: plan, at: now)
        touch(job.id)
        answerWaiters(of: job.id, .cancelled, job.lastRun)
    }

    /// Notes that an occurrence was skipped, where people see it.
    mutating func record(_ due: WallTime, _ reason: SkipReason, _ job: inout Job, at now: Now) {
        let skip = Skip(due: due, skipped: now.wall, reason: reason)
        job.progress.lastSkip = skip
        // What a person lets go is no sign that the job never comes to run.
        if reason != .cancelled { job.progress.recent.add(.skipped) }
        turn.effects.saves.append(
            .append(.skip(skip, of: job.id, title: job.descriptor.title)))
    }

    // MARK: - The next wake-up

    /// The next instant at which something happens by time alone; nil while only outside events can.
    package mutating func nextWakeup(at now: Now) -> Wakeup? {
        let watch = watch
        if hasWorkLeft(for: watch.starters, at: now) { return Wakeup(.awake(now.awake), .work) }
        var candidates = [conditions.gateWakeup(watch), lossWakeup(at: now)].compactMap { $0 }
        candidates += timetable.firsts(in: jobs).map {
            Wakeup($0.at, reason(for: $0.job, at: $0.at, now: now))
        }
        if let (job, instant) = nextOverrun { candidates.append(Wakeup(.awake(instant), .overruns(job))) }
        candidates += conditions.lookWakeups(watch, at: now)
        if let instant = paceWakeup(at: now) { candidates.append(Wakeup(.awake(instant), .catchUp)) }
        if let instant = launchRetry { candidates.append(Wakeup(.awake(instant), .launchRetry)) }
        if let fault = ledger.fault { candidates.append(Wakeup(.awake(fault.retryAt), .saveRetry)) }
        if let end = hosts.returnsUntil, !applications.withJobs.isEmpty {
            candidates.append(Wakeup(.awake(end), .hostsReturn))
        }
        if let (application, end) = hosts.starts.next(hasDueTask) {
            candidates.append(Wakeup(.boot(end), .hostStarts(application)))
        }
        if let (host, instant) = hosts.next() {
            candidates.append(Wakeup(.awake(instant), .hostStep(host)))
        }
        if let (assertion, instant) = assertions.next() {
            candidates.append(Wakeup(.awake(instant), .assertionEnds(assertion.id)))
        }
        if let (job, instant) = reported.hooks.next {
            candidates.append(Wakeup(.awake(instant), .hookEnds(job)))
        }
        if let instant = assertions.shutdownInstant { candidates.append(Wakeup(.awake(instant), .exit)) }
        if let exitsBy = runs.exitsBy { candidates.append(Wakeup(.awake(exitsBy), .exit)) }
        if let end = timetable.pauses.firstEnd { candidates.append(Wakeup(.boot(end), .pauseEnds)) }
        if let instant = sleepInstant {
            candidates.append(Wakeup(.awake(instant), .sleepStep))
        }
        return candidates.min { $0.moment.left(at: now) < $1.moment.left(at: now) }
    }

    /// Whether something was left for the next portion.
    private func hasWorkLeft(for starters: [UserID], at now: Now) -> Bool {
        !chores.isEmpty || conditions.hasUnjudged || turn.portions.comingUp.isSpent
            || conditions.isCut && !starters.isEmpty
    }

    /// What a job's agenda entry is for.
    private func reason(for id: JobID, at moment: Wakeup.Moment, now: Now) -> Wakeup.Reason {
        if case .awake(let instant) = moment { return reasonOfSpan(of: id, endingAt: instant) }
        guard let job = jobs[id] else { return .occurrenceDue(id) }
        if case .boot(let instant) = moment {
            if job.switches.pause?.end?.end == instant { return .pauseEnds }
            if job.quiet?.until == instant { return .pathSettles(id) }
        }
        if job.phase.run != nil { return .hoursChange(id) }
        guard case .due(_, let rest) = job.phase else { return .occurrenceDue(id) }
        switch moment {
        case .boot: return rest == nil ? .occurrenceDue(id) : .restEnds(id)
        case .wall(let instant):
            if instant == job.tooLateFrom { return .tooLate(id) }
            if instant == job.relaxesAt { return .relaxes(id) }
            if instant == job.overdueFrom { return .overdue(id) }
            return instant == warnsFrom(job, at: now) ? .warns(id) : .hoursChange(id)
        case .awake: return .graceEnds(id)
        }
    }
}
