// What applications ask for: requests submitted, taken back, and listed.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - Submit

    mutating func submitTask(
        _ request: TaskRequest, of application: ApplicationID, from host: HostID?, _ requester: Requester,
        at now: Now
    ) {
        let isContinued = request.kind == .continued
        let descriptor: JobDescriptor
        switch self.descriptor(for: request, of: application) {
        case .failure(let refusal): return refuse(requester, refusal)
        case .success(let accepted): descriptor = accepted
        }
        if isContinued, let refusal = refusal(toContinueIn: host, of: application) {
            return refuse(requester, refusal)
        }
        let id = JobID(owner: application.owner, identifier: descriptor.identifier)
        doChore(for: id, at: now)
        if let refusal = refusal(toSubmit: id, request, of: application) {
            return refuse(requester, refusal)
        }
        // What was handed over and has not begun is replaced too.
        if let run = jobs[id]?.phase.run?.id, jobs[id]?.hasUnbegunTask == true { takeBack(run, at: now) }
        refuseAwaited(id, at: now)
        if isContinued, let host, request.strategy == .fail {
            return submitAtOnce(descriptor, as: id, for: host, requester, at: now)
        }
        let before = jobs[id]
        guard let acceptance = place(descriptor, as: id, origin: .submission, at: now) else {
            preconditionFailure("a request without a schedule is due at once")
        }
        if isContinued, let host { give(id, to: host, at: now) }
        ledger.promised(before.map { .change(from: $0) } ?? .arrival(id))
        accept(requester, .accepted(id, acceptance))
    }

    private func descriptor(
        for request: TaskRequest, of application: ApplicationID
    ) -> Result<JobDescriptor, Refusal> {
        guard policy.allows(application.owner) else { return .failure(.ownerNotAllowed) }
        guard let manifest = applications[application] else {
            return .failure(refusalWithoutManifest(application))
        }
        if !manifest.isEnabled {
            return .failure(.unavailable("\(application.name) is disabled by its manifest"))
        }
        if !request.resources.isEmpty {
            return .failure(.notPermitted("no task is given a GPU here"))
        }
        switch manifest.descriptor(for: request) {
        case .success(let descriptor): return .success(descriptor)
        case .failure(.notPermitted):
            return .failure(
                .notPermitted("the manifest of \(application.name) does not permit \(request.identifier)"))
        case .failure(.tooLarge):
            return .failure(.notPermitted("the request is larger than a job may be"))
        case .failure(.nameTooLong):
            return .failure(
                .notPermitted(
                    "\(application.name) and \(request.identifier) together are longer than a job's name may be"
                ))
        }
    }

    /// What an application hears that has no manifest, or a broken one.
    func refusalWithoutManifest(_ application: ApplicationID) -> Refusal {
        applications.fault(of: application).map {
            .unavailable("the manifest of \(application.name) can't be used: \($0)")
        } ?? .notPermitted("no manifest permits \(application.name)")
    }

    private func refusal(
        toSubmit id: JobID, _ request: TaskRequest, of application: ApplicationID
    ) -> Refusal? {
        let before = jobs[id]
        if let before, before.application != application {
            return .notPermitted(
                "the job \(id.identifier) has that name, and is no task of \(application.name)")
        }
        if files.unreadable(bringing: id) != nil {
            return .notPermitted("a file of a jobs directory brings the job \(id.identifier)")
        }
        let kind = request.kind.jobKind
        let limit = policy.applications.pendingLimit(of: kind)
        // One that is replaced counts once.
        let others = applications.jobs(of: application).filter { other in
            other != id && (jobs[other].map { $0.isPendingTask && $0.descriptor.kind == kind } ?? false)
        }
        if others.count >= limit { return .tooManyPending(kind, limit: limit) }
        let isOverLimit = jobs.count(of: id.owner) >= policy.pendingPerOwner
        if before == nil, id.owner != .root, isOverLimit {
            return .tooManyJobs(limit: policy.pendingPerOwner)
        }
        return nil
    }

    // MARK: - Cancel

    /// Takes pending requests back; what has begun goes on.
    ///
    /// - Parameter task: Nil for all of the application's.
    mutating func cancelTasks(
        _ task: JobIdentifier?, of application: ApplicationID, _ requester: Requester, at now: Now
    ) {
        for id in applications.jobs(of: application) where task == nil || jobs[id]?.task == task {
            doChore(for: id, at: now)
            withdraw(id, at: now)
        }
        accept(requester, .done)
    }

    /// Takes the pending request of a job back.
    mutating func withdraw(_ id: JobID, at now: Now) {
        if let run = jobs[id]?.phase.run?.id, jobs[id]?.hasUnbegunTask == true { takeBack(run, at: now) }
        guard var job = jobs[id] else { return }
        ledger.promised(.change(from: job))
        if job.phase.run == nil {
            cancel(id, at: now)
            refuseAwaited(id, at: now)
        } else if job.successor != nil {
            job.successor = nil
            put(job, at: now)
            touch(id)
        }
    }

    // MARK: - The list

    /// The requests whose handlers were not entered yet, by their identifiers.
    package func pendingTasks(of application: ApplicationID) -> [TaskRequest] {
        applications.jobs(of: application).compactMap { id -> TaskRequest? in
            guard let job = jobs[id] else { return nil }
            if job.hasUnbegunTask { return job.descriptor.program.applicationTask?.request }
            return job.successor?.descriptor.program.applicationTask?.request
        }
    }
}
