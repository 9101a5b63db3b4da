// What time alone brings about: agendas that come up, gates that settle, and the next wake-up.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Brings everything up that is due by now.
    mutating func pass(to now: Now) {
        passPauses(to: now)
        while let id = takeNext(at: now) { comeUp(id, at: now) }
        while let entry = awakeAgenda.first(in: jobs), entry.at <= now.awake {
            awakeAgenda.removeFirst()
            apply(awakeEnd(of: entry.job).input, to: entry.job, at: now)
        }
        passSimulations(to: now)
        passGates(to: now)
        passLooks(to: now)
        passPower(to: now)
        ledger.pass(to: now)
    }

    /// The next job whose entry has come up. What comes up on one clock, such as the end of a pause, may show what
    /// came up on the other long ago.
    private mutating func takeNext(at now: Now) -> JobID? {
        if let entry = wallAgenda.first(in: jobs), entry.at <= now.wall {
            wallAgenda.removeFirst()
            return entry.job
        }
        if let entry = bootAgenda.first(in: jobs), entry.at <= now.boot {
            bootAgenda.removeFirst()
            return entry.job
        }
        return nil
    }

    /// What an entry on the awake clock ends.
    private func awakeEnd(of id: JobID) -> (input: Input, reason: Wakeup.Reason) {
        switch jobs[id]?.phase {
        case .running?: (.budgetEnded, .budgetEnds(id))
        case .frozen(_, _, _, .requirementLost(let kind, _))? where isLossPlayed(of: id, kind):
            (.told(Stop(.requirementLost(kind), underSimulation: true)), .freezeEnds(id))
        case .frozen?: (.freezeEnded, .freezeEnds(id))
        case .scheduled?, .due?, .launching?, .expiring?, .killed?, nil: (.graceEnded, .graceEnds(id))
        }
    }

    private mutating func passGates(to now: Now) {
        for place in gates.takeTimed(by: now) {
            if let change = gates[place].changesAt, change <= now.awake {
                gates.lookBeforeIdle(place)
                continue
            }
            switch gates.pass(place, to: now) {
            case .nothing: break
            case .opened(let isGain):
                revision &+= 1
                settleNeeds()
                if isGain, let event = TriggerEvent(gainOf: place) { trigger(event, at: now) }
            case .lossCounts: revision &+= 1
            }
        }
        settleNeeds()
        if gates.takeIdleLook() { signals.append(.read(.idle)) }
    }

    /// Looks at a job without a run whose agenda entry has come up; what for is said by where it stands.
    private mutating func comeUp(_ id: JobID, at now: Now) {
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
                if let from = warnsFrom(job), from <= now.wall { overdue.insert(id) }
                put(job, at: now)
            }
        case .launching, .running, .frozen, .expiring, .killed: break
        }
    }

    // MARK: - Becoming due, or not

    /// The planned instant has come; where it has passed unseen, the job's rules say what becomes of it.
    private mutating func becomeDue(_ job: Job, at now: Now) {
        guard let since = job.plan.wall(at: now), since <= now.wall || job.plan.isOver(at: now) else {
            put(job, at: now)
            return
        }
        if let tooLate = job.tooLate(since: since), tooLate <= now.wall {
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
        let due = job.dueSince ?? job.plan.wall(at: now) ?? now.wall
        record(due, reason, &job, at: now)
        var plan: Plan?
        if let most = job.descriptor.maxLateness, reason == .maxLateness {
            let earliest = now.wall.advanced(by: .zero - most)
            plan = planner.latePlan(after: job, notBefore: earliest, at: now)
            // All before it are used up with this one, or planning anew would find them again.
            let passed = earliest.advanced(by: .microseconds(-1))
            if plan != nil, let point = job.plan.point, point < passed { job.plan = Plan(at: passed) }
        }
        job.plan = job.plan.reached(at: now)
        finishOccurrence(of: job, .skipped, plan: plan, at: now)
        touch(job.id)
        answerWaiters(of: job.id, .cancelled, job.lastRun)
    }

    /// Notes that an occurrence was skipped, where people see it.
    mutating func record(_ due: WallTime, _ reason: SkipReason, _ job: inout Job, at now: Now) {
        let skip = JobRecord.LastSkip(due: due, skipped: now.wall, reason: reason)
        job.progress.lastSkip = skip
        saves.append(.appendSkip(SkippedOccurrence(of: job.id, title: job.descriptor.title, skip)))
    }

    // MARK: - The next wake-up

    /// The next instant at which something happens by time alone; nil while only outside events can.
    package mutating func nextWakeup(at now: Now) -> Wakeup? {
        var candidates = gateWakeups
        if let entry = wallAgenda.first(in: jobs) {
            candidates.append(Wakeup(.wall(entry.at), reason(for: entry.job, at: .wall(entry.at))))
        }
        if let entry = bootAgenda.first(in: jobs) {
            candidates.append(Wakeup(.boot(entry.at), reason(for: entry.job, at: .boot(entry.at))))
        }
        if let entry = awakeAgenda.first(in: jobs) {
            candidates.append(
                Wakeup(.awake(entry.at), awakeEnd(of: entry.job).reason))
        }
        if let (instant, reason) = power.wakeup(interval: powerPollInterval) {
            candidates.append(Wakeup(.awake(instant), reason))
        }
        if let wakeup = lookWakeup(at: now) { candidates.append(wakeup) }
        if let end = simulations.firstEnd { candidates.append(Wakeup(.boot(end), .simulationEnds)) }
        if let instant = paceWakeup(at: now) { candidates.append(Wakeup(.awake(instant), .catchUp)) }
        if let fault = ledger.fault { candidates.append(Wakeup(.awake(fault.retryAt), .saveRetry)) }
        if let end = pauseEnd { candidates.append(Wakeup(.boot(end), .pauseEnds)) }
        if let instant = sleep.wakeup(isIdle: mayEndVisit) {
            candidates.append(Wakeup(.awake(instant), .sleepStep))
        }
        return candidates.min { $0.deadline.left(at: now) < $1.deadline.left(at: now) }
    }

    private var gateWakeups: [Wakeup] {
        gates.timedGates.compactMap { place in
            let entry = gates[place]
            let requirement = entry.key.requirement
            guard let instant = entry.gate.wakeup else {
                // Time alone moves it, which matters to nobody while no job waits and no run needs it.
                guard let change = entry.changesAt, isMatter(entry) else { return nil }
                return Wakeup(.awake(change), .changes(requirement))
            }
            switch entry.gate.state {
            case .settling: return Wakeup(.awake(instant), .settles(requirement))
            // Only runs are told of a loss.
            case .lost: return isNeededByRun(entry) ? Wakeup(.awake(instant), .lossCounts(requirement)) : nil
            case .unread, .open: return nil
            }
        }
    }

    private func isMatter(_ gate: GateTable.Entry) -> Bool {
        gate.sets.contains { needs.waiting.contains($0) } || isNeededByRun(gate)
    }

    private func isNeededByRun(_ gate: GateTable.Entry) -> Bool {
        gate.key.requirement.kind.isLosable
            && runs.values.contains { jobs[$0].map { gate.sets.contains($0.needs) } ?? false }
    }

    /// What a waiting job's agenda entry is for.
    private func reason(for id: JobID, at deadline: Wakeup.Deadline) -> Wakeup.Reason {
        guard let job = jobs[id] else { return .occurrenceDue(id) }
        if case .boot(let instant) = deadline {
            if job.switches.pause?.end?.end == instant { return .pauseEnds }
            if job.quiet?.until == instant { return .pathSettles(id) }
        }
        guard case .due(_, let rest) = job.phase else { return .occurrenceDue(id) }
        switch deadline {
        case .boot: return rest == nil ? .occurrenceDue(id) : .restEnds(id)
        case .wall(let instant):
            if instant == job.tooLateFrom { return .tooLate(id) }
            if instant == job.relaxesAt { return .relaxes(id) }
            if instant == job.overdueFrom { return .overdue(id) }
            return instant == warnsFrom(job) ? .warns(id) : .hoursChange(id)
        case .awake: return .graceEnds(id)
        }
    }
}

extension Plan {
    /// Whether its span is over, whatever the wall clock says.
    fileprivate func isOver(at now: Now) -> Bool { after.map { $0.end <= now.boot } ?? false }

    /// What of it has come: the rest is planned again after the occurrence.
    fileprivate func reached(at now: Now) -> Plan {
        if let at, at <= now.wall { return Plan(at: at, grid: grid) }
        return isOver(at: now) ? Plan(after: after) : self
    }
}

extension TriggerEvent {
    /// The event that what a gate asks for came; nil where no job can wait for that.
    fileprivate init?(gainOf gate: GateTable.Place) {
        if gate == GateTable.externalPower {
            self = .externalPower
        } else if gate == GateTable.network {
            self = .network
        } else {
            return nil
        }
    }
}
