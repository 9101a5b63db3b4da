// Services: begun when what they require holds, ended with it, begun anew after failures, and beside all slots.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// So many services of one owner run at once. They take no slot, so something else has to bound them.
    static let mostServices = 16

    /// What a service waits for that has ended by itself, was stopped, or has failed for good.
    static func serviceWords(of job: Job) -> String {
        let requirements =
            job.descriptor.requirements == .none ? "" : "what it requires to be lost and to hold again, for "
        let words = "\(requirements)the next boot or for \"bgrun run\""
        guard job.lastRun?.outcome.isFailure == true, let retry = job.descriptor.retry else { return words }
        return words
            + (retry == .never ? ", as it has failed" : ", as \(retry.attempts) attempts have failed")
    }

    // MARK: - Starts

    /// Starts the services that nothing holds back. They keep nobody from a slot, and nobody keeps them from one.
    mutating func startServices(_ asked: inout [GateTable.Place], at now: Now) {
        for id in jobs.idleServices {
            guard let job = jobs[id], job.waitsWith != .none, conditions.mayTry(job.waitsWith),
                runs.serviceCount(of: id.owner) < Self.mostServices,
                !ready.shortages.holds(id.owner, at: now),
                hold(
                    of: conditions.standing(of: job.waitsWith), owner: id.owner,
                    beside: activeStandings(of: id.owner)
                ).isEmpty
            else { continue }
            if turn.portions.trials.isSpent {
                conditions.isCut = true
                return
            }
            turn.portions.trials.spend(conditions.cost(of: job.waitsWith))
            switch conditions.tryOut(job.waitsWith, at: now) {
            case .lacking: continue
            case .asks(let gates): asked += gates
            case .ready:
                if chores.isToDo(id) {
                    doChore(for: id, at: now)
                    conditions.isCut = true
                } else {
                    start(id, at: now)
                }
            }
        }
    }

    // MARK: - Anew

    /// Those that have ended and wait for what they require to come anew.
    var endedServices: [JobID] {
        jobs.idleServices.filter { jobs[$0].map { $0.phase == .scheduled && $0.plan == Plan() } ?? false }
    }

    /// The machine was started: all that had ended begins anew.
    mutating func beginServices(at now: Now) {
        for id in endedServices { apply(.becameDue(since: now.wall), to: id, at: now) }
    }

    /// Who has lost what it requires begins anew once that holds again.
    mutating func judgeServices(at now: Now) {
        guard conditions.lossesFrom <= now.awake else { return }
        for id in endedServices {
            guard let job = jobs[id], conditions.loss(of: job.need) != nil else { continue }
            apply(.becameDue(since: now.wall), to: id, at: now)
        }
    }

    /// A service that is paused or disabled does not go on: it would do so for ever.
    mutating func stopHeldService(_ id: JobID, at now: Now) {
        guard let job = jobs[id], job.descriptor.kind == .service, job.phase.run != nil,
            job.phase.stop == nil,
            timetable.isHeldBack(job)
        else { return }
        apply(.told(StopOrder(.held)), to: id, at: now)
    }

    // MARK: - After failures

    /// A service that has failed before has run for long enough: what was counts no more.
    ///
    /// - Returns: Whether the entry that has come up was for that.
    mutating func proveItself(_ id: JobID, at now: Now) -> Bool {
        guard var job = jobs[id], job.descriptor.kind == .service, case .running(let run, _) = job.phase,
            let instant = job.provesItself(run), now.awake < run.expires
        else { return false }
        // It has stood still meanwhile.
        guard instant <= now.awake else {
            put(job, at: now)
            return true
        }
        let before = job.failures
        job.failedAttempts = 0
        job.failures = nil
        put(job, at: now)
        touch(id)
        if before != nil { tell(of: job, before: before, isFinal: true, isDisabled: false) }
        return true
    }
}

extension Job {
    /// When its service has run for as long as the longest wait after a failure; nil where it has not failed.
    func provesItself(_ run: Run) -> AwakeTime? {
        guard descriptor.kind == .service, failedAttempts > 0 || failures != nil else { return nil }
        let retry = descriptor.retrying ?? .ofService
        return run.started.awake.advanced(by: retry.longest).advanced(by: run.frozenFor)
    }
}
