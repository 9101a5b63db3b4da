// What people ask for of jobs that are there: cancel, stop, wait.
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

    /// The job that is over of which a request tells, where there is none of its name.
    package func over(_ target: Target, for user: UserID) -> JobID? {
        let id = JobID(owner: target.owner ?? user, identifier: target.identifier)
        guard user == .root || user == id.owner, jobs[id] == nil, jobs.ended[id] != nil else { return nil }
        return id
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

    // MARK: - Cancel and stop

    mutating func cancel(_ target: Target, _ requester: Requester, at now: Now) {
        // Of one that is over nothing is to be told any more.
        if case .failure = resolve(target, for: requester.user), let over = over(target, for: requester.user)
        {
            dropEnd(of: over)
            return accept(requester, .done)
        }
        resolved(target, requester, at: now) { scheduler, job in
            // The file brings it again: of what has not come yet, nothing would be gone but the next time.
            if case .file(let path) = job.origin, job.phase == .scheduled, scheduler.files.mayBring(job.id) {
                return scheduler.refuse(requester, .broughtByFile(path: path))
            }
            scheduler.ledger.promised(.change(from: job))
            if job.phase.run == nil { scheduler.bidFarewell(to: job) }
            scheduler.cancel(job.id, isAsked: true, at: now)
            if scheduler.jobs[job.id] == nil { scheduler.rememberUntold(job) }
            scheduler.accept(requester, .done)
            // A start that waits was meant for the occurrence that has ended.
            scheduler.refuseAwaited(job.id, at: now)
        }
    }

    /// Lets the occurrence go that is next and has not begun; whoever brings the job, it stays.
    mutating func skipNext(of target: Target, _ requester: Requester, at now: Now) {
        resolved(target, requester, at: now) { scheduler, job in
            if let run = job.phase.run { return scheduler.refuse(requester, .alreadyRunning(run.id)) }
            scheduler.ledger.promised(.change(from: job))
            scheduler.bidFarewell(to: job)
            var job = job
            job.joinPlan(at: now)
            // A begin that is a span from the acceptance is the first point of the grid, and is used up like any other.
            if job.plan.at == nil, job.plan.after != nil, !job.isByHand {
                job.plan = Plan(at: job.plan.wall(at: now))
            }
            let due = job.dueSince ?? job.plan.wall(at: now) ?? now.wall
            scheduler.record(due, .cancelled, &job, at: now)
            scheduler.finishOccurrence(of: job, .skippedByHand, at: now)
            // It had no other.
            if scheduler.jobs[job.id] == nil { scheduler.rememberUntold(job) }
            scheduler.touch(job.id)
            scheduler.accept(requester, .done)
            scheduler.refuseAwaited(job.id, at: now)
        }
    }

    /// Nothing more is to be told of the end of a job, as long as that can be stored.
    private mutating func dropEnd(of id: JobID) {
        guard let end = jobs.ended[id] else { return }
        jobs.dropEnd(of: id)
        ledger.promised(.end(of: id, before: end))
        turn.effects.saves.append(.forgetEnd(id))
        reported.noteChange()
    }

    /// Who cancels what has not begun wants to hear no more of what became of it, but may have been mistaken: what was submitted can
    /// be had back as it was. Applications ask anew, and files have theirs.
    private mutating func rememberUntold(_ job: Job) {
        guard job.origin == .submission, job.application == nil else { return dropEnd(of: job.id) }
        let before = jobs.ended[job.id]
        if let other = remember(job.end.untold) { ledger.promised(.end(of: other.id, before: other)) }
        ledger.promised(.end(of: job.id, before: before))
        reported.noteChange()
    }

    /// Tells those who wait for it that it is cancelled, as long as that can be stored.
    private mutating func bidFarewell(to job: Job) {
        let ends = waiters.takeWaiting(forEndOf: job.id)
        ledger.promised(.farewell(ends, of: job.id))
        for end in ends { answer(end.request, .ended(.cancelled, job.lastRun)) }
    }

    /// Ends the current occurrence; a submitted job leaves with it, a file's recurring job goes on to the next.
    ///
    /// - Parameter isAsked: A person wants it: history tells why that occurrence of a job that stays did not come.
    mutating func cancel(_ id: JobID, isAsked: Bool = false, at now: Now) {
        guard var job = jobs[id] else { return }
        job.successor = nil
        if job.phase.run != nil {
            put(job, at: now)
            // Of a run that is being cancelled already, what was to follow it is still taken back.
            touch(id)
            apply(.told(StopOrder(.cancelled)), to: id, at: now)
        } else {
            job.joinPlan(at: now)
            if isAsked, case .file = job.origin {
                record(job.dueSince ?? now.wall, .cancelled, &job, at: now)
            }
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
            job.progress.recent = RecentEnds()
            put(job, at: now)
            touch(id)
        }
        dropEnd(of: id)
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

    mutating func wait(
        _ target: Target, _ requester: Requester, _ since: WallTime?, _ isOneRun: Bool, at now: Now
    ) {
        // History has no end that is still owed to the store.
        if case .failure = resolve(target, for: requester.user), let over = over(target, for: requester.user),
            let last = jobs.ended[over]?.lastRun, since.map({ $0 <= last.ended }) ?? true
        {
            return tell(.ended(last.outcome, last), to: requester.request)
        }
        resolved(target, requester, at: now) { scheduler, job in
            // Who has just submitted it may be heard only after its run.
            if let since, job.phase == .scheduled || isOneRun && job.phase.run == nil, let last = job.lastRun,
                since <= last.ended
            {
                return scheduler.tell(.ended(last.outcome, last), to: requester.request)
            }
            scheduler.waiters.wait(Waiters.End(request: requester.request, isOneRun: isOneRun), of: job.id)
        }
    }

    /// Tells of an end that may have come in this very turn, once it is stored.
    private mutating func tell(_ end: Reply, to request: RequestID) {
        ledger.promised(.ending(request, end))
        answer(request, end)
    }

    mutating func drop(_ request: RequestID, at now: Now) {
        waiters.drop(request)
        // Who would have been told whether it begins has gone.
        forgetUrgent(at: now) { $0.requester.request == request }
        runs.drop(request)
        ledger.drop(request)
    }
}
