// What becomes of hosts: as they start, attach, say what they serve, begin and complete tasks, and end.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - The life of a started host

    mutating func move(_ id: HostID, _ input: HostInput, at now: Now) {
        guard let host = hosts[id], let phase = host.phase else { return }
        switch hostStep(phase, input, at: now) {
        case .stay: break
        case .move(let phase, let act):
            hosts.change(id) { $0.phase = phase }
            if let act { perform(act, on: id, at: now) }
            refresh(host.application, at: now)
        case .end: preconditionFailure("the end of host \(id) was not told to hostEnded(_:_:)")
        case .impossible: preconditionFailure("host \(id) can't take \(input) in \(phase)")
        }
    }

    private mutating func perform(_ act: HostAct, on id: HostID, at now: Now) {
        switch act {
        case .terminate:
            turn.effects.stops.append(.signalHost(id, .terminate))
            hosts.change(id) { $0.isFrozen = false }
        case .kill: turn.effects.stops.append(.signalHost(id, .kill))
        case .warnOthers:
            for entry in hosts[id]?.entries ?? [] where !entry.hasOverstayed {
                switch entry.stage {
                case .begun: apply(.told(StopOrder(.preempted)), to: entry.job, at: now)
                case .waiting, .handedOver: takeBack(entry.run, at: now)
                }
            }
        }
    }

    /// Brings on what time alone does.
    mutating func passHosts(to now: Now) {
        if hosts.endReturns(by: now.awake) {
            // Also where nothing is due: what waits is shown with one reason less.
            reported.noteChange()
            for application in applications.withJobs { refresh(application, at: now) }
        }
        for application in hosts.passStarts(to: now) {
            reported.noteChange()
            refresh(application, at: now)
        }
        while let (id, instant) = hosts.next(), instant <= now.awake {
            move(id, .timeOver, at: now)
        }
    }

    mutating func hostStarted(_ id: HostID, process: Int32, at now: Now) {
        guard let host = hosts[id] else { return }
        hosts.change(id) { $0.process = process == 0 ? nil : process }
        reported.noteChange()
        // What a daemon before us has left is told to leave, and its runs are closed by its end.
        guard host.isInherited, process == 0 else { return }
        turn.effects.stops.append(.signalHost(id, .terminate))
        for entry in host.entries { report(.launched(process: 0), of: entry.run, at: now) }
    }

    mutating func hostFailed(_ id: HostID, _ fault: LaunchFault, at now: Now) {
        guard let host = hosts[id] else { return }
        hosts.remove(id)
        if case .lasting = fault { noteVainStart(of: host, at: now) }
        for entry in host.entries {
            hosts.give(entry, to: id)
            if id == .started(entry.run) {
                launchFailed(entry.run, fault, at: now)
            } else {
                takeBack(entry.run, at: now)
            }
        }
        cancelContinued(of: id, host.application, at: now)
        refresh(host.application, at: now)
    }

    /// Nothing of a started host is left.
    mutating func hostEnded(_ id: HostID, _ status: ExitStatus, at now: Now) {
        guard let host = hosts[id] else { return }
        hosts.remove(id)
        if host.entries.contains(where: { hasFailed($0, in: host) }) { noteVainStart(of: host, at: now) }
        for entry in host.entries {
            if entry.stage == .begun {
                exited(entry.run, status.ofHost, .ofTask, at: now)
            } else if id == .started(entry.run) {
                launchFailed(
                    entry.run,
                    .lasting(reason: "its application ended before it took the task up (\(status))"),
                    at: now)
            } else {
                takeBack(entry.run, at: now)
            }
        }
        reported.noteChange()
        cancelContinued(of: id, host.application, at: now)
        refresh(host.application, at: now)
    }

    /// Whether the end of its host is one that nobody has asked for: of a run that it was started for, or that goes on in it.
    private func hasFailed(_ entry: Host.Entry, in host: Host) -> Bool {
        if entry.stage == .begun { return jobs[entry.job]?.phase.stop == nil }
        return host.id == .started(entry.run)
    }

    /// A host that was started has come to nothing: the next is started later.
    mutating func noteVainStart(of host: Host, at now: Now) {
        guard host.isStarted, !host.isInherited, !host.hasCompleted else { return }
        // Of one that is permitted no more, nobody would take the count away again.
        guard applications[host.application] != nil else { return }
        hosts.noteVainStart(of: host.application, longest: policy.rest.longest, at: now)
    }

    /// Nothing can be told to the host any more: its stream has ended, or the guest's process.
    mutating func hostLost(_ id: HostID, at now: Now) {
        guard let host = hosts[id] else { return }
        reported.noteChange()
        guard !host.isStarted else {
            hosts.change(id) { $0.isAttached = false }
            move(id, .streamLost, at: now)
            return
        }
        hosts.remove(id)
        hosts.noteAnswer(of: host.application)
        for entry in host.entries {
            if entry.stage == .begun {
                exited(entry.run, .abandoned, .ofTask, at: now)
            } else {
                takeBack(entry.run, at: now)
            }
        }
        cancelContinued(of: id, host.application, at: now)
        refresh(host.application, at: now)
    }

    // MARK: - What hosts say

    /// - Parameter started: The host that the daemon has started and the process is in the tree of; nil for a guest.
    mutating func attach(
        _ application: ApplicationID, started: HostID?, busy: [BusyTask], process: Int32,
        _ requester: Requester, at now: Now
    ) {
        guard policy.allows(application.owner) else { return refuse(requester, .ownerNotAllowed) }
        if isShuttingDown { return refuse(requester, .shuttingDown) }
        guard let manifest = applications[application] else {
            return refuse(requester, refusalWithoutManifest(application))
        }
        if let started {
            guard let host = hosts[started], host.application == application,
                host.phase == .starting,
                !host.isAttached
            else {
                return refuse(
                    requester,
                    .notAHost("another process of the one that was started has attached, or it is ending"))
            }
        }
        let id = started ?? hosts.newGuest()
        if started == nil {
            hosts.add(id, of: application, phase: nil)
            hosts.noteProcess(of: application, at: now)
        }
        hosts.attached(id)
        var tasks: [JobIdentifier: RunID] = [:]
        for busy in busy.prefix(Host.mostTasks) { tasks[busy.task] = busy.run }
        hosts.change(id) { host in
            host.process = process
            host.busy.merge(tasks) { $1 }
        }
        takeBackUnbegun(tasks, of: application, at: now)
        reported.noteChange()
        answer(requester.request, .attached(id, application, permitted: manifest.tasks.map(\.pattern)))
        refresh(application, at: now)
    }

    /// Handlers of before are still at these tasks: what was given to another host meanwhile is not begun beside them.
    private mutating func takeBackUnbegun(
        _ tasks: [JobIdentifier: RunID], of application: ApplicationID, at now: Now
    ) {
        guard !tasks.isEmpty else { return }
        for entry in hosts.all(of: application).flatMap(\.entries)
        where tasks[entry.task] != nil && entry.stage != .begun {
            takeBack(entry.run, at: now)
        }
    }

    /// The host has handlers for these tasks, and for no others.
    mutating func serve(_ id: HostID, _ tasks: [TaskPattern], _ requester: Requester, at now: Now) {
        guard let host = hosts[id] else { return refuse(requester, .notYourHost) }
        let permitted = TaskPatterns(applications[host.application]?.tasks.map(\.pattern) ?? [])
        let allowed = Set(tasks.prefix(Host.mostTasks).filter(permitted.cover))
        hosts.change(id) { host in
            host.tasks = TaskPatterns(allowed)
            host.isDeaf = false
        }
        if !host.isStarted { hosts.noteAnswer(of: host.application) }
        reported.noteChange()
        answer(requester.request, .serving(refused: tasks.filter { !allowed.contains($0) }))
        move(id, .served, at: now)
        handOver(in: id)
        left(id, at: now)
    }

    mutating func taskBegan(_ run: RunID, in id: HostID, _ requester: Requester, at now: Now) {
        hosts.change(id) { $0.isDeaf = false }
        guard let host = hosts.host(of: run), host.id == id, let entry = host[run],
            entry.stage == .handedOver
        else {
            refuse(requester, .withdrawn)
            if let application = hosts[id]?.application { refresh(application, at: now) }
            return
        }
        // The machine was let sleep: nobody would be told to end, or stand still, any more.
        if case .ready = sleep.state {
            takeBack(run, at: now)
            refuse(requester, .withdrawn)
            return
        }
        hosts.change(run) { $0.stage = .begun }
        launched(run, process: host.process ?? 0, at: now)
        answer(requester.request, .started(run))
        refresh(host.application, at: now)
    }

    /// The task is complete; or, of a run that is closed, its handler has let go.
    mutating func taskEnded(_ run: RunID, in id: HostID, success: Bool, at now: Now) {
        if let host = hosts.host(of: run), host.id == id, host[run]?.stage == .begun {
            hosts.change(id) { $0.hasCompleted = true }
            hosts.noteMended(host.application)
            exited(run, .completed(success), .ofTask, at: now)
            return
        }
        guard let host = hosts[id], let task = host.busy.first(where: { $0.value == run })?.key
        else {
            return
        }
        hosts.change(id) { $0.busy[task] = nil }
        refresh(host.application, at: now)
    }

    // MARK: - After a restart

    /// No task is given away until the programs that were there before have come back, as a handler of a daemon before
    /// this one may still be at it.
    mutating func awaitHosts(at now: Now) {
        hosts.awaitReturns(until: now.awake.advanced(by: hostReturnLimit))
    }

    /// Takes over the run of a task that a dead daemon recorded. A guest's run is closed: its library has told it that the
    /// daemon is gone, and attaches again. A started host leaves, once, and its end closes its runs.
    mutating func adopt(_ id: HostID, with run: Run, of job: Job, at now: Now) {
        guard let application = job.application, let task = job.task, case .started = id else {
            exited(run.id, .lost, .ofTask, at: now)
            return
        }
        if hosts[id] == nil {
            hosts.add(
                id, of: application, phase: .leaving(killAt: now.awake.advanced(by: hostLeaveLimit)))
            hosts.change(id) { $0.isInherited = true }
            turn.effects.stops.append(.adoptHost(id, application))
        }
        hosts.give(Host.Entry(run: run.id, job: job.id, task: task, stage: .begun), to: id)
    }
}

extension ExitStatus {
    /// What the end of a host says of its tasks. To leave without a word is failure, with whatever code.
    fileprivate var ofHost: ExitStatus {
        switch self {
        case .code(0), .deferred: .abandoned
        case .code, .signal, .lost, .completed, .abandoned: self
        }
    }
}
