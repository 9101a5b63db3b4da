// What people ask for: submit, cancel, stop, wait.
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
        if let task = applications.job(ofTask: target.identifier, owner: user, in: jobs) {
            return .success(task)
        }
        guard user == .root else { return .failure(unknown) }
        let all = jobs.ids.filter { $0.identifier == target.identifier }.sorted()
        guard let first = all.first else { return .failure(unknown) }
        if all.count == 1 { return .success(first) }
        return .failure(.ambiguousJob(target.identifier.text, owners: all.map(\.owner)))
    }

    /// The job that requests for a task become, by the identifier that its application gives it; also while there is none.
    package func job(ofTask target: Target, for user: UserID) -> JobID? {
        let owner = target.owner ?? user
        guard user == .root || user == owner,
            let name = applications.name(ofTask: target.identifier, owner: owner)
        else { return nil }
        return JobID(owner: owner, identifier: name)
    }

    /// Resolves the target and goes on with it, or refuses the request. What is left to be done with it comes first.
    mutating func resolved(
        _ target: Target, _ requester: Requester, at now: Now, _ body: (inout Scheduler, Job) -> Void
    ) {
        switch resolve(target, for: requester.user) {
        case .success(let id):
            doChore(for: id, at: now)
            guard let job = jobs[id] else { return refuse(requester, .unknownJob(target.identifier.text)) }
            body(&self, job)
        case .failure(let refusal): refuse(requester, refusal)
        }
    }

    mutating func refuse(_ requester: Requester, _ refusal: Refusal) {
        answer(requester.request, .refused(refusal))
    }

    mutating func answer(_ request: RequestID, _ reply: Reply) {
        turn.effects.promises.append(.reply(request, reply))
    }

    /// Answers yes, and remembers to take it back if the change can't be stored.
    mutating func accept(_ requester: Requester, _ reply: Reply) {
        ledger.promised(.answer(requester.request))
        answer(requester.request, reply)
    }

    // MARK: - Submit

    mutating func submit(
        _ descriptor: JobDescriptor, for owner: UserID, _ requester: Requester, at now: Now
    ) {
        let id = JobID(owner: owner, identifier: descriptor.identifier)
        doChore(for: id, at: now)
        let before = jobs[id]
        if let refusal = refusal(toSubmit: id, replacing: before, by: requester.user) {
            refuse(requester, refusal)
            return
        }
        if let cycle = cycle(closedBy: descriptor, of: owner) { return refuse(requester, .cycle(cycle)) }
        guard let acceptance = place(descriptor, as: id, origin: .submission, at: now) else {
            refuse(requester, .neverDue)
            return
        }
        ledger.promised(before.map { .change(from: $0) } ?? .arrival(id))
        accept(requester, .accepted(id, acceptance))
    }

    private func refusal(toSubmit id: JobID, replacing before: Job?, by user: UserID) -> Refusal? {
        guard user == .root || user == id.owner, policy.allows(id.owner) else { return .ownerNotAllowed }
        if isShuttingDown { return .shuttingDown }
        if let application = applications.application(naming: id) {
            return .notPermitted("\(id.identifier) is the name of a task of \(application)")
        }
        for case .file(let path)? in [before?.origin, before?.successor?.origin] {
            return .broughtByFile(path: path)
        }
        if let file = files.unreadable(bringing: id) {
            return .broughtByFile(path: file.file.path)
        }
        let isOverLimit = jobs.count(of: id.owner) >= policy.pendingPerOwner
        if before == nil, id.owner != .root, isOverLimit {
            return .tooManyJobs(limit: policy.pendingPerOwner)
        }
        return nil
    }

    /// Takes in a request: a new job, in place of the pending one, or behind the active run. Nil, and nothing is
    /// changed, where its schedule never comes; a file's job is taken in all the same, since the clock may be wrong.
    mutating func place(
        _ descriptor: JobDescriptor, as id: JobID, origin: JobRecord.Origin, at now: Now
    ) -> Acceptance? {
        let old = jobs[id]
        timetable.broughtUp(id, at: now)
        let first = timetable.planner.firstPlan(
            of: descriptor, id: id, after: old?.progress, at: now)
        guard let plan = first ?? (origin == .submission ? nil : Plan()) else { return nil }
        // The instant of acceptance tells the requests for one job apart, also after the clock was set back.
        let newest = old.map { ($0.successor?.accepted ?? $0.accepted).advanced(by: .microseconds(1)) }
        let accepted = max(now.wall, newest ?? now.wall)
        let request = JobRecord.Successor(
            descriptor: descriptor, origin: origin, accepted: accepted, plan: plan)
        guard var job = old else {
            put(newJob(id, request, at: now), at: now)
            touch(id)
            return .new
        }
        guard job.phase.run == nil else {
            job.successor = request
            put(job, at: now)
            touch(id)
            // A service may never end by itself.
            if job.descriptor.kind == .service { apply(.told(StopOrder(.userRequest)), to: id, at: now) }
            return .follows
        }
        return replace(job, with: request, at: now)
    }

    /// Puts a request in place of the pending one; nil where that leaves nothing to be run.
    private mutating func replace(
        _ old: Job, with request: JobRecord.Successor, at now: Now
    ) -> Acceptance? {
        var job = old
        if old.keepsOccurrence(under: request.descriptor) {
            job.descriptor = request.descriptor
            job.origin = request.origin
            job.accepted = request.accepted
            job.fileFault = nil
            if job.isOver {
                // It asks for no more runs than there were.
                guard case .file = request.origin else { return nil }
                retire(job, isOver: true, at: now)
                return .replaced
            }
        } else {
            job = newJob(old.id, request, at: now)
            job.inherit(from: old)
        }
        put(job, at: now)
        touch(job.id)
        return .replaced
    }

    private func newJob(_ id: JobID, _ request: JobRecord.Successor, at now: Now) -> Job {
        var job = Job(
            id: id, descriptor: request.descriptor, origin: request.origin, accepted: request.accepted,
            anchor: timetable.planner.begin(of: request.descriptor, accepted: now.wall), plan: request.plan)
        job.zoneFault = timetable.zoneFault(of: request.descriptor)
        return job
    }

    // MARK: - Cancel and stop

    mutating func cancel(_ target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester, at: now) { scheduler, job in
            scheduler.ledger.promised(.change(from: job))
            if job.phase.run == nil { scheduler.bidFarewell(to: job) }
            scheduler.cancel(job.id, at: now)
            scheduler.accept(requester, .done)
            // A start that waits was meant for the occurrence that has ended.
            scheduler.refuseAwaited(job.id, at: now)
        }
    }

    /// Tells those who wait for it that it is cancelled, as long as that can be stored.
    private mutating func bidFarewell(to job: Job) {
        let requests = waiters.takeWaiting(forEndOf: job.id)
        ledger.promised(.farewell(requests, of: job.id))
        for request in requests { answer(request, .ended(.cancelled, job.lastRun)) }
    }

    /// Ends the current occurrence; a submitted job leaves with it, a file's recurring job goes on to the next.
    mutating func cancel(_ id: JobID, at now: Now) {
        guard var job = jobs[id] else { return }
        job.successor = nil
        if job.phase.run != nil {
            put(job, at: now)
            // Of a run that is being cancelled already, what was to follow it is still taken back.
            touch(id)
            apply(.told(StopOrder(.cancelled)), to: id, at: now)
        } else {
            job.joinPlan(at: now)
            finishOccurrence(of: job, .cancelled, at: now)
            touch(id)
            answerWaiters(of: id, .cancelled, job.lastRun)
        }
    }

    /// Takes away what is kept besides the job: what has become of its runs, what they have written, and what they have
    /// kept for each other.
    mutating func purge(_ id: JobID, _ requester: Requester, at now: Now) {
        guard requester.user == .root || requester.user == id.owner else {
            return refuse(requester, .unknownJob(id.identifier.text))
        }
        doChore(for: id, at: now)
        if let run = jobs[id]?.phase.run { return refuse(requester, .alreadyRunning(run.id)) }
        if var job = jobs[id] {
            ledger.promised(.change(from: job))
            job.lastRun = nil
            job.progress.lastSkip = nil
            put(job, at: now)
            touch(id)
        }
        turn.effects.saves.append(.purge(id))
        reported.noteChange()
        accept(requester, .done)
    }

    mutating func stop(_ target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester, at: now) { scheduler, job in
            guard job.phase.run != nil else {
                scheduler.refuse(requester, .notRunning)
                return
            }
            scheduler.apply(.told(StopOrder(.userRequest)), to: job.id, at: now)
            scheduler.accept(requester, .done)
        }
    }

    // MARK: - Wait

    mutating func wait(_ target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester, at: now) { scheduler, job in
            scheduler.waiters.wait(requester.request, forEndOf: job.id)
        }
    }

    mutating func drop(_ request: RequestID, at now: Now) {
        let undecided = waiters.submission(by: request)
        waiters.drop(request)
        // Who would have been told that it can't begin has gone.
        if let undecided, jobs[undecided]?.phase.run == nil { cancel(undecided, at: now) }
        runs.drop(request)
        ledger.drop(request)
    }
}
