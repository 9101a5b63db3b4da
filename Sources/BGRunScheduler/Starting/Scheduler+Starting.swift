// Which due jobs start now, and what keeps the others.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Starts due jobs while gates, limits and pace let it: those of the owner with the fewest runs first, and of these
    /// the most pressing.
    mutating func startWhatMay(at now: Now) {
        // Who is first is known when all have come up that are due.
        conditions.isCut = false
        guard isStarting, !turn.portions.comingUp.isSpent else { return }
        var asked: [GateTable.Place] = []
        startServices(&asked, at: now)
        startFirsts(&asked, at: now)
        while runs.count < policy.maxRuns {
            let owners = ownersToStart(at: now)
            let firsts = owners.compactMap { first(of: $0, &asked, at: now) }
            guard let next = firsts.min(by: { $0.precedes($1) }) else { break }
            startUnlessMoved(next, at: now)
        }
        if ready.takePressureLook() { turn.reads.append(.readPressure) }
        conditions.look(at: conditions.inTurn(asked), now: now)
    }

    /// One job for each owner without a run, whatever others run. They are put in order once: no start of theirs changes
    /// what comes first for another.
    private mutating func startFirsts(_ asked: inout [GateTable.Place], at now: Now) {
        let owners = ownersToStart(at: now).filter { runs.count(of: $0) == 0 }
        let firsts = owners.compactMap { first(of: $0, &asked, at: now) }.sorted { $0.precedes($1) }
        for first in firsts {
            let owner = first.job.owner
            // After a late start another one has to wait, and what comes on time has not.
            let isHeld = first.isLate && ready.hold(for: owner, beside: runs, at: now) != nil
            if let next = isHeld ? self.first(of: owner, &asked, at: now) : first {
                startUnlessMoved(next, at: now)
            }
        }
    }

    /// Those of whom something may start now, in a fixed order.
    private func ownersToStart(at now: Now) -> [UserID] {
        conditions.ownersWaiting.filter { !ready.shortages.holds($0, at: now) }
    }

    /// Starts it where it may still start after what was left to be done with it. Else others are looked at in its place.
    private mutating func startUnlessMoved(_ first: ReadyQueues.First, at now: Now) {
        if chores.isToDo(first.job) {
            doChore(for: first.job, at: now)
            conditions.isCut = true
        } else {
            start(first, at: now)
        }
    }

    private mutating func start(_ first: ReadyQueues.First, at now: Now) {
        ready.remove(first)
        start(first.job, at: now)
    }

    var isStarting: Bool {
        files.isRead && !isShuttingDown && ledger.fault == nil && sleep.isAwake
    }

    /// An owner's most pressing job whose gates are all open.
    ///
    /// A job that needs power starts only on a fresh reading: some machines change without an event. A stale
    /// one is refreshed first; the answer is an event of its own and leads back here. So it is with all that is looked
    /// at, and with a late job and how busy the machine is.
    private mutating func first(of owner: UserID, _ asked: inout [GateTable.Place], at now: Now)
        -> ReadyQueues.First?
    {
        var (candidates, reserved): ([ReadyQueues.First], [JobID]) = ([], [])
        let hold = ready.hold(for: owner, beside: runs, at: now)
        let active = activeStandings(of: owner)
        var share = max(Portion.size / conditions.ownersWaiting.count, 64)
        for need in conditions.promising(of: owner) {
            let standing = conditions.standing(of: need)
            let order = self.hold(of: standing, owner: owner, beside: active)
            // Nothing is looked at for who could not start anyway.
            if !order.isEmpty {
                if !order.rivals.isEmpty, conditions.isOpen(need) {
                    reserved += ready.firsts(with: need, nil, beside: runs, in: jobs, at: now).map(\.job)
                }
                continue
            }
            let firsts = ready.firsts(with: need, hold, beside: runs, in: jobs, at: now)
            if firsts.isEmpty { continue }
            if share <= 0 || turn.portions.trials.isSpent {
                conditions.isCut = true
                break
            }
            let cost = conditions.cost(of: need)
            share -= cost
            turn.portions.trials.spend(cost)
            switch conditions.tryOut(need, at: now) {
            case .lacking: continue
            case .asks(let gates): asked += gates
            case .ready: candidates += firsts
            }
        }
        ready.reserve(reserved, of: owner)
        var best: ReadyQueues.First?
        for first in candidates where best.map(first.precedes) ?? true {
            if isBehind(first.job, reserved, at: now) { continue }
            best = first
        }
        return best
    }

    /// Owners with due jobs who may have one more run, in a fixed order.
    var starters: [UserID] {
        guard isStarting else { return [] }
        let withServices = Set(jobs.idleServices.map(\.owner))
        return conditions.ownersWaiting.filter {
            runs.hasRoom(for: $0, ofMost: policy.maxRuns) || withServices.contains($0)
        }
    }

    /// When a start is next tried that the machine lacked something for.
    var launchRetry: AwakeTime? {
        starters.compactMap { ready.shortages.nextTry(for: $0) }.min()
    }

    // MARK: - Pace

    /// How often the machine is looked at while it is too busy for late jobs; nil while none waits for that alone.
    /// `doctor` names it.
    package var pressurePollInterval: Duration? { ready.pressurePollInterval }

    /// An owner's needs with which a job waits while all that is told by events holds, and no run holds it back.
    private func startable(of owner: UserID) -> [Need] {
        let active = activeStandings(of: owner)
        return conditions.open(of: owner).filter {
            hold(of: conditions.standing(of: $0), owner: owner, beside: active).isEmpty
        }
    }

    /// When a late job that waits for nothing else is worth another look.
    mutating func paceWakeup(at now: Now) -> AwakeTime? {
        var holds: [Pace.Hold] = []
        // A hold that has ended since the last event is one that nobody has acted on.
        let passed = ready.passed ?? now
        for owner in starters {
            guard let hold = ready.hold(for: owner, beside: runs, at: passed), !holds.contains(hold),
                ready.hasLateJob(with: startable(of: owner), in: jobs, at: now)
            else { continue }
            holds.append(hold)
        }
        return ready.wait(for: holds)
    }

    // MARK: - A start

    /// - Parameter request: Who is answered once the run has a process.
    mutating func start(
        _ id: JobID, for request: RequestID? = nil, isForced: Bool = false, isSimulated: Bool = false,
        at now: Now
    ) {
        guard var job = jobs[id], case .due(let since, _) = job.phase else {
            preconditionFailure("job \(id) is started although it is not due")
        }
        if applicationFault(of: job) != nil {
            // A start before it in this turn has changed what its application can do.
            put(job, at: now)
            return
        }
        job.joinPlan(at: now)
        noteStart(of: &job, at: now)
        jobs.put(job)
        let number = runs.newNumber()
        let host = host(for: job, number)
        let isContinued = job.descriptor.kind == .continued
        let run = Run(
            id: number, due: since, started: now,
            timeBudget: isContinued
                ? min(job.descriptor.timeBudget, policy.maxTimeBudget) : job.descriptor.timeBudget,
            gracePeriod: job.descriptor.gracePeriod, isForced: isForced,
            isInHours: timetable.isOpen(job, at: now),
            isSimulated: isSimulated || conditions.simulation(of: job.fullNeed) != nil, host: host,
            launchLimit: host == nil ? longestLaunch : policy.applications.launchLimit,
            silenceLimit: isContinued ? policy.applications.progressLimit : job.descriptor.silenceLimit,
            relaxed: relaxed(of: job, at: now))
        if let request { runs.wait(request, for: run.id) }
        if job.descriptor.kind == .service {
            ready.startedService(run.id, by: id.owner)
        } else {
            ready.started(run.id, by: id.owner, dueSince: since, at: now)
        }
        seePaths(id, at: now)
        apply(.cleared(run), to: id, at: now)
        runs[voice: run.id].span = UsualSpan(interval: interval(of: job, at: now))
    }

    /// What a job prefers and does not have, by name.
    private func relaxed(of job: Job, at now: Now) -> [String] {
        guard job.preferredNeed != .none else { return [] }
        return conditions.missed(job.preferredNeed, at: now).map { blocker in
            if case .settling(let requirement, _) = blocker { return requirement.kind.rawValue }
            return blocker.name
        }
    }

    /// All that keeps a job from starting now, in the fixed order. There is no yes-or-no version.
    package func blockers(of id: JobID, at now: Now) -> [Blocker] {
        jobs[id].map { blockers(of: $0, at: now) } ?? []
    }

    func blockers(of job: Job, at now: Now) -> [Blocker] {
        guard job.phase.run == nil else { return [] }
        return plannedBlockers(of: job, at: now) + ownBlockers(of: job, at: now)
            + unmet(of: job, at: now) + limits(of: job, at: now)
    }

    /// What holds just this job back, beside its schedule and its requirements.
    func ownBlockers(of job: Job, at now: Now) -> [Blocker] {
        var blockers: [Blocker] = []
        if let pause = timetable.pauses.pause(of: job) {
            blockers.append(
                .paused(
                    since: pause.since, until: pause.end?.wall(at: now), by: pause.by, note: pause.note))
        }
        if !job.isEnabled {
            blockers.append(job.failuresThatDisable.map { .givenUp(failures: $0) } ?? .disabled)
        }
        if let fault = job.fault { blockers.append(.invalid(fault)) }
        if case .due(_, let rest?) = job.phase {
            blockers.append(restBlocker(of: job, until: rest.wall(at: now)))
        }
        // What comes up yet has to do with the hours of then.
        let planned = job.phase == .scheduled ? job.plan.wall(at: now) : nil
        if let opens = timetable.planner.opening(of: job.descriptor, at: max(planned ?? now.wall, now.wall)) {
            blockers.append(.allowedHours(until: opens))
        }
        if let after = afterBlocker(of: job) { blockers.append(after) }
        return blockers
    }

    private func restBlocker(of job: Job, until date: WallTime) -> Blocker {
        let outcome = job.lastRun?.outcome ?? .deferred
        switch outcome {
        case .failed, .couldNotLaunch:
            guard let retry = job.descriptor.retrying, job.failedAttempts > 0 else { break }
            return .backOff(until: date, Attempt(job.failedAttempts, of: retry.attempts))
        case .succeeded, .expired, .interrupted, .deferred, .cancelled: break
        }
        return .resting(until: date, after: outcome)
    }

    /// What its schedule says.
    private func plannedBlockers(of job: Job, at now: Now) -> [Blocker] {
        guard job.phase == .scheduled else { return [] }
        guard let planned = job.plan.wall(at: now) else {
            if job.descriptor.kind == .service { return [.trigger(Self.serviceWords(of: job), until: nil)] }
            let isWaiting = job.descriptor.hasTrigger && !job.isPast(at: now)
            return [isWaiting ? triggerBlocker(for: job, at: now) : .ended]
        }
        let slack = timetable.planner.slack(of: job, at: now)
        // Asking is no reason to begin; what happens next is.
        guard planned.advanced(by: slack) > now.wall else { return [] }
        return [
            spacingBlocker(of: job, until: planned.advanced(by: slack), at: now)
                ?? .earliestBeginDate(planned, slack: slack)
        ]
    }

    /// The requirements that keep it from starting; those it only prefers come last.
    private func unmet(of job: Job, at now: Now) -> [Blocker] {
        let unmet = conditions.unmet(job.need, at: now)
        guard job.preferredNeed != .none, let relaxes = job.relaxesAt, now.wall < relaxes else {
            return unmet
        }
        return unmet + conditions.missed(job.preferredNeed, at: now).map { .preferred($0, until: relaxes) }
    }

    /// What it waits for beside time, and why that may never come.
    private func triggerBlocker(for job: Job, at now: Now) -> Blocker {
        let words = job.descriptor.schedules.compactMap { schedule -> String? in
            switch schedule {
            case .event(let event, _):
                let absence = absence(of: event, for: job.id.owner, at: now)
                return event.words + (absence.map { " (\($0))" } ?? "")
            case .path(let trigger):
                let fault = timetable.triggers.faults[trigger.watched(for: job.id.owner)]
                return "\(trigger.path) to change" + (fault.map { " (\($0.reason))" } ?? "")
            case .every, .cron, .calendar: return nil
            }
        }
        let settles = job.quiet.map { now.wall.advanced(by: now.boot.duration(to: $0.until)) }
        return .trigger(words.joined(separator: ", or for "), until: settles)
    }

    private func limits(of job: Job, at now: Now) -> [Blocker] {
        var blockers: [Blocker] = []
        let owner = job.id.owner
        if job.descriptor.kind == .service {
            let own = runs.serviceCount(of: owner)
            if own >= Self.mostServices {
                blockers.append(.limit(own: own, running: own, allowed: Self.mostServices))
            }
        } else if !runs.hasRoom(for: owner, ofMost: policy.maxRuns) {
            blockers.append(
                .limit(own: runs.count(of: owner), running: runs.count, allowed: policy.maxRuns))
        } else if let since = job.dueSince, Pace.isLate(since: since, at: now),
            let hold = ready.hold(for: owner, beside: runs, at: now)
        {
            blockers.append(.catchUp(hold, at: now))
        }
        blockers += orderBlockers(of: job, at: now)
        if let shortage = ready.shortages[owner], ready.shortages.holds(owner, at: now) {
            let until = ready.shortages.nextTry(for: owner).map { now.wall(at: $0) }
            blockers.append(.shortage(shortage.reason, until: until))
        }
        if let blocker = applicationBlocker(of: job, at: now) { blockers.append(blocker) }
        if let fault = ledger.fault { blockers.append(.storage(fault.reason)) }
        if !sleep.isAwake { blockers.append(.sleep) }
        if isShuttingDown { blockers.append(.shutdown) }
        return blockers
    }
}

extension Blocker {
    fileprivate static func catchUp(_ hold: Pace.Hold, at now: Now) -> Blocker {
        switch hold {
        case .resting(let until):
            .catchUp(
                until: now.wall(at: until),
                reason: "what was missed is made up for once the machine has come to rest")
        case .looking(let until):
            .catchUp(until: now.wall(at: until), reason: "what was missed is made up for one by one")
        case .unread: .catchUp(until: nil, reason: "what was missed is made up for one by one")
        case .busy(let reason): .catchUp(until: nil, reason: "\(reason); late jobs start one after the other")
        }
    }
}
