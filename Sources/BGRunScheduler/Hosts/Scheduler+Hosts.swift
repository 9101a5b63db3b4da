// Runs in hosts: which is given to which, how they stand still together, and what becomes of one that overstays.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - Given to a host

    /// Why the application can't take a due task up now; nil where it can, or where it is no task.
    func applicationFault(of job: Job) -> String? {
        guard let application = job.application, let request = job.descriptor.program.applicationTask?.request
        else { return nil }
        guard let manifest = applications[application] else {
            return applications.fault(of: application).map {
                "its application's manifest can't be used: \($0)"
            }
                ?? "no manifest permits it any more"
        }
        if !manifest.isEnabled { return "its application is disabled by its manifest" }
        if manifest.rules(of: request.identifier, request.kind) == nil {
            return "the manifest of its application does not permit it any more"
        }
        if hosts.returnsUntil != nil {
            return "the daemon has just started, and its program may still be at it"
        }
        switch choice(for: job, request.identifier, of: application) {
        case .host, .new: return nil
        case .none(let reason): return reason
        }
    }

    /// What keeps its application from taking a due task up now, also where that passes by itself.
    func applicationBlocker(of job: Job, at now: Now) -> Blocker? {
        if let fault = applicationFault(of: job) { return .application(fault) }
        return hostWait(for: job, at: now).map { .application($0.words, until: $0.end.wall(at: now)) }
    }

    /// Why no host is started yet for a task that none serves.
    func hostWait(for job: Job, at now: Now) -> HostStarts.Wait? {
        guard let application = job.application, let task = job.task, job.phase.run == nil,
            case .new = choice(for: job, task, of: application)
        else { return nil }
        return hosts.starts.wait(for: application, at: now)
    }

    /// Whether a task of the application is due, or to begin by hand.
    func hasDueTask(_ application: ApplicationID) -> Bool {
        applications.jobs(of: application).contains { id in
            waiters.start(of: id) != nil || jobs[id]?.dueSince != nil && jobs[id]?.phase.run == nil
        }
    }

    private func choice(
        for job: Job, _ task: JobIdentifier, of application: ApplicationID
    ) -> HostTable.Choice {
        job.descriptor.kind == .continued
            ? hosts.choice(for: task, of: application, in: job.host)
            : hosts.choice(for: task, of: application)
    }

    /// The host that a run of the job goes to; nil for a job with a program of its own.
    func host(for job: Job, _ run: RunID) -> HostID? {
        guard let application = job.application, let task = job.task else { return nil }
        switch choice(for: job, task, of: application) {
        case .host(let id): return id
        case .new: return .started(run)
        case .none(let reason): preconditionFailure("a run of \(job.id) was begun although \(reason)")
        }
    }

    /// Carries out for a task what a step asks for.
    mutating func perform(_ act: Act, in id: HostID, for run: Run, of job: Job, at now: Now) {
        switch act {
        case .launch: give(run, of: job, to: id, at: now)
        case .signal(.terminate(let reason)):
            if let reason, hosts[id]?.isAttached == true {
                turn.effects.stops.append(.warn(id, run.id, reason, grace: run.gracePeriod))
            }
            settle(id, at: now)
        case .signal(.kill): overstay(run, of: job, in: id, at: now)
        case .signal(.freeze):
            if case .expiring = job.phase { hosts.change(id) { $0.sleeps = true } }
            settle(id, at: now)
        case .signal(.thaw):
            hosts.change(id) { $0.sleeps = false }
            settle(id, at: now)
            stopWhoStandsStill(beside: job, in: id, at: now)
        }
    }

    private mutating func give(_ run: Run, of job: Job, to id: HostID, at now: Now) {
        guard let application = job.application, let task = job.task, let manifest = applications[application]
        else { preconditionFailure("a run of \(job.id) was begun without a manifest") }
        runs.begin(run.id, of: job)
        let isNew = hosts[id] == nil
        if isNew {
            hosts.add(id, of: application, phase: .starting)
            ledger.promised(.hostStart(id))
        }
        ledger.promised(.launch(job.id))
        hosts.give(Host.Entry(run: run.id, job: job.id, task: task, stage: .waiting), to: id)
        if isNew {
            turn.effects.promises.append(
                .startHost(HostOrder(host: id, application: application, manifest: manifest)))
            // What a guest serves that does not answer can wait in this one.
            refresh(application, at: now)
        } else {
            move(id, .busied, at: now)
        }
        handOver(in: id)
    }

    /// Hands the host all that waits in it and that it serves.
    mutating func handOver(in id: HostID) {
        guard let host = hosts[id] else { return }
        for entry in host.entries where entry.stage == .waiting && host.serves(entry.task) {
            guard let job = jobs[entry.job], let run = job.phase.run,
                let request = job.descriptor.program.applicationTask?.request
            else { continue }
            hosts.change(entry.run) { $0.stage = .handedOver }
            ledger.promised(.handOver(entry.run))
            turn.effects.promises.append(
                .handOver(id, TaskOrder(run: run.id, request: request, isSimulated: run.isSimulated)))
        }
    }

    /// A run that has not begun is due again, as if it had not been started, or makes way for the request that its program has
    /// submitted since.
    mutating func takeBack(
        _ run: RunID, because reason: String = "its application did not take it up", at now: Now
    ) {
        guard let id = runs[run], let phase = jobs[id]?.phase, case .launching = phase else { return }
        let host = hosts.take(run)
        runs.end(run)
        timetable.startUndone(id)
        ready.launchUndone(run, of: id.owner)
        apply(.launchUndone, to: id, at: now)
        if let request = runs.takeStarter(of: run) {
            answer(request, .refused(.couldNotLaunch(reason)))
        }
        if let job = jobs[id], let successor = job.successor {
            follow(job, with: successor, at: now)
            touch(id)
        }
        if let host { left(host, at: now) }
    }

    /// A run is no more in the host.
    mutating func left(_ id: HostID, at now: Now) {
        guard let host = hosts[id] else { return }
        if host.isStarted, !host.hasWantedRuns, !isKept(host) {
            move(id, .emptied(linger: linger(of: host)), at: now)
        }
        settle(id, at: now)
        refresh(host.application, at: now)
    }

    /// Whether it is finishing something of its own after its last run.
    private func isKept(_ host: Host) -> Bool { host.phase == .serving && assertions.isHeld(in: host.id) }

    private func linger(of host: Host) -> Duration {
        isShuttingDown || applications[host.application] == nil ? .zero : policy.applications.linger
    }

    /// What waits for the application is looked at anew: one of its hosts can take something up, or can't any more.
    mutating func refresh(_ application: ApplicationID, at now: Now) {
        for id in applications.jobs(of: application) {
            if let job = jobs[id], job.dueSince != nil { put(job, at: now) }
        }
    }

    // MARK: - Standing still

    /// Lets a started host stand still once all of its runs are to, and go on with the first that goes on. What waits in it
    /// moves. One that is to leave stands still with the machine alone, as it has only so long for that.
    private mutating func settle(_ id: HostID, at now: Now) {
        guard let host = hosts[id], host.isStarted else { return }
        let stands =
            !host.entries.isEmpty
            && host.entries.allSatisfy { entry in
                guard case .frozen(_, _, _, let reason)? = jobs[entry.job]?.phase else { return false }
                return !host.isEnding || reason == .systemSleep
            }
        let isWanted = host.sleeps || stands
        guard isWanted != host.isFrozen else { return }
        // Where the machine was let sleep it goes on after waking.
        if case .ready = sleep.state, !isWanted { return }
        hosts.change(id) { $0.isFrozen = isWanted }
        turn.effects.stops.append(.signalHost(id, isWanted ? .freeze : .thaw))
        refresh(host.application, at: now)
    }

    /// After a sleep a host also goes on whose runs were closed as it stood still: what they had said came just before.
    mutating func wakeHosts(at now: Now) {
        for id in hosts.ids {
            hosts.change(id) { $0.sleeps = false }
            settle(id, at: now)
        }
    }

    /// No task works on unseen in a host that another keeps going: with it, those end that still lack something.
    private mutating func stopWhoStandsStill(beside job: Job, in id: HostID, at now: Now) {
        for entry in hosts[id]?.entries ?? [] where entry.job != job.id {
            guard let other = jobs[entry.job],
                case .frozen(_, _, _, .requirementLost(let kind, _)) = other.phase,
                !conditions.holdsAgain(other.need)
            else { continue }
            apply(.told(StopOrder(.requirementLost(kind))), to: other.id, at: now)
        }
    }

    /// Whether a run that lacks something can stand still: in a host that the daemon has started, and with all else that is
    /// active in it.
    func mayStandStill(_ job: Job) -> Bool {
        guard let run = job.phase.run?.id, let host = hosts.host(of: run) else { return true }
        guard host.isStarted, !isUnbegunTask(job) else { return false }
        return host.entries.allSatisfy { entry in
            guard entry.run != run else { return true }
            guard let other = jobs[entry.job] else { return true }
            if case .frozen = other.phase { return true }
            guard case .running(let run, _) = other.phase, !run.isForced else { return false }
            return other.descriptor.onRequirementLost == .freeze && conditions.loss(of: other.need) != nil
        }
    }

    /// Whether the host in which it runs is to leave: it ends with that, and nobody can tell it anything.
    func isHostEnding(of job: Job) -> Bool {
        job.phase.run.flatMap { hosts.host(of: $0.id) }?.isEnding ?? false
    }

    /// A task that was given to a host, and whose handler has not been entered.
    func isUnbegunTask(_ job: Job) -> Bool {
        guard case .launching(let run, _, _) = job.phase, let entry = hosts.host(of: run.id)?[run.id]
        else { return false }
        return entry.stage != .begun
    }

    // MARK: - Overstaying

    /// The grace period of a run is over. A guest is somebody's program: its run is closed, and its task is busy until it
    /// lets go. A started host is killed, once its others have been told.
    private mutating func overstay(_ run: Run, of job: Job, in id: HostID, at now: Now) {
        guard let host = hosts[id], let entry = host[run.id] else { return }
        guard host.isStarted else {
            hosts.change(id) { $0.busy[entry.task] = run.id }
            exited(run.id, .abandoned, .ofTask, at: now)
            return
        }
        if entry.hasOverstayed { return }
        hosts.change(run.id) { $0.hasOverstayed = true }
        let others = host.entries.filter { !$0.hasOverstayed && $0.run != run.id }
        let longest = others.compactMap { jobs[$0.job]?.phase.run?.gracePeriod }.max() ?? .zero
        move(id, .overstayed(longestGrace: longest), at: now)
        left(id, at: now)
    }

    /// A run has not begun in time: its host is not told of any more before it says something, or never was able to begin it.
    mutating func launchLimitOver(_ id: JobID, at now: Now) {
        guard let run = jobs[id]?.phase.run, let host = hosts.host(of: run.id),
            let entry = host[run.id]
        else {
            return
        }
        switch entry.stage {
        // Of a daemon before us: its ladder goes on.
        case .begun: apply(.graceEnded, to: id, at: now)
        case .handedOver where host.id != .started(run.id):
            hosts.change(host.id) { $0.isDeaf = true }
            takeBack(run.id, at: now)
        case .handedOver, .waiting:
            if entry.stage == .handedOver { hosts.change(host.id) { $0.isDeaf = true } }
            noteVainStart(of: host, at: now)
            launchFailed(run.id, .lasting(reason: Self.lateness(of: entry, in: host)), at: now)
        }
    }

    private static func lateness(of entry: Host.Entry, in host: Host) -> String {
        if entry.stage == .handedOver { return "its application did not begin it in time" }
        guard host.isAttached else { return "its application did not attach in time" }
        guard let tasks = host.tasks else {
            return "its application attached and did not say what it serves in time"
        }
        return tasks.isEmpty
            ? "its application has registered no task"
            : "its application has registered other tasks only: \(tasks.all.map(\.description).joined(separator: ", "))"
    }
}
