// What people may see: jobs with their blockers, and the device. Reading changes nothing.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The names of the jobs of an owner that a user may see; of everybody's that they may see, their own, and all of them
    /// for root, where none is named.
    ///
    /// - Parameter tag: Only those that have it.
    package func jobList(of owner: UserID?, tagged tag: Label? = nil, shownTo viewer: Viewer) -> JobList {
        JobList(of: viewer.owners(meaning: owner) ?? jobs.owners, tagged: tag)
    }

    /// The names of an owner's jobs, to those who may see them.
    ///
    /// - Parameter tag: Only those that have it.
    package func jobs(of owner: UserID, tagged tag: Label? = nil, shownTo user: UserID) -> [JobID] {
        guard user == .root || user == owner else { return [] }
        return jobs.ids(of: owner).filter { has(tag, $0) }
    }

    /// Whether a job has a tag; every job has none.
    package func has(_ tag: Label?, _ id: JobID) -> Bool {
        guard let tag else { return true }
        return jobs[id]?.descriptor.tags.contains(tag) ?? false
    }

    /// One job, with where each of its requirements stands.
    package func status(of id: JobID, at now: Now) -> JobStatus? {
        jobs[id].map { job in
            var status = status(of: job, at: now)
            status.requirements = requirements(of: job, at: now)
            return status
        }
    }

    /// One job, as it is shown among many.
    package func overview(of id: JobID, at now: Now) -> JobStatus? {
        jobs[id].map { status(of: $0, at: now) }
    }

    /// Jobs that have left by an end of their own, an owner's or everybody's; the last first.
    package func ended(of owner: UserID?) -> [EndedJob] {
        jobs.ended.all(of: owner).filter { jobs[$0.id] == nil && $0.lastRun != nil }
    }

    /// One of them.
    package func ended(of id: JobID) -> EndedJob? { jobs[id] == nil ? jobs.ended[id] : nil }

    package func state(of id: JobID) -> JobState? { jobs[id].map { state(of: $0) } }

    /// The run that a job has now.
    package func activeRun(of id: JobID) -> RunID? { jobs[id]?.phase.run?.id }

    /// The jobs that a pause concerns and that have no run, sorted.
    package func heldJobs(in scope: PauseScope) -> [JobID] {
        let ids: [JobID] =
            switch scope {
            case .everybody: jobs.ids.sorted()
            case .owner(let owner): jobs.ids(of: owner)
            }
        return ids.filter { jobs[$0]?.phase.run == nil }
    }

    /// What was asked for last under a name, and whether it follows a run of what was before; of a job that is over, what it was.
    package func newestRequest(
        of id: JobID
    ) -> (descriptor: JobDescriptor, origin: JobRecord.Origin, isFollowing: Bool)? {
        guard let job = jobs[id] else {
            return jobs.ended[id].map { ($0.descriptor, origin(of: $0), false) }
        }
        return job.successor.map { ($0.descriptor, $0.origin, true) } ?? (job.descriptor, job.origin, false)
    }

    /// Whose a job that is over would be now: of one whose file is gone, nobody's but its own.
    func origin(of end: EndedJob) -> JobRecord.Origin { files.mayBring(end.id) ? end.origin : .submission }

    /// Files that brought no job. Root's directories are root's business, so others see none.
    ///
    /// - Parameter name: Only those that keep a job of this name from being there, or an application.
    package func brokenFiles(
        for user: UserID, owner: UserID, of name: JobIdentifier? = nil
    ) -> [BrokenFile] {
        guard user == .root || user == owner else { return [] }
        return files.broken(bringing: name) + applications.brokenFiles(of: name)
    }

    /// How a job's last run ended, where history has nothing of it yet, as nothing can be saved.
    package func owedEnd(of job: JobID) -> HistoryEntry? { ledger.owedEnd(of: job) }

    /// Why nothing can be saved now; nil where it can, as far as is known.
    package var storageFault: String? { ledger.fault?.reason }

    /// The device at a glance: of its conditions `externalPower` and `network`. There may be thousands more, see
    /// ``conditions(shownTo:)``.
    package func device(for user: UserID, at now: Now) -> DeviceStatus {
        DeviceStatus(
            conditions: conditions.alwaysShown(at: now), batteryLevel: conditions.batteryLevel,
            isPowerSilent: conditions.isPowerSilent,
            simulations: conditions.simulations(for: user, at: now))
    }

    /// What NetworkManager says; nil while no job asks for it.
    package var connection: Observation? { conditions.connection }

    /// What of the device the user's jobs ask for, and `externalPower` and `network`; all that anybody's ask for, to root.
    /// What others ask for names their places, their devices and their networks.
    package func conditions(shownTo user: UserID) -> ConditionList {
        if user == .root { return conditions.list }
        var needs = Set<Need>()
        for job in jobs.all(of: user) { needs.formUnion([job.need, job.preferredNeed, job.awaitedNeed]) }
        return conditions.list(of: needs.filter { $0 != .none })
    }

    /// One step through what is observed.
    package func nextCondition(in list: inout ConditionList, at now: Now) -> ListStep<DeviceStatus.Condition>
    {
        conditions.next(in: &list, at: now)
    }

    /// One step through it to what nobody can know, with how many jobs wait for it or run, for `doctor`.
    package func nextUnknown(
        in list: inout ConditionList, at now: Now
    ) -> ListStep<(requirement: Requirement, reason: String, jobs: Int)> {
        conditions.nextUnknown(in: &list, at: now, running: watch.running)
    }

    /// Whether a user may see a condition that is nobody's own: it is one that their jobs ask for.
    ///
    /// - Parameter text: As history has it.
    package func shows(condition text: String, to user: UserID) -> Bool {
        user == .root || conditions.isAsked(text, by: user)
    }

    /// What is looked at at full minutes, for `doctor`.
    package var polledKinds: PolledKinds { conditions.polledKinds }

    /// One step through it; false at the end.
    package func next(in polled: inout PolledKinds, at now: Now) -> Bool {
        polled.next(in: conditions, at: now)
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
            dueBy: dueBy(of: job, at: now), excepted: excepted(of: job, at: now),
            overdueFrom: job.overdueFrom, occurrence: job.number, run: run(of: job, at: now),
            lastRun: job.lastRun, lastSkip: job.progress.lastSkip,
            recent: job.progress.recent, switches: job.switches,
            hasSuccessor: job.successor != nil,
            relaxesAt: job.relaxesAt.flatMap { $0 > now.wall ? $0 : nil },
            health: health(of: job, at: now), generation: Int(job.generation),
            pause: timetable.pauses.pause(of: job),
            simulation: conditions.simulation(of: job.fullNeed)?.status(at: now))
    }

    /// The instants at which a job comes up, the next one first; none where it waits for events alone. Nil where there is
    /// no such job.
    package func upcoming(of id: JobID, count: Int, at now: Now) -> UpcomingList? {
        jobs[id].map { UpcomingList(of: $0, timetable.planner, count: count, at: now) }
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

    /// What is wrong with a job: the one rule for `status`, `doctor` and all who count.
    private func health(of job: Job, at now: Now) -> JobHealth {
        var health = JobHealth(
            unfinishedRuns: job.unfinishedRuns, notRunSince: notRunSince(job, at: now), failing: job.failing,
            attempt: job.attempt?.number, attempts: job.attempt?.most,
            impediments: impediments(of: job, at: now), hookFault: job.hookFault)
        health.judge(
            state(of: job),
            isOverdue: job.phase.run == nil && job.overdueFrom.map { $0 <= now.wall } ?? false,
            isOverrun: job.phase.run.map { overrun(of: $0, in: job.phase, at: now) != nil } ?? false,
            isDisabledByHand: !job.isEnabled && job.failuresThatDisable == nil)
        return health
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

    private func dueBy(of job: Job, at now: Now) -> WallTime? {
        let slack = timetable.planner.slack(of: job, at: now)
        guard job.phase == .scheduled, slack > .zero else { return nil }
        return job.plan.wall(at: now)?.advanced(by: slack)
    }

    /// The first instant ahead that a schedule leaves out, where nothing comes up before it.
    private func excepted(of job: Job, at now: Now) -> WallTime? {
        guard job.phase == .scheduled else { return nil }
        let planner = timetable.planner
        let first = job.descriptor.schedules.compactMap(\.withoutExceptions).compactMap {
            $0.next(after: now.wall, anchor: job.anchor, zones: planner.zones)
        }.min()
        guard let first, job.plan.point.map({ first < $0 }) ?? true else { return nil }
        return first
    }

    private func run(of job: Job, at now: Now) -> JobStatus.Run? {
        guard let run = job.phase.run else { return nil }
        let used = min(work(of: run, in: job.phase, at: now), run.timeBudget)
        let voice = runs[voice: run.id]
        var status = JobStatus.Run(
            run: run.id, process: nil, started: run.started.wall, timeBudget: run.timeBudget, used: used,
            stopReason: job.phase.stop?.reason, isSimulated: run.isSimulated,
            mainExit: job.phase.mainExit, host: run.host,
            progress: hosts.host(of: run.id)?[run.id]?.progress ?? voice.progress, sign: voice.sign,
            usual: voice.span.usual, overrun: overrun(of: run, in: job.phase, at: now),
            hoursEnd: job.phase.ending == nil ? hoursEnd(of: job, at: now) : nil)
        switch job.phase {
        case .scheduled, .due: break
        case .launching(_, _, let killAt):
            // Later than that lies only what comes after a SIGKILL.
            let isKilled = run.started.awake.advanced(by: run.launchLimit) < killAt
            status.killAt = isKilled ? nil : now.wall(at: killAt)
        case .running(_, let process): status.process = process
        case .frozen(_, let process, let since, let reason):
            status.process = process
            status.freeze = reason.status(since: since, at: now)
            if reason == .allowedHours { status.freeze?.until = timetable.hoursChange(of: job, after: now) }
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
        case .allowedHours:
            JobStatus.Freeze(
                reason: StopReason.allowedHours.description, since: now.wall(at: since), until: nil)
        }
    }
}
