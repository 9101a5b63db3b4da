// What people ask for: submit, cancel, run, stop, simulate, wait.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - Whose job

    /// The job that a request means. Other users' jobs do not exist for anybody but root.
    package func resolve(_ target: Target, for user: UserID) -> Result<JobID, Refusal> {
        let unknown = Refusal.unknownJob(target.identifier.text)
        if let owner = target.owner {
            let id = JobID(owner: owner, identifier: target.identifier)
            guard jobs[id] != nil, user == .root || user == owner else { return .failure(unknown) }
            return .success(id)
        }
        let own = JobID(owner: user, identifier: target.identifier)
        if jobs[own] != nil { return .success(own) }
        guard user == .root else { return .failure(unknown) }
        let all = jobs.ids.filter { $0.identifier == target.identifier }.sorted()
        switch all.count {
        case 0: return .failure(unknown)
        case 1: return .success(all[0])
        case _: return .failure(.ambiguousJob(target.identifier.text, owners: all.map(\.owner)))
        }
    }

    /// Resolves the target and goes on with it, or refuses the request.
    private mutating func resolved(
        _ target: Target, _ requester: Requester, _ body: (inout Scheduler, Job) -> Void
    ) {
        switch resolve(target, for: requester.user) {
        case .success(let id):
            guard let job = jobs[id] else { preconditionFailure("job \(id) was found and is not there") }
            body(&self, job)
        case .failure(let refusal): refuse(requester, refusal)
        }
    }

    private mutating func refuse(_ requester: Requester, _ refusal: Refusal) {
        promises.append(.reply(requester.request, .refused(refusal)))
    }

    /// Answers yes, and remembers to take it back if the change can't be stored.
    private mutating func accept(_ requester: Requester, _ reply: Reply) {
        ledger.promised(.answer(requester.request))
        promises.append(.reply(requester.request, reply))
    }

    // MARK: - Submit

    mutating func submit(
        _ descriptor: JobDescriptor, for owner: UserID, _ requester: Requester, at now: Now
    ) {
        let id = JobID(owner: owner, identifier: descriptor.identifier)
        let before = jobs[id]
        if let refusal = refusal(toSubmit: id, replacing: before, by: requester.user) {
            refuse(requester, refusal)
            return
        }
        ledger.promised(before.map { .change(from: $0) } ?? .arrival(id))
        let acceptance = place(descriptor, as: id, origin: .submission, at: now)
        accept(requester, .accepted(id, acceptance))
    }

    private func refusal(toSubmit id: JobID, replacing before: Job?, by user: UserID) -> Refusal? {
        guard user == .root || user == id.owner, policy.allows(id.owner) else { return .ownerNotAllowed }
        if isShuttingDown { return .shuttingDown }
        for case .file(let path)? in [before?.origin, before?.successor?.origin] {
            return .broughtByFile(path: path)
        }
        if let file = unreadableFiles.first(where: { $0.job == id }) {
            return .broughtByFile(path: file.file.path)
        }
        let isOverLimit = jobsPerOwner[id.owner, default: 0] >= policy.pendingPerOwner
        if before == nil, id.owner != .root, isOverLimit {
            return .tooManyJobs(limit: policy.pendingPerOwner)
        }
        return nil
    }

    /// Takes in a request: a new job, in place of the pending one, or behind the active run.
    mutating func place(
        _ descriptor: JobDescriptor, as id: JobID, origin: JobRecord.Origin, at now: Now
    ) -> Acceptance {
        guard var old = jobs[id] else {
            put(Job(id: id, descriptor: descriptor, origin: origin, at: now))
            touch(id)
            return .new
        }
        // The instant of acceptance tells the requests for one job apart, also after the clock was set back.
        let accepted = max(now.wall, (old.successor?.accepted ?? old.accepted).advanced(by: .microseconds(1)))
        let acceptance: Acceptance
        if old.phase.run != nil {
            let due = Job.firstOccurrence(of: descriptor, at: now)
            old.successor = JobRecord.Successor(
                descriptor: descriptor, origin: origin, accepted: accepted, due: due)
            acceptance = .follows
        } else if old.keepsOccurrence(under: descriptor) {
            old.descriptor = descriptor
            old.origin = origin
            old.accepted = accepted
            old.fileFault = nil
            acceptance = .replaced
        } else {
            let lastRun = old.lastRun
            old = Job(id: id, descriptor: descriptor, origin: origin, at: now)
            old.accepted = accepted
            old.lastRun = lastRun
            acceptance = .replaced
        }
        put(old)
        touch(id)
        return acceptance
    }

    // MARK: - Cancel and stop

    mutating func cancel(_ target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester) { scheduler, job in
            scheduler.ledger.promised(.change(from: job))
            scheduler.cancel(job.id, at: now)
            scheduler.accept(requester, .done)
        }
    }

    /// Ends the current occurrence; a submitted job leaves with it, a file's recurring job goes on to the next.
    mutating func cancel(_ id: JobID, at now: Now) {
        guard var job = jobs[id] else { return }
        job.successor = nil
        if job.phase.run != nil {
            put(job)
            // Of a run that is being cancelled already, what was to follow it is still taken back.
            touch(id)
            apply(.told(Stop(.cancelled)), to: id, at: now)
        } else {
            finishOccurrence(of: job, .cancelled, at: now)
            touch(id)
            answerWaiters(of: id, .cancelled, job.lastRun)
        }
    }

    mutating func stop(_ target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester) { scheduler, job in
            guard job.phase.run != nil else {
                scheduler.refuse(requester, .notRunning)
                return
            }
            scheduler.apply(.told(Stop(.userRequest)), to: job.id, at: now)
            scheduler.accept(requester, .done)
        }
    }

    // MARK: - Run and simulate

    mutating func run(_ target: Target, _ mode: RunMode, _ requester: Requester, at now: Now) {
        resolved(target, requester) { scheduler, job in
            if let refusal = scheduler.refusal(toRun: job, mode, at: now) {
                scheduler.refuse(requester, refusal)
                return
            }
            scheduler.bringForward(job, at: now)
            switch mode {
            case .whenPossible: scheduler.accept(requester, .done)
            case .now: scheduler.start(job.id, for: requester, at: now)
            case .force: scheduler.start(job.id, for: requester, isForced: true, at: now)
            }
        }
    }

    /// Dates, a rest and a settle time are waived by whoever asks in person; a requirement that does not hold is not.
    private func refusal(toRun job: Job, _ mode: RunMode, at now: Now) -> Refusal? {
        if let run = job.phase.run { return .alreadyRunning(run.id) }
        if isShuttingDown { return .shuttingDown }
        let blockers = blockers(of: job, at: now).filter { blocker in
            switch (blocker, mode) {
            case (.earliestBeginDate, _), (.resting, _), (.settling, _), (.shutdown, _): false
            case (.invalidFile, _), (.storage, _): true
            case (.disabled, .whenPossible): true
            case (.disabled, .now), (.disabled, .force): false
            case (.unmet, .now), (.limit, .now), (.limit, .force): true
            case (.unmet, .force), (.unmet, .whenPossible), (.limit, .whenPossible): false
            }
        }
        return blockers.isEmpty ? nil : .blocked(blockers)
    }

    /// Makes the current occurrence due now, without a rest.
    private mutating func bringForward(_ job: Job, at now: Now) {
        ledger.promised(.change(from: job))
        apply(.becameDue(since: now.wall), to: job.id, at: now)
        apply(.restEnded, to: job.id, at: now)
    }

    private mutating func start(
        _ id: JobID, for requester: Requester, isForced: Bool = false, isSimulated: Bool = false, at now: Now
    ) {
        starters[nextRun] = requester.request
        start(id, isForced: isForced, isSimulated: isSimulated, at: now)
    }

    mutating func simulate(
        _ simulation: Simulation, _ target: Target, _ requester: Requester, at now: Now
    ) {
        resolved(target, requester) { scheduler, job in
            switch simulation {
            case .launch:
                if let refusal = scheduler.refusal(toRun: job, .force, at: now) {
                    scheduler.refuse(requester, refusal)
                    return
                }
                scheduler.bringForward(job, at: now)
                scheduler.start(job.id, for: requester, isForced: true, isSimulated: true, at: now)
            case .stop(let reason):
                guard job.phase.run != nil else {
                    scheduler.refuse(requester, .notRunning)
                    return
                }
                scheduler.apply(.told(Stop(reason, isSimulated: true)), to: job.id, at: now)
                scheduler.accept(requester, .done)
            }
        }
    }

    // MARK: - Wait

    mutating func wait(_ target: Target, _ requester: Requester) {
        resolved(target, requester) { scheduler, job in
            scheduler.waiters[job.id, default: []].append(requester.request)
        }
    }

    mutating func drop(_ request: RequestID) {
        for (id, requests) in waiters {
            let left = requests.filter { $0 != request }
            waiters[id] = left.isEmpty ? nil : left
        }
        for (run, starter) in starters where starter == request { starters[run] = nil }
    }

    // MARK: - A save that failed

    /// Takes back what the failed turn promised, the latest first.
    mutating func undoPromises(reason: String, at now: Now) {
        revision &+= 1
        for promise in ledger.failed(reason: reason, at: now) {
            switch promise {
            case .launch(let id): undoLaunch(of: id, reason: reason, at: now)
            case .answer(let request): promises.append(.reply(request, .refused(.storage(reason))))
            case .arrival(let id): if jobs[id]?.phase.run == nil { undoArrival(of: id) }
            case .change(let before): restore(before)
            }
        }
    }

    /// Takes away a job that the store never had: refusals leave nothing to be saved, or whoever goes on asking
    /// while the disk is full would fill the memory too.
    private mutating func undoArrival(of id: JobID) {
        remove(id)
        touched.removeAll { $0 == id }
        ledger.dropSaves(of: id)
    }

    private mutating func undoLaunch(of id: JobID, reason: String, at now: Now) {
        guard let run = jobs[id]?.phase.run?.id else { return }
        runs[run] = nil
        apply(.launchUndone, to: id, at: now)
        if let request = starters.removeValue(forKey: run) {
            promises.append(.reply(request, .refused(.storage(reason))))
        }
    }

    /// Puts a job back as it was before the request. What has happened to a run meanwhile stays: one that was told
    /// to end is ending, since its signal came before the save, and one that has ended does not come back.
    private mutating func restore(_ before: Job) {
        var restored = before
        switch (before.phase.run, jobs[before.id]?.phase) {
        case (nil, let current?) where current.run != nil: return
        case (nil, _): break
        case (let run?, let current?) where current.run == run: restored.phase = current
        case (.some, _): return
        }
        put(restored)
        touch(before.id)
    }
}
