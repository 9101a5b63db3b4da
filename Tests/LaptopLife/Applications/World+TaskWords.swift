// Takes in what the scheduler hears and says of tasks and hosts, and holds it to what must be true of them.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    /// Takes in what the scheduler is about to hear.
    func hear(ofTasks event: Event) {
        // Whoever waits for its application may wait for nothing else from now on.
        if event.concernsApplications { memory.lastDue = now.awake }
        switch event {
        case .hostServed(let host, let tasks, _):
            memory.tasks.hosts[host]?.tasks = tasks
            memory.tasks.hosts[host]?.isDeaf = false
        case .taskBegan(_, let host, _): memory.tasks.hosts[host]?.isDeaf = false
        case .taskEnded(let run, let host, let success):
            if let known = memory.tasks.runs[run], known.host == host, known.begun != nil {
                memory.tasks.runs[run]?.word = known.word ?? success
            }
            let busy = memory.tasks.hosts[host]?.busy ?? [:]
            for (task, old) in busy where old == run { memory.tasks.hosts[host]?.busy[task] = nil }
        case .kept: memory.tasks.stored()
        case .hostLost(let host): memory.tasks.hosts[host]?.isAttached = false
        case .taskProgressed(let run, let host, let progress): note(progress, of: run, in: host)
        case _: break
        }
    }

    private func note(_ progress: TaskProgress, of run: RunID, in host: HostID) {
        guard let known = memory.tasks.runs[run], known.host == host, known.begun != nil else { return }
        let last = memory.tasks.progress.updateValue(progress, forKey: run)
        if last?.hasSameUnits(as: progress) != true { processes[run]?.progressed = now.awake }
    }

    /// Takes in an event and its answer, before the records in it are known.
    func noteTasks(_ event: Event, _ answer: Effects, byHand: [JobID: RunMode]) throws {
        if case .notSaved = event { takeBackTasks() }
        if case .taskSubmitted(let request, let application, let host?, let requester) = event,
            request.kind == .continued, answer.accepts(requester.request)
        {
            memory.tasks.continued[ToyApplications.job(of: request.identifier, of: application)] = host
        }
        try noteEnds(event, answer)
        if let host = event.lastHost { memory.tasks.hosts[host] = nil }
        try noteRequests(event, answer)
        for start in memory.tasks.newest { try note(start, in: answer, byHand) }
        for stop in answer.stops { note(stop) }
        for promise in answer.promises { try note(promise, event) }
        noteOverstays()
    }

    /// What was ordered in the turn that could not be saved was not done.
    private func takeBackTasks() {
        for (run, known) in memory.tasks.runs {
            if scheduler.activeRun(of: known.job) != run {
                memory.tasks.runs[run] = nil
                processes[run] = nil
                memory.lack.takesBack(run)
            } else {
                memory.tasks.unsure.insert(run)
                // Others may have been closed unseen, and how hosts stand is seen by what is still to come.
                if !known.isHandingStored { memory.tasks.runs[run]?.handed = nil }
            }
        }
        for host in memory.tasks.hosts.keys where applications[host] == nil { memory.tasks.hosts[host] = nil }
    }

    // MARK: - Starts

    /// Takes note of the tasks that the answer starts. A record may be told again, as long as it is not stored.
    func noteNewTasks(in answer: Effects) {
        memory.tasks.newest = answer.saves.compactMap { save in
            guard case .save(let record) = save, let active = record.activeRun, active.host != nil,
                !memory.tasks.all.contains(active.run)
            else { return nil }
            return LaunchOrder(
                run: active.run, job: record.id, descriptor: record.descriptor,
                due: record.occurrence.dueSince ?? active.started)
        }
        memory.tasks.ofTurn += memory.tasks.newest
        memory.tasks.all.formUnion(memory.tasks.newest.map(\.run))
    }

    private func note(
        _ order: LaunchOrder, in answer: Effects, _ byHand: [JobID: RunMode]
    ) throws {
        guard let record = answer.record(with: order.run), let active = record.activeRun,
            let host = active.host
        else { return }
        let isForced = byHand[record.id] == .force
        guard let run = TaskMemory.Run(record, active, host, isForced: isForced, at: now) else { return }
        if let other = memory.tasks.runs.first(where: { $0.value.job == record.id }) {
            throw Broken("\(record.id) starts run \(active.run) while run \(other.key) is active")
        }
        try expectSpacing(of: record, byHand: byHand)
        counts["task starts", default: 0] += 1
        memory.tasks.runs[active.run] = run
        // What could not be saved comes again.
        if memory.isDoubtful { memory.tasks.unsure.insert(active.run) }
    }

    /// A task begins no sooner after its last end than it may, but by hand, or where it goes on with what was interrupted.
    private func expectSpacing(of record: JobRecord, byHand: [JobID: RunMode]) throws {
        guard let end = memory.tasks.ends[record.id], end.accepted != record.accepted,
            record.descriptor.kind != .continued,
            byHand[record.id] == nil, !record.occurrence.isByHand,
            let (application, _) = record.descriptor.program.applicationTask
        else { return }
        let distance = end.at.duration(to: now.boot)
        guard distance < spacing(of: application) else { return }
        throw Broken("\(record.id) starts \(distance.text) after its last end")
    }

    /// It is the same in all manifests of a name.
    private func spacing(of application: JobIdentifier) -> Duration {
        switch application {
        case ToyApplications.names[0]: .seconds(20)
        case ToyApplications.names[1]: .zero
        case _: policy.applications.spacing
        }
    }

    // MARK: - Ends

    /// Each run that has begun is in history once, and what has not is taken back or could not be launched.
    private func noteEnds(_ event: Event, _ answer: Effects) throws {
        for case .append(.run(let entry)) in answer.saves { try noteEnd(entry, event) }
        for (id, record) in answer.taskRecords(knownBefore: memory.told) {
            for (run, known) in memory.tasks.runs where known.job == id && record?.activeRun?.run != run {
                try noteTakenBack(run, known, record, event)
            }
        }
    }

    private func noteEnd(_ entry: HistoryEntry, _ event: Event) throws {
        guard let known = memory.tasks.runs.removeValue(forKey: entry.run) else { return }
        processes[entry.run] = nil
        noteLack(entry, event)
        counts["task runs \(entry.outcome.rawValue)", default: 0] += 1
        let isSure = memory.tasks.unsure.remove(entry.run) == nil && !memory.isDoubtful
        guard known.begun != nil else {
            noteDeafness(of: known)
            return
        }
        if entry.ended == now.wall {
            memory.tasks.ends[known.job] = TaskMemory.End(at: now.boot, accepted: known.accepted)
        }
        let hasOverstayed = known.graceEnds.map { $0 <= now.awake } ?? false
        if case .guest = known.host, hasOverstayed, known.word == nil {
            counts["tasks overstayed in guests", default: 0] += 1
            memory.tasks.hosts[known.host]?.busy[known.task] = entry.run
            applications.change(known.host) { $0.handlers[entry.run]?.isStale = true }
        }
        guard isSure else { return }
        try expectWord(known, entry, hasOverstayed: hasOverstayed)
        guard known.word == nil, entry.outcome == .failed,
            memory.tasks.hosts[known.host]?.isCondemned ?? false
        else { return }
        throw Broken("run \(entry.run) has failed, and its host was ended for another")
    }

    /// What a launch lacked that failed, and what a run has given back that has ended.
    private func noteLack(_ entry: HistoryEntry, _ event: Event) {
        var fact = Event.exited(entry.run, .lost, ResourceUsage())
        if entry.outcome == .couldNotLaunch {
            var fault = LaunchFault.lasting(reason: "")
            if case .hostFailed(_, let failure) = event { fault = failure }
            fact = .launchFailed(entry.run, fault)
        }
        memory.lack.hear(fact, memory.active, longest: policy.rest.longest, at: now)
    }

    /// The word of an application is the outcome, and there is none without it.
    private func expectWord(_ known: TaskMemory.Run, _ entry: HistoryEntry, hasOverstayed: Bool) throws {
        guard let word = known.word else {
            guard case .completed = entry.exit else { return }
            throw Broken("run \(entry.run) is complete, and nobody has said so")
        }
        let outcome: Outcome = word ? .succeeded : entry.stopReason?.outcome ?? .failed
        guard entry.exit == .completed(word), hasOverstayed || entry.outcome == outcome else {
            throw Broken(
                "run \(entry.run) was completed (\(word)), and is \(entry.outcome.rawValue) (\(String(describing: entry.exit)))"
            )
        }
    }

    private func noteTakenBack(
        _ run: RunID, _ known: TaskMemory.Run, _ record: JobRecord?, _ event: Event
    ) throws {
        memory.tasks.runs[run] = nil
        processes[run] = nil
        memory.lack.takesBack(run)
        counts["tasks taken back", default: 0] += 1
        if memory.tasks.unsure.remove(run) != nil || memory.isDoubtful { return }
        if known.begun != nil {
            throw Broken("run \(run) of \(known.job) has begun, is not active, and is not in history")
        }
        noteDeafness(of: known)
        guard record?.accepted == known.accepted, record?.occurrence.dueSince == nil else { return }
        throw Broken("run \(run) of \(known.job) was taken back, and its request is not due")
    }

    /// Who lets the launch limit pass is deaf until it says something.
    private func noteDeafness(of known: TaskMemory.Run) {
        guard known.handed != nil, known.begun == nil,
            policy.applications.launchLimit <= known.decided.duration(to: now.awake)
        else { return }
        counts["deaf hosts", default: 0] += 1
        memory.tasks.hosts[known.host]?.isDeaf = true
    }

    // MARK: - Requests

    /// No request leaves the table unbegun but by a person, a replacement or a launch that failed.
    private func noteRequests(_ event: Event, _ answer: Effects) throws {
        guard !memory.isDoubtful else { return }
        for (id, record) in answer.taskRecords(knownBefore: memory.told) {
            guard let before = memory.told[id], before.accepted != record?.accepted else { continue }
            let request = TaskMemory.Request(job: id, accepted: before.accepted)
            if memory.tasks.begun.contains(request) || event.takesBack(id) { continue }
            // What its program submitted as it was started takes its place where it does not begin.
            if let next = before.successor, record?.accepted == next.accepted { continue }
            if answer.saves.contains(where: { $0.isFailedLaunch(of: id) }) { continue }
            if before.descriptor.kind == .continued, mayLeave(before, event) { continue }
            throw Broken("the request \(id) has left the table, and was not begun")
        }
    }

    /// Whether a continued request leaves with its host: that has just ended, or was one of a daemon before this one.
    private func mayLeave(_ record: JobRecord, _ event: Event) -> Bool {
        guard let host = memory.tasks.continued[record.id] else { return true }
        return event.lastHost == host || memory.tasks.hosts[host] == nil
    }

    // MARK: - Orders

    private func note(_ stop: Effects.Stop) {
        switch stop {
        case .warn(_, let run, _, let grace):
            memory.tasks.runs[run]?.graceEnds = now.awake.advanced(by: grace)
        case .signalHost(let host, .terminate), .signalHost(let host, .kill):
            memory.tasks.hosts[host]?.isEnding = true
            memory.tasks.hosts[host]?.isFrozen = false
        case .signalHost(let host, .freeze): memory.tasks.hosts[host]?.isFrozen = true
        case .signalHost(let host, .thaw): memory.tasks.hosts[host]?.isFrozen = false
        case .signal, .adopt, .adoptHost, .warnAssertion, .endAssertion, .abandon, .endHook, .readPower,
            .readPressure,
            .read:
            break
        }
    }

    private func note(_ promise: Effects.Promise, _ event: Event) throws {
        switch promise {
        case .startHost(let order):
            memory.tasks.hosts[order.host] = TaskMemory.Host(application: order.application)
        case .reply(_, .attached(let host, let application, _)):
            var known = memory.tasks.hosts[host] ?? TaskMemory.Host(application: application)
            known.isAttached = true
            if case .hostAttached(_, _, let busy, _, _) = event {
                for old in busy { known.busy[old.task] = old.run }
            }
            memory.tasks.hosts[host] = known
        case .reply(let request, .started(let run)):
            guard case .taskBegan(_, let host, let requester) = event, requester.request == request else {
                return
            }
            try noteBegin(of: run, in: host)
        case .handOver(let host, let order): try note(order, to: host)
        case .launch, .reply, .exit: break
        }
    }

    private func noteBegin(of run: RunID, in host: HostID) throws {
        guard let known = memory.tasks.runs[run], known.host == host, known.begun == nil, known.handed != nil
        else { throw Broken("run \(run) begins in \(host), and was not handed over, or begins twice") }
        memory.tasks.runs[run]?.begun = now.awake
        memory.lack.hear(
            .launched(run, process: 0), memory.active, longest: policy.rest.longest, at: now)
        memory.tasks.begun.insert(TaskMemory.Request(job: known.job, accepted: known.accepted))
    }

    /// Nothing is handed to a host that does not serve the task, stands still, is deaf, or is being ended.
    private func note(_ order: TaskOrder, to host: HostID) throws {
        let task = order.request.identifier
        guard let known = memory.tasks.runs[order.run], known.host == host, known.task == task,
            known.handed == nil
        else { throw Broken("run \(order.run) is handed to \(host), and is not its, or for a second time") }
        memory.tasks.runs[order.run]?.handed = now.awake
        guard let state = memory.tasks.hosts[host] else {
            throw Broken("run \(order.run) is handed to \(host), which is not there")
        }
        if !state.isAttached { throw Broken("run \(order.run) is handed to \(host), which is not attached") }
        guard state.tasks?.contains(where: { $0.matches(task) }) ?? false else {
            throw Broken("run \(order.run) is handed to \(host), which does not serve \(task)")
        }
        if state.isFrozen { throw Broken("run \(order.run) is handed to \(host), which stands still") }
        if state.isDeaf { throw Broken("run \(order.run) is handed to \(host), which is deaf") }
        if state.isEnding || state.isCondemned {
            throw Broken("run \(order.run) is handed to \(host), which is being ended")
        }
        let busy = memory.tasks.hosts.filter { $0.value.application == known.application }
            .first { $0.value.busy[task] != nil }
        if let busy { throw Broken("run \(order.run) is handed over while \(task) is busy in \(busy.key)") }
    }

    /// By what time has brought in this event, a run that was told to end has overstayed.
    private func noteOverstays() {
        for (run, known) in memory.tasks.runs {
            guard case .started = known.host, known.begun != nil, known.word == nil,
                let end = known.graceEnds, end <= now.awake,
                memory.tasks.hosts[known.host]?.isCondemned == false, !memory.tasks.unsure.contains(run)
            else { continue }
            counts["hosts condemned", default: 0] += 1
            memory.tasks.hosts[known.host]?.isCondemned = true
        }
    }
}

extension Effects {
    func record(with run: RunID) -> JobRecord? {
        saves.lazy.compactMap { save in
            guard case .save(let record) = save, record.activeRun?.run == run else { return nil }
            return record
        }.first
    }

    /// The last word on each task in the answer; nil for one that has left.
    fileprivate func taskRecords(knownBefore told: [JobID: JobRecord]) -> [(JobID, JobRecord?)] {
        var records: [JobID: JobRecord?] = [:]
        for save in saves {
            switch save {
            case .save(let record): records[record.id] = .some(record)
            case .forget(let id): records[id] = .some(nil)
            case _: break
            }
        }
        return records.filter { id, record in (record ?? told[id])?.descriptor.program.applicationTask != nil
        }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Change {
    fileprivate func isFailedLaunch(of id: JobID) -> Bool {
        guard case .append(.run(let entry)) = self else { return false }
        return entry.job == id && entry.outcome == .couldNotLaunch
    }
}

extension Effects {
    fileprivate func accepts(_ request: RequestID) -> Bool {
        promises.contains { if case .reply(request, .accepted) = $0 { true } else { false } }
    }
}

extension Event {
    /// The host that is gone.
    fileprivate var lastHost: HostID? {
        switch self {
        case .hostEnded(let host, _), .hostFailed(let host, _): host
        case .hostLost(.guest(let number)): .guest(number)
        case _: nil
        }
    }

    fileprivate var concernsApplications: Bool {
        switch self {
        case .manifestsRead, .permitted, .forbidden, .hostFailed, .hostEnded, .hostAttached, .hostServed,
            .hostLost,
            .taskBegan, .taskEnded:
            true
        case _: false
        }
    }

    /// Whether it takes a pending request back, or puts another in its place.
    fileprivate func takesBack(_ id: JobID) -> Bool {
        switch self {
        case .cancelRequested, .simulationRequested(_, .stop(.cancelled), _): true
        case .taskCancelRequested(_, let application, _, _), .forbidden(let application, _):
            application.owner == id.owner && id.identifier.text.hasPrefix("\(application.name).")
        case .taskSubmitted(let request, let application, _, _):
            ToyApplications.job(of: request.identifier, of: application) == id
        case _: false
        }
    }
}
