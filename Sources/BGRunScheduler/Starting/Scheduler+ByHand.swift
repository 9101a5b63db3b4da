// Starts by hand: at once, over the head of requirements, or as soon as what tells of no change was looked at.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func run(_ target: Target, _ mode: RunMode, _ requester: Requester, at now: Now) {
        if case .failure = resolve(target, for: requester.user), let over = over(target, for: requester.user)
        {
            return bringBack(over, mode, requester, at: now)
        }
        resolved(target, requester, at: now) { scheduler, job in
            if mode == .now { scheduler.conditions.forgetDenials(of: job.need, at: now) }
            if let refusal = scheduler.refusal(toRun: job, mode, at: now) {
                scheduler.refuse(requester, refusal)
                return
            }
            if mode == .whenPossible {
                scheduler.bringForward(job, at: now)
                scheduler.accept(requester, .done)
            } else {
                scheduler.startOrWait(job, Waiters.Start(requester: requester, mode: mode), at: now)
            }
        }
    }

    /// Starts it, or has it wait for what is looked at first, or for a process that has just come.
    private mutating func startOrWait(_ job: Job, _ start: Waiters.Start, at now: Now) {
        if waits(job, start, at: now) {
            refuseAwaited(job.id, at: now)
            waiters.wait(start, forStartOf: job.id)
            return
        }
        bringForward(job, at: now)
        self.start(
            job.id, for: start.requester.request, isForced: start.mode == .force,
            isSimulated: start.isSimulated,
            at: now)
    }

    private func waits(_ job: Job, _ start: Waiters.Start, at now: Now) -> Bool {
        if isShuttingDown { return false }
        if let wait = hostWait(for: job, at: now), !wait.isWaived { return true }
        guard start.mode == .now, case .asks = readiness(of: job, at: now) else { return false }
        return true
    }

    /// Dates, a rest and a settle time are waived by whoever asks in person; a requirement that does not hold is not.
    func refusal(toRun job: Job, _ mode: RunMode, at now: Now) -> Refusal? {
        if let run = job.phase.run { return .alreadyRunning(run.id) }
        if isShuttingDown { return .shuttingDown }
        // What was not looked at may hold.
        let maybe = mode == .now && readiness(of: job, at: now) != .lacking
        let blockers = blockers(of: job, at: now).filter { blocker in
            switch (blocker, mode) {
            case (.earliestBeginDate, _), (.resting, _), (.backOff, _), (.settling, _), (.shutdown, _): false
            case (.spacing, _), (.trigger, _), (.ended, _), (.allowedHours, _), (.catchUp, _), (.shortage, _),
                (.after, _):
                false
            case (.invalid, _), (.storage, _), (.application(_, nil), .now), (.application(_, nil), .force):
                true
            // It is waited for, or waived.
            case (.application(_, .some), .now), (.application(_, .some), .force),
                (.application, .whenPossible):
                false
            case (.disabled, .whenPossible), (.givenUp, .whenPossible), (.sleep, .now), (.sleep, .force): true
            case (.disabled, .now), (.disabled, .force), (.givenUp, .now), (.givenUp, .force),
                (.sleep, .whenPossible):
                false
            case (.paused, _): false
            case (.unmet, .now), (.anyOf, .now): !maybe
            case (.limit, .now), (.limit, .force): true
            // Two that spoil each other's work do so whoever starts them.
            case (.conflict(_, let areRunning), .now), (.conflict(_, let areRunning), .force): areRunning
            case (.queue, .now), (.queue, .force): true
            case (.conflict, .whenPossible), (.queue, .whenPossible): false
            case (.unmet, .force), (.unmet, .whenPossible), (.limit, .whenPossible): false
            case (.anyOf, .force), (.anyOf, .whenPossible), (.preferred, _): false
            }
        }
        return blockers.isEmpty ? nil : .blocked(blockers)
    }

    /// Starts by hand wait for what is looked at first. Each is started or refused once that is known.
    mutating func startAwaited(at now: Now) {
        for id in waiters.awaited {
            guard let job = jobs[id] else {
                refuseAwaited(id, at: now)
                continue
            }
            guard let start = waiters.start(of: id) else { continue }
            if waits(job, start, at: now) {
                if start.mode == .now, case .asks(let gates) = readiness(of: job, at: now) {
                    conditions.look(at: gates, now: now)
                }
                continue
            }
            _ = waiters.takeWaiting(forStartOf: id)
            if let refusal = refusal(toRun: job, start.mode, at: now) {
                refuse(start.requester, refusal)
            } else {
                startOrWait(job, start, at: now)
            }
        }
    }

    private func readiness(of job: Job, at now: Now) -> Conditions.Readiness {
        conditions.readiness(of: job.need, for: .person, at: now)
    }

    /// The job has left, or another request has come for it.
    mutating func refuseAwaited(_ id: JobID, at now: Now) {
        guard let waiting = waiters.takeWaiting(forStartOf: id) else { return }
        let blockers = jobs[id].map { self.blockers(of: $0, at: now) } ?? []
        refuse(waiting.requester, blockers.isEmpty ? .unknownJob(id.identifier.text) : .blocked(blockers))
    }

    /// Makes the current occurrence due now, without a rest. Where it lies ahead, another one is due beside it: a run by
    /// hand takes nothing away.
    mutating func bringForward(_ job: Job, at now: Now) {
        ledger.promised(.change(from: job))
        // A service has no plan beside which it could stand.
        if job.phase == .scheduled, !job.plan.hasCome(at: now), job.descriptor.kind != .service {
            var job = job
            job.isByHand = true
            // The run sees what has changed.
            job.quiet = nil
            put(job, at: now)
        }
        apply(.becameDue(since: now.wall), to: job.id, at: now)
        apply(.restEnded, to: job.id, at: now)
    }

    mutating func simulate(
        _ simulation: Simulation, _ target: Target, _ requester: Requester, at now: Now
    ) {
        resolved(target, requester, at: now) { scheduler, job in
            switch simulation {
            case .launch:
                if let refusal = scheduler.refusal(toRun: job, .force, at: now) {
                    scheduler.refuse(requester, refusal)
                    return
                }
                scheduler.startOrWait(
                    job, Waiters.Start(requester: requester, mode: .force, isSimulated: true), at: now)
            case .stop(let reason):
                guard job.phase.run != nil else {
                    scheduler.refuse(requester, .notRunning)
                    return
                }
                scheduler.apply(.told(StopOrder(reason, isSimulated: true)), to: job.id, at: now)
                scheduler.accept(requester, .done)
            }
        }
    }
}
