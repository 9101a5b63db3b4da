// Requirements of runs: who loses them is told or frozen, once it lasts, and nobody else.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    /// Whether the run has lost what it needs by an instant, so that it has to be ended or frozen.
    private func isLost(_ process: Process, by instant: AwakeTime) -> Bool {
        sightings.lossesFrom < instant
            && !process.needs.holds { requirement in
                guard requirement.kind.isLosable else { return true }
                let leaf = sightings.leaf(requirement, for: process.job)
                return leaf.state != .lost || instant < leaf.counts
            }
    }

    /// Whether it may be told that it has, by a requirement of the kind.
    private func mayBeLost(_ process: Process, _ kind: Requirement.Kind?) -> Bool {
        guard sightings.lossesFrom <= now.awake else { return false }
        let isLost = { (requirement: Requirement) in
            requirement.kind.isLosable
                && self.sightings.leaf(requirement, for: process.job).isLost(at: self.now)
        }
        if let kind, !process.needs.leaves.contains(where: { $0.kind == kind && isLost($0) }) { return false }
        return !process.needs.holds { !isLost($0) }
    }

    /// Nobody can be told any more in a host that is to leave.
    private func isEnding(_ host: HostID?) -> Bool {
        host.map { memory.tasks.hosts[$0]?.isEnding ?? true } ?? false
    }

    func mayGoOn(_ process: Process, by instant: AwakeTime) -> Bool {
        process.needs.holds { requirement in
            guard requirement.kind.isLosable else { return true }
            let leaf = sightings.leaf(requirement, for: process.job)
            return leaf.state == .held && leaf.counts <= instant
        }
    }

    private var isObedienceExpected: Bool {
        sleep == nil && memory.lull == nil && sightings.doubtEnds < now.awake
    }

    /// No run goes on without what it needs, and none stands still that has it, or for too long.
    func expectObedience(by instant: AwakeTime) throws {
        guard isObedienceExpected else { return }
        for (run, process) in processes
        where !process.wasTold && !process.isKilled && process.status != .lost && !process.isMainGone {
            // A task that stands still in name goes on once it may, and nobody sees that.
            if process.stillFor == .loss, areHoursOver(process), process.hours?.end == .freeze,
                mayGoOn(process, by: instant)
            {
                // It goes on standing still, for its hours.
                processes[run]?.stillFor = .hours
            } else if process.stillFor == .hours {
                continue
            } else if process.stillFor == .loss, process.frozenAt == nil {
                if mayGoOn(process, by: instant) { processes[run]?.stillFor = nil }
            } else if process.stillFor == .loss {
                if mayGoOn(process, by: instant) {
                    throw Broken("run \(run) stands still and has what it needs")
                }
                if let since = process.frozenAt, since.advanced(by: policy.freezeLimit) <= instant {
                    throw Broken("run \(run) stands still for longer than it may")
                }
            } else if process.frozenAt == nil, process.loss != .finish, isLost(process, by: instant),
                !isEnding(process.host)
            {
                throw Broken("run \(run) goes on without what it needs")
            }
        }
    }

    /// Nobody is told of a loss that is none, and who asks to stand still or to finish is not ended for it.
    func expectLoss(_ process: Process, _ run: RunID, told reason: StopReason) throws {
        guard case .requirementLost(let kind) = reason, !memory.simulated.contains(process.job),
            process.status != .lost,
            isObedienceExpected
        else { return }
        switch process.loss {
        case .finish: throw Broken("run \(run) is ended for a loss, and was to finish")
        case .stop:
            guard !mayBeLost(process, kind) else { return }
            throw Broken("run \(run) is told of a loss of \(kind.rawValue) that is none")
        case .freeze where process.host != nil:
            guard process.stillFor == .loss || mayBeLost(process, kind) else {
                throw Broken("run \(run) is told of a loss of \(kind.rawValue) that is none")
            }
        case .freeze:
            guard process.stillFor == .loss, let since = process.frozenAt,
                policy.freezeLimit <= since.duration(to: now.awake)
            else { throw Broken("run \(run) is ended for a loss before its time") }
        }
    }

    /// Why a run is made to stand still: the sleep that is coming, or a loss.
    func causeToStandStill(_ process: Process, _ run: RunID) throws -> Process.StandStill {
        let isLull = memory.lull.map { now.awake < $0 } ?? false
        // What was told to end stands still for nothing but sleep.
        if process.wasTold {
            guard sleep != nil || isLull || !isObedienceExpected else {
                throw Broken("run \(run) is told to end and made to stand still")
            }
            return .sleep
        }
        if sleep == nil, process.hours?.end == .freeze, areHoursOver(process) { return .hours }
        if sleep != nil || isLull { return .sleep }
        guard isObedienceExpected else { return .loss }
        guard process.loss == .freeze, mayBeLost(process, nil) else {
            throw Broken("run \(run) is made to stand still for nothing")
        }
        return .loss
    }

    // MARK: - Hours

    /// Whether the hours are over that the run was started in.
    private func areHoursOver(_ process: Process) -> Bool {
        process.hours.map { !$0.windows.isOpen(at: now.wall, in: memory.localZone) } ?? false
    }

    /// No run goes on beyond hours that are to end it, and none stands still for them in them.
    func expectHours() throws {
        guard isObedienceExpected else { return }
        for (run, process) in processes
        where !process.wasTold && !process.isKilled && process.status != .lost && !process.isMainGone {
            guard let hours = process.hours else { continue }
            if !areHoursOver(process) {
                if process.stillFor == .hours, process.loss == .finish || mayGoOn(process, by: now.awake) {
                    throw Broken("run \(run) stands still in its hours")
                }
            } else if hours.end == .stop || process.stillFor == nil {
                throw Broken("run \(run) goes on after its hours")
            }
        }
    }

    func expectHoursOver(_ process: Process, _ run: RunID, told reason: StopReason) throws {
        guard reason == .allowedHours, !memory.simulated.contains(process.job), process.status != .lost else {
            return
        }
        counts["ended with its hours", default: 0] += 1
        guard process.hours?.end == .stop, areHoursOver(process) else {
            throw Broken("run \(run) is told that its hours are over, and they are not")
        }
    }

    /// A service that has ended by itself is due again once what it requires is lost.
    func expectServices() throws {
        guard isObedienceExpected, sightings.lossesFrom < now.awake else { return }
        for record in memory.told.values
        where record.descriptor.kind == .service && record.occurrence.dueSince == nil
            && record.activeRun == nil
        {
            let isLost = !record.descriptor.requirements.holds { requirement in
                guard requirement.kind.isLosable else { return true }
                let leaf = sightings.leaf(requirement, for: record.id)
                return leaf.state != .lost || now.awake < leaf.counts
            }
            guard isLost, record.occurrence.plan == Plan() else { continue }
            throw Broken("\(record.id) has lost what it requires, and waits for that to be lost")
        }
    }

    func expectThaw(_ process: Process, _ run: RunID) throws {
        if process.stillFor == .hours, sleep == nil, areHoursOver(process) {
            throw Broken("run \(run) goes on before its hours begin")
        }
        guard process.stillFor == .loss, isObedienceExpected, !mayGoOn(process, by: now.awake) else { return }
        throw Broken("run \(run) goes on before what it needs is back")
    }
}
