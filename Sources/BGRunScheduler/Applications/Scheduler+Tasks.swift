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
        if let refusal = refusal(toSubmit: descriptor, request, as: id, of: application) {
            return refuse(requester, refusal)
        }
        // What was handed over and has not begun is replaced too.
        if let run = unbegunRun(of: id, seenFrom: host) {
            takeBack(run, because: "another request has replaced it", at: now)
        }
        refuseAwaited(id, at: now)
        takeBackUrgent(at: now) { $0.id == id }
        guard let accepted = self.request(for: descriptor, as: id, origin: .submission, at: now) else {
            preconditionFailure("a request without a schedule is due at once")
        }
        if isContinued, let host, request.strategy == .fail {
            let event = Event.taskSubmitted(request, of: application, from: host, requester)
            return startOrRefuse(
                UrgentRequest(id: id, request: accepted, host: host, requester: requester, event: event),
                at: now)
        }
        // Who asks may be about to register the handler.
        if !isContinued, accepted.plan.hasCome(at: now),
            case .new = hosts.choice(for: request.identifier, of: application)
        {
            hosts.noteQuestion(of: application, at: now)
        }
        let acceptance = takeIn(accepted, as: id, at: now)
        if isContinued, let host { give(id, to: host, at: now) }
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
        toSubmit descriptor: JobDescriptor, _ request: TaskRequest, as id: JobID,
        of application: ApplicationID
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
            other != id && jobs[other]?.pendingTask?.kind == kind
        }
        if others.count >= limit { return .tooManyPending(kind, limit: limit) }
        return refusal(ofMore: before == nil ? 1 : 0, bytes: growth(by: descriptor, as: id), for: id.owner)
    }

    // MARK: - Cancel

    /// Takes pending requests back; what has begun goes on.
    ///
    /// - Parameters:
    ///   - task: Nil for all of the application's.
    ///   - host: Where that is asked for; nil where it is no host.
    mutating func cancelTasks(
        _ task: JobIdentifier?, of application: ApplicationID, from host: HostID?, _ requester: Requester,
        at now: Now
    ) {
        takeBackUrgent(at: now) { urgent in
            guard case .taskSubmitted(let request, application, _, _) = urgent.event else { return false }
            return task == nil || request.identifier == task
        }
        for id in applications.jobs(of: application) where task == nil || jobs[id]?.task == task {
            doChore(for: id, at: now)
            withdraw(id, from: host, at: now)
        }
        accept(requester, .done)
    }

    /// Takes the pending request of a job back.
    ///
    /// - Parameter host: Where that is asked for; nil where it is no host, or where its manifest has gone.
    mutating func withdraw(_ id: JobID, from host: HostID? = nil, at now: Now) {
        if let run = unbegunRun(of: id, seenFrom: host) {
            takeBack(run, because: "its request was cancelled", at: now)
        }
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

    /// The run of a job that was begun and whose handler was not entered. For the program that was started it has begun with
    /// that: many a program cancels and submits all its requests first thing, and would put off for ever what it is started for.
    private func unbegunRun(of id: JobID, seenFrom host: HostID?) -> RunID? {
        guard let job = jobs[id], job.hasUnbegunTask, let run = job.phase.run?.id else { return nil }
        if let host, hosts[host]?.isStarted == true, hosts.host(of: run)?.id == host { return nil }
        return run
    }

    // MARK: - The list

    /// The requests whose handlers were not entered yet, by their identifiers; of two for one task the later.
    package func pendingTasks(of application: ApplicationID) -> [TaskRequest] {
        applications.jobs(of: application).compactMap { jobs[$0]?.pendingTask?.request }
    }
}
