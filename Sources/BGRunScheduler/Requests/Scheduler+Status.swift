// What people may see: jobs with their blockers, and the device. Reading changes nothing.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The jobs that `user` may see, sorted by name; all of them for root.
    package func status(for user: UserID, at now: Now) -> [JobStatus] {
        (user == .root ? Array(jobs.all) : Array(jobs.all(of: user)))
            .sorted { $0.id < $1.id }
            .map { status(of: $0, at: now) }
    }

    /// The names of an owner's jobs, to those who may see them.
    package func jobs(of owner: UserID, shownTo user: UserID) -> [JobID] {
        user == .root || user == owner ? jobs.ids(of: owner) : []
    }

    /// One job, with where each of its requirements stands.
    package func status(of id: JobID, at now: Now) -> JobStatus? {
        jobs[id].map { job in
            var status = status(of: job, at: now)
            status.requirements = requirements(of: job, at: now)
            return status
        }
    }

    /// Files that brought no job. Root's directories are root's business, so others see none.
    package func brokenFiles(for user: UserID, owner: UserID) -> [BrokenFile] {
        user == .root || user == owner ? files.unreadable.map(\.file) : []
    }

    package func device(for user: UserID, at now: Now) -> DeviceStatus {
        DeviceStatus(
            conditions: conditions.shown(to: needs(of: user), at: now),
            batteryLevel: conditions.batteryLevel, isPowerSilent: conditions.isPowerSilent,
            simulations: conditions.simulations(for: user, at: now))
    }

    /// What nobody can know, with how many jobs wait for it, for `doctor`; to those who may see it.
    package func unknownRequirements(
        for user: UserID, at now: Now
    ) -> [(requirement: Requirement, reason: String, jobs: Int)] {
        conditions.unknown(to: needs(of: user), at: now)
    }

    /// What is looked at again and again now, for `doctor`; each once, in a fixed order.
    package func polledRequirements(at now: Now) -> [Requirement] { conditions.polledRequirements(at: now) }

    /// The needs of the user's own jobs; nil for all there are, to root.
    private func needs(of user: UserID) -> Set<Need>? {
        if user == .root { return nil }
        var needs = Set<Need>()
        for job in jobs.all(of: user) { needs.formUnion([job.need, job.preferredNeed]) }
        return needs
    }

    /// Where each requirement of a job stands, in the order of its descriptor.
    private func requirements(of job: Job, at now: Now) -> [RequirementStatus] {
        let required = conditions.requirements(of: job.need, at: now)
        guard job.preferredNeed != .none else { return required }
        return required + conditions.preferences(of: job.preferredNeed, at: now)
    }

    private func status(of job: Job, at now: Now) -> JobStatus {
        JobStatus(
            id: job.id, descriptor: job.descriptor, origin: job.origin, accepted: job.accepted,
            state: state(of: job), blockers: blockers(of: job, at: now), due: due(of: job, at: now),
            overdueFrom: job.overdueFrom, occurrence: job.number, run: run(of: job, at: now),
            lastRun: job.lastRun, lastSkip: job.progress.lastSkip, switches: job.switches,
            unfinishedRuns: job.unfinishedRuns, hasSuccessor: job.successor != nil,
            relaxesAt: job.relaxesAt.flatMap { $0 > now.wall ? $0 : nil },
            notRunSince: notRunSince(job, at: now),
            simulation: conditions.simulation(of: job.fullNeed)?.status(at: now))
    }

    /// The instants at which a job comes up, the next one first; empty where it waits for events alone.
    package func upcoming(of id: JobID, count: Int, at now: Now) -> [UpcomingInstant] {
        jobs[id].map { timetable.planner.upcoming(of: $0, count: count, at: now) } ?? []
    }

    private func state(of job: Job) -> JobState {
        switch job.phase {
        case .launching, .running: .running
        case .frozen: .frozen
        case .expiring, .killed: .expiring
        case .scheduled, .due:
            if job.fault != nil {
                .invalid
            } else if !job.isEnabled {
                .disabled
            } else if timetable.pauses.pause(of: job) != nil {
                .paused
            } else {
                job.phase == .scheduled ? .scheduled : .due
            }
        }
    }

    private func due(of job: Job, at now: Now) -> WallTime? {
        switch job.phase {
        case .scheduled: job.plan.wall(at: now)
        case .due(let since, _): since
        case .launching(let run, _, _), .running(let run, _), .frozen(let run, _, _, _),
            .expiring(let run, _, _, _), .killed(let run, _, _, _):
            run.due
        }
    }

    private func run(of job: Job, at now: Now) -> JobStatus.Run? {
        guard let run = job.phase.run else { return nil }
        var until = now.awake
        if case .frozen(_, _, let since, _) = job.phase { until = since }
        let used = min(max(.zero, run.started.awake.duration(to: until) - run.frozenFor), run.timeBudget)
        var status = JobStatus.Run(
            run: run.id, process: nil, started: run.started.wall, timeBudget: run.timeBudget, used: used,
            stopReason: job.phase.stop?.reason, isSimulated: run.isSimulated)
        switch job.phase {
        case .scheduled, .due, .launching: break
        case .running(_, let process): status.process = process
        case .frozen(_, let process, let since, let reason):
            status.process = process
            status.freeze = reason.status(since: since, at: now)
        case .expiring(_, let process, _, let killAt):
            status.process = process
            status.killAt = now.wall(at: killAt)
        case .killed(_, let process, _, _): status.process = process
        }
        if status.process == 0 { status.process = nil }
        return status
    }
}

extension FreezeReason {
    fileprivate func status(since: AwakeTime, at now: Now) -> JobStatus.Freeze {
        switch self {
        case .systemSleep:
            JobStatus.Freeze(reason: "systemSleep", since: now.wall(at: since), until: nil)
        case .requirementLost(let kind, let until):
            JobStatus.Freeze(
                reason: StopReason.requirementLost(kind).description, since: now.wall(at: since),
                until: now.wall(at: until))
        }
    }
}
