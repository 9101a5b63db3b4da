// What must be true of tasks and their hosts, as they really are.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    // MARK: - One at a time

    /// No task runs twice at once, in one host or over two, also where an old handler has overstayed. Of a program that is not
    /// attached nobody knows.
    func expectAlone(_ run: RunID, _ handler: ToyHost.Handler, in toy: ToyHost) throws {
        for other in applications.hosts.values where other.isAttached || other.started != nil {
            for (old, known) in other.handlers where known.isEntered && known.job == handler.job && old != run
            {
                throw Broken(
                    "run \(run) of \(handler.job) begins while run \(old) is at it in \(other.process)")
            }
        }
    }

    /// Its budget counts from now on.
    func noteWork(of run: RunID) {
        guard let known = memory.tasks.runs[run], let record = memory.told[known.job],
            record.activeRun?.run == run
        else { return }
        processes[run] = Process(
            job: known.job, needs: known.isForced ? [] : record.descriptor.requirements,
            loss: record.descriptor.onRequirementLost, timeBudget: record.descriptor.timeBudget,
            endsAt: AwakeTime(microseconds: .max), status: .abandoned, ignoresTerminate: true, rest: nil,
            host: known.host, worksSince: now.awake,
            progressLimit: record.descriptor.kind == .continued ? policy.applications.progressLimit : nil,
            progressed: now.awake)
        // Its host was made to stand still in this very turn.
        if applications[known.host]?.frozenAt != nil {
            processes[run]?.freeze(for: sleep == nil && memory.lull == nil ? .loss : .sleep, at: now)
        }
    }

    // MARK: - Standing still

    /// A host stands still only with all of its runs.
    func haltRuns(_ runs: [RunID], in host: HostID) throws {
        for run in runs {
            let known = memory.tasks.runs[run]
            guard let process = processes[run] else {
                guard sleep == nil, memory.lull == nil, isSure(run), known?.begun == nil else { continue }
                throw Broken("host \(host) is made to stand still, and run \(run) has not begun")
            }
            let cause = try causeToStandStill(process, run)
            processes[run]?.freeze(for: cause, at: now)
            counts["tasks stand still: \(cause == .loss ? "loss" : "sleep")", default: 0] += 1
        }
    }

    /// It goes on with the first that does; those that still lack something stand still in name.
    func letRunsGoOn(_ runs: [RunID]) {
        for run in runs {
            guard var process = processes[run] else { continue }
            let isLost = process.stillFor == .loss && !process.wasTold
            process.thaw(at: now)
            if isLost, !mayGoOn(process, by: now.awake) {
                process.stillFor = .loss
                process.isChargedLess = true
            }
            processes[run] = process
        }
        memory.lull = nil
    }

    private func isSure(_ run: RunID) -> Bool { !memory.tasks.unsure.contains(run) && !memory.isDoubtful }

    /// Before a sleep what can't be made to stand still does so in name only, and is not charged either.
    func noteSleep() {
        for (run, process) in processes where process.host != nil { processes[run]?.isChargedLess = true }
    }

    /// Whether the run of a task may go on although the machine was let sleep: in a guest, in a host that was told to leave
    /// since, beside what has not begun, or where nobody knows.
    func mayMove(_ process: Process, _ run: RunID) -> Bool {
        guard let host = process.host else { return false }
        if case .guest = host { return true }
        if memory.tasks.hosts[host]?.isEnding ?? true { return true }
        // What begins once the sleep was let is left to the kernel too.
        if let sleep, sleep.goesAt.advanced(by: .milliseconds(-300)) <= process.worksSince { return true }
        if memory.isDoubtful || memory.tasks.unsure.contains(run) || applications[host] == nil { return true }
        return memory.tasks.open(in: host).contains { $0.value.begun == nil }
    }

    // MARK: - After each turn

    func expectTasks() throws {
        try expectHosts()
        try expectFewPending()
        try expectHostsOfContinued()
        try expectReasonToWait()
    }

    private func listedHosts() -> [HostID: ApplicationID] {
        var listed: [HostID: ApplicationID] = [:]
        for owner in Self.owners {
            for application in scheduler.applications(of: owner) {
                for host in scheduler.status(of: application).hosts { listed[host.host] = application }
            }
        }
        return listed
    }

    /// The scheduler knows the hosts that there are, and no others. Of an application without a manifest it tells nothing.
    private func expectHosts() throws {
        let listed = listedHosts()
        for (host, application) in listed.sorted(by: { $0.key < $1.key }) where applications[host] == nil {
            throw Broken("host \(host) of \(application) is known, and is not there")
        }
        for toy in applications.hosts.values.sorted(by: { $0.process < $1.process }) {
            guard let host = toy.id, toy.isAttached || toy.started != nil else { continue }
            guard scheduler.applications(of: toy.application.owner).contains(toy.application),
                listed[host] == nil
            else { continue }
            throw Broken("host \(host) of \(toy.application) is there, and nobody knows it")
        }
        for toy in applications.hosts.values where toy.frozenAt != nil && sleep == nil && memory.lull == nil {
            guard let host = toy.id, memory.tasks.open(in: host).isEmpty else { continue }
            throw Broken("host \(host) stands still, and nothing runs in it")
        }
    }

    /// Requests that were not begun are no more than each application may have.
    private func expectFewPending() throws {
        var pending: [ApplicationID: [JobDescriptor.Kind: Int]] = [:]
        for record in memory.told.values {
            guard let (name, request) = record.descriptor.program.applicationTask else { continue }
            let application = ApplicationID(owner: record.id.owner, name: name)
            let isBegun = memory.tasks.begun.contains(
                TaskMemory.Request(job: record.id, accepted: record.accepted))
            let next = record.successor?.descriptor.program.applicationTask?.request
            guard let pendingOne = next ?? (isBegun ? nil : request) else { continue }
            pending[application, default: [:]][pendingOne.kind.jobKind, default: 0] += 1
        }
        for (application, kinds) in pending {
            for (kind, count) in kinds where policy.applications.pendingLimit(of: kind) < count {
                throw Broken("\(count) \(kind.rawValue) requests of \(application) are pending")
            }
        }
    }

    /// What was asked for by a host that is there leaves with it, unless it has begun.
    private func expectHostsOfContinued() throws {
        guard !memory.isDoubtful else { return }
        for record in memory.told.values where record.descriptor.kind == .continued && record.activeRun == nil
        {
            guard let host = memory.tasks.continued[record.id], memory.tasks.hosts[host] == nil else {
                continue
            }
            throw Broken("the request \(record.id) has outlived its host \(host)")
        }
    }

    /// An application holds a task back only where its manifest does, or one of its hosts.
    private func expectReasonToWait() throws {
        if let end = memory.tasks.returnsUntil, now.awake < end { return }
        for record in memory.told.values where record.occurrence.dueSince != nil && record.activeRun == nil {
            guard let (name, request) = record.descriptor.program.applicationTask,
                isHeldByApplication(record, at: now)
            else { continue }
            let application = ApplicationID(owner: record.id.owner, name: name)
            counts["held back by the application", default: 0] += 1
            guard let manifest = scheduler.status(of: application).manifest, manifest.isEnabled,
                manifest.rules(of: request.identifier, request.kind) != nil,
                !applications.hosts.values.contains(where: { $0.application == application }),
                !isWaitingToStart(record)
            else { continue }
            throw Broken("\(record.id) waits for its application, which has no host and may start one")
        }
    }

    /// A process of it has just come and gone, or starts of it were in vain: then it is said until when.
    private func isWaitingToStart(_ record: JobRecord) -> Bool {
        scheduler.blockers(of: record.id, at: now).contains { blocker in
            guard case .application(_, let end?) = blocker else { return false }
            return now.wall < end && end <= now.wall.advanced(by: policy.rest.longest)
        }
    }

    func isHeldByApplication(_ record: JobRecord, at now: Now) -> Bool {
        record.descriptor.program.applicationTask != nil
            && scheduler.blockers(of: record.id, at: now).contains(where: \.isOfApplication)
    }

    // MARK: - At the end of a daemon

    /// Nothing that it has started outlives the daemon.
    func expectNothingLeft() throws {
        if let toy = applications.hosts.values.first(where: { $0.started != nil }) {
            throw Broken("the daemon has left, and host \(String(describing: toy.id)) is there")
        }
        if let run = processes.first(where: { $0.value.host == nil })?.key {
            throw Broken("the daemon has left, and run \(run) is active")
        }
    }
}

extension Blocker {
    var isOfApplication: Bool { if case .application = self { true } else { false } }
}
