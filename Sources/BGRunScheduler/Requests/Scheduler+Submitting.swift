// What people submit: one job, or several, of which all are taken in or none.
import BGRunCalendar
import BGRunJob

/// What becomes of one job of a submission that nothing speaks against.
private enum Intake {
    case keeps(JobID)
    case takes(JobID, JobRecord.Successor)

    var request: JobRecord.Successor? {
        switch self {
        case .keeps: nil
        case .takes(_, let request): request
        }
    }
}

extension Scheduler {
    mutating func submit(
        _ written: JobDescriptor, _ terms: SubmitTerms, for owner: UserID, _ requester: Requester,
        at now: Now
    ) {
        let descriptor: JobDescriptor
        do throws(Refusal) {
            descriptor = try whole(written, terms, for: owner, requester)
        } catch {
            return refuse(requester, error)
        }
        if terms.isNowOrFail, !descriptor.schedules.isEmpty { return refuse(requester, .scheduledAndAtOnce) }
        switch intakes(of: [descriptor], ifExists: terms.ifExists, for: owner, by: requester, at: now) {
        case .failure(.noneAccepted(let jobs)): for job in jobs { refuse(requester, job.refusal) }
        case .failure(let refusal): refuse(requester, refusal)
        case .success(let intakes):
            for intake in intakes {
                if terms.isNowOrFail, case .takes(let id, let request) = intake {
                    let event = Event.submitted(descriptor, requester, owner: owner, terms)
                    startOrRefuse(
                        UrgentRequest(id: id, request: request, requester: requester, event: event), at: now)
                } else {
                    let job = take(intake, at: now)
                    accept(requester, .accepted(job.job, job.acceptance))
                }
            }
        }
    }

    /// All of them, or none.
    mutating func submit(
        _ descriptors: [JobDescriptor], ifExists: IfExists, for owner: UserID, _ requester: Requester,
        at now: Now
    ) {
        switch intakes(of: descriptors, ifExists: ifExists, for: owner, by: requester, at: now) {
        case .failure(let refusal): refuse(requester, refusal)
        case .success(let intakes): accept(requester, .allAccepted(intakes.map { take($0, at: now) }))
        }
    }

    /// Takes a job that is over in again, as it was, and has it due at once. Only its owner may: whoever else could not have
    /// submitted it.
    mutating func bringBack(_ id: JobID, _ mode: RunMode, _ requester: Requester, at now: Now) {
        guard let end = jobs.ended[id], requester.user == id.owner,
            end.descriptor.program.applicationTask == nil
        else { return refuse(requester, .unknownJob(id.identifier.text)) }
        let origin = origin(of: end)
        switch intakes(
            of: [end.descriptor], from: origin, ifExists: .fail, for: id.owner, by: requester, at: now)
        {
        case .failure(.noneAccepted(let jobs)): for job in jobs { refuse(requester, job.refusal) }
        case .failure(let refusal): refuse(requester, refusal)
        case .success(let intakes):
            for intake in intakes { _ = take(intake, at: now) }
            // What keeps it from starting at once keeps nobody from having it again.
            if mode == .force, let job = jobs[id], refusal(toRun: job, mode, at: now) == nil {
                return run(Target(identifier: id.identifier, owner: id.owner), mode, requester, at: now)
            }
            if let job = jobs[id] { bringForward(job, at: now) }
            accept(requester, .accepted(id, .new))
        }
    }

    /// With what its author was not shown, where they have edited what the job is now.
    private func whole(
        _ written: JobDescriptor, _ terms: SubmitTerms, for owner: UserID, _ requester: Requester
    ) throws(Refusal) -> JobDescriptor {
        guard let edited = terms.edited else { return written }
        // Who may not change it learns nothing of it.
        guard requester.user == .root || requester.user == owner else { throw .ownerNotAllowed }
        guard let before = newestRequest(of: JobID(owner: owner, identifier: written.identifier)) else {
            throw .unknownJob(written.identifier.text)
        }
        guard before.descriptor.fingerprint == edited else { throw .notEdited(.changed) }
        do throws(EditFault) {
            return try written.revealed(from: before.descriptor)
        } catch {
            throw .notEdited(error)
        }
    }

    // MARK: - What speaks against it

    /// What is to be done about each of them. Where something speaks against one, all is told that does.
    private mutating func intakes(
        of descriptors: [JobDescriptor], from origin: JobRecord.Origin = .submission, ifExists: IfExists,
        for owner: UserID, by requester: Requester, at now: Now
    ) -> Result<[Intake], Refusal> {
        guard requester.user == .root || requester.user == owner, policy.allows(owner) else {
            return .failure(.ownerNotAllowed)
        }
        if isShuttingDown { return .failure(.shuttingDown) }
        var (intakes, refused): ([Intake], [RefusedJob]) = ([], [])
        var seen: Set<JobIdentifier> = []
        for (place, descriptor) in descriptors.enumerated() {
            let isFirst = seen.insert(descriptor.identifier).inserted
            switch isFirst
                ? intake(of: descriptor, from: origin, ifExists: ifExists, for: owner, by: requester, at: now)
                : .failure(.namedTwice)
            {
            case .success(let intake): intakes.append(intake)
            case .failure(let refusal):
                refused.append(RefusedJob(at: place, descriptor.identifier, refusal))
            }
        }
        let taken = intakes.compactMap(\.request?.descriptor)
        if let cycle = cycle(closedBy: taken, of: owner),
            let first = taken.first(where: { cycle.contains($0.identifier) }),
            let place = descriptors.firstIndex(where: { $0.identifier == first.identifier })
        {
            refused.append(RefusedJob(at: place, descriptors[place].identifier, .cycle(cycle)))
        }
        if !refused.isEmpty { return .failure(.noneAccepted(refused.sorted { $0.place < $1.place })) }
        var (arrivals, bytes) = (0, 0)
        for case .takes(let id, let request) in intakes {
            arrivals += jobs[id] == nil ? 1 : 0
            bytes += growth(by: request.descriptor, as: id)
        }
        if let refusal = refusal(ofMore: arrivals, bytes: bytes, for: owner) { return .failure(refusal) }
        return .success(intakes)
    }

    private mutating func intake(
        of descriptor: JobDescriptor, from origin: JobRecord.Origin, ifExists: IfExists, for owner: UserID,
        by requester: Requester, at now: Now
    ) -> Result<Intake, Refusal> {
        let id = JobID(owner: owner, identifier: descriptor.identifier)
        doChore(for: id, at: now)
        let before = jobs[id]
        if let application = applications.application(naming: id) {
            return .failure(.notPermitted("\(id.identifier) is the name of a task of \(application)"))
        }
        for case .file(let path)? in [before?.origin, before?.successor?.origin] {
            return .failure(.broughtByFile(path: path))
        }
        if let file = files.unreadable(bringing: id) { return .failure(.broughtByFile(path: file.file.path)) }
        switch (ifExists, before) {
        case (.replace, _), (.keep, nil), (.fail, nil): break
        case (.keep, .some): return .success(.keeps(id))
        case (.fail, .some): return .failure(.alreadyExists(id.identifier))
        }
        if let refusal = refusal(
            toStayAwake: descriptor.awakeKeys, before: newestRequest(of: id)?.descriptor.awakeKeys,
            for: owner,
            requester)
        {
            return .failure(refusal)
        }
        guard let request = request(for: descriptor, as: id, origin: origin, at: now) else {
            return .failure(.neverDue)
        }
        return .success(.takes(id, request))
    }

    // MARK: - Taken in

    private mutating func take(_ intake: Intake, at now: Now) -> AcceptedJob {
        switch intake {
        case .keeps(let id): AcceptedJob(id, .kept)
        case .takes(let id, let request): AcceptedJob(id, takeIn(request, as: id, at: now))
        }
    }

    /// Takes in a request, and remembers to take it out again if that can't be stored.
    mutating func takeIn(_ request: JobRecord.Successor, as id: JobID, at now: Now) -> Acceptance {
        let before = jobs[id]
        let acceptance = place(request, as: id, at: now)
        ledger.promised(before.map { .change(from: $0) } ?? .arrival(id))
        return acceptance
    }

    /// What is kept of a descriptor while it is a request; nil where its schedule never comes, or has come as often as it
    /// asks for. A file's job is taken in all the same, since the clock may be wrong.
    func request(
        for descriptor: JobDescriptor, as id: JobID, origin: JobRecord.Origin, at now: Now
    ) -> JobRecord.Successor? {
        let old = jobs[id]
        let first = timetable.planner.firstPlan(of: descriptor, id: id, after: old?.progress, at: now)
        guard let plan = first ?? (origin == .submission ? nil : Plan()) else { return nil }
        if origin == .submission, let old, old.phase.run == nil, old.keepsOccurrence(under: descriptor),
            old.progress.isOver(for: descriptor)
        {
            return nil
        }
        // The instant of acceptance tells the requests for one job apart, also after the clock was set back.
        let newest = old.map { ($0.successor?.accepted ?? $0.accepted).advanced(by: .microseconds(1)) }
        return JobRecord.Successor(
            descriptor: descriptor, origin: origin, accepted: max(now.wall, newest ?? now.wall), plan: plan)
    }

    /// Puts a request where it belongs: it is a new job, or takes the place of the pending one, or comes behind the active
    /// run.
    mutating func place(_ request: JobRecord.Successor, as id: JobID, at now: Now) -> Acceptance {
        timetable.broughtUp(id, at: now)
        guard var job = jobs[id] else {
            var job = newJob(id, request, at: now)
            if let end = jobs.ended[id] { job.goOn(from: end) }
            put(job, at: now)
            touch(id)
            return .new
        }
        guard job.phase.run == nil else {
            job.successor = request
            put(job, at: now)
            touch(id)
            // A service may never end by itself.
            if job.descriptor.kind == .service { apply(.told(StopOrder(.replaced)), to: id, at: now) }
            return .follows
        }
        replace(job, with: request, at: now)
        return .replaced
    }

    /// Puts a request in place of the pending one.
    private mutating func replace(_ old: Job, with request: JobRecord.Successor, at now: Now) {
        var job = old
        if old.keepsOccurrence(under: request.descriptor) {
            job.descriptor = request.descriptor
            job.origin = request.origin
            job.accepted = request.accepted
            job.fileFault = nil
            job.noteDescriptor(after: old.end)
            // Whoever changes it while it waits to be tried again may have mended it.
            if job.descriptor != old.descriptor { job.endRest() }
            // A file asks for no more runs than there were.
            if job.isOver { return retire(job, isOver: true, at: now) }
        } else {
            job = newJob(old.id, request, at: now)
            job.inherit(from: old)
        }
        put(job, at: now)
        touch(job.id)
    }

    /// The job that a request becomes where there is none of its name.
    func newJob(_ id: JobID, _ request: JobRecord.Successor, at now: Now) -> Job {
        var job = Job(
            id: id, descriptor: request.descriptor, origin: request.origin, accepted: request.accepted,
            anchor: timetable.planner.begin(of: request.descriptor, accepted: now.wall), plan: request.plan)
        job.zoneFault = timetable.zoneFault(of: request.descriptor)
        return job
    }
}

extension JobRecord.Progress {
    /// Whether a job has been run as often as the descriptor asks for.
    func isOver(for descriptor: JobDescriptor) -> Bool {
        descriptor.maxRuns.map { Int64($0) <= runs } ?? false
    }
}
