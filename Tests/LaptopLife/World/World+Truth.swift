// What must be true after each turn.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    func expectTruth() throws {
        try expectObedience(by: now.awake)
        try expectStillness()
        // What was told while a save has failed may be taken back.
        guard !memory.isDoubtful else { return }
        counts["turns", default: 0] += 1
        // Looking at a thousand jobs after each turn would take minutes.
        guard memory.told.count < 100 || counts["turns", default: 0] % 128 == 0 else { return }
        try expectHours()
        try expectServices()
        try expectObservation()
        try expectWakefulness()
        try expectPlans()
        try expectOrder()
        try expectTasks()
        try noteFreedom()
        if counts["turns", default: 0] % 16 == 0 { try expectNoSilence() }
    }

    // MARK: - Sleep

    /// A sleep is let within 4 s; from then on until waking every run stands still, and none does after it.
    private func expectStillness() throws {
        if let lull = memory.lull, lull <= now.awake { memory.lull = nil }
        if let sleep, !sleep.isLet, sleep.announced.duration(to: now.awake) > .seconds(4) {
            throw Broken("the machine waits for more than 4 s to be let sleep")
        }
        if sleep?.isLet ?? false,
            let moving = processes.first(where: {
                $0.value.frozenAt == nil && !$0.value.isKilled && !mayMove($0.value, $0.key)
            })
        {
            throw Broken("run \(moving.key) works although the machine was let sleep")
        }
        if let still = processes.first(where: { $0.value.stillFor == .sleep }), sleep == nil,
            memory.lull == nil
        {
            throw Broken("run \(still.key) stands still although the machine is awake")
        }
    }

    /// A run that stands still is not charged.
    func expectWorkDone(_ process: Process, _ run: RunID, before reason: StopReason) throws {
        guard reason == .timeBudget || reason == .unresponsive, !memory.simulated.contains(process.job),
            process.status != .lost
        else { return }
        let worked = process.worksSince.duration(to: now.awake)
        if reason == .unresponsive, process.host != nil || process.progressLimit == nil {
            throw Broken("run \(run) owes no sign of life, and is told that it hangs")
        }
        // A continued task is told to end for want of progress too, and then at once; so is a run for want of a sign of life.
        if let limit = process.progressLimit, reason == .unresponsive || worked < process.timeBudget {
            let idle = process.progressed.duration(to: now.awake)
            counts[process.host == nil ? "hangs" : "ended without progress", default: 0] += 1
            guard limit <= idle, idle <= limit + .seconds(1) || process.isChargedLess else {
                throw Broken(
                    "run \(run) has made no progress for \(idle.text) of \(limit.text), and is told to end")
            }
            return
        }
        let isTooLong = process.timeBudget + .seconds(1) < worked && !process.isChargedLess
        guard process.timeBudget <= worked, !isTooLong else {
            throw Broken(
                "run \(run) has worked for \(worked.text) of \(process.timeBudget.text), and its budget ends")
        }
    }

    /// What is held awake is what the active runs ask for, as power stands.
    private func expectWakefulness() throws {
        var expected = Inhibition.none
        for record in running {
            // What stands still for a loss gets nothing done.
            if let run = record.activeRun?.run, let cause = processes[run]?.stillFor, cause != .sleep {
                continue
            }
            let keep = record.descriptor.keepAwake
            guard keep.when == .always || keep.when == .onExternalPower && memory.power == .yes else {
                continue
            }
            expected.sleepAndIdle = true
            if keep.withLidClosed { expected.lidSwitch = true }
            expected.why += "\(expected.why.isEmpty ? "runs " : ", ")\(record.id.identifier)"
        }
        guard held != expected else { return }
        throw Broken("held awake: \(held.notation); the runs ask for: \(expected.notation)")
    }

    // MARK: - Observation

    /// What is observed is what some job asks for, or a run.
    private func expectObservation() throws {
        var expected = Set<Interest>()
        for record in memory.told.values {
            expected.formUnion(record.descriptor.interests(of: record.id.owner))
            expected.formUnion(subjects(of: record))
        }
        // What is to start now is no job yet, and what it needs is looked at.
        for record in memory.urgent.values { expected.formUnion(subjects(of: record)) }
        let isRunning = memory.told.values.contains { $0.activeRun != nil }
        // Once there was a run, sleep is observed as long as there are jobs, and until one that was announced is over.
        let isWatched =
            observed.contains(.sleep) && (!memory.told.isEmpty || sleep != nil || memory.lull != nil)
        if isRunning || isWatched { expected.insert(.sleep) }
        guard observed != expected else { return }
        let names = { (interests: Set<Interest>) in interests.map(\.notation).sorted().joined(separator: ", ")
        }
        throw Broken("observed: \(names(observed)); asked for: \(names(expected))")
    }

    private func subjects(of record: JobRecord) -> Set<Interest> {
        let preferred = record.descriptor.preference?.requirements.leaves ?? []
        let asked = record.descriptor.requirements.leaves + preferred
        return Set(
            asked.flatMap { $0.subjects(of: record.id.owner) }.filter(\.isTold).map { .subject($0) })
    }

    // MARK: - Plans

    /// What is planned lies ahead, and what nothing blocks has started.
    private func expectPlans() throws {
        for record in memory.told.values where record.activeRun == nil {
            if record.occurrence.dueSince != nil {
                // Who waits for the answer of a check waits for nothing else.
                guard scheduler.blockers(of: record.id, at: now).isEmpty, inquiries.isEmpty else { continue }
                throw Broken("\(record.id) is due, nothing blocks it, and it does not start")
            }
            guard let planned = record.occurrence.plan.wall(at: now), planned <= now.wall else { continue }
            let state = scheduler.status(of: record.id, at: now)?.state
            guard state == .scheduled else { continue }
            throw Broken("\(record.id) was planned for \(planned.rfc3339), and is not due")
        }
    }

    private func next(of record: JobRecord, after base: WallTime) -> WallTime? {
        record.descriptor.schedules.compactMap { schedule -> WallTime? in
            var known = KnownZones(local: memory.localZone)
            if let name = schedule.zoneName { known[name] = zones[name] }
            return schedule.next(after: base, anchor: record.anchor, zones: known)
        }.min()
    }

    /// A job of fixed hours is silent for no longer than its schedule says, and a day.
    private func expectNoSilence() throws {
        for record in memory.told.values where record.occurrence.dueSince == nil && record.activeRun == nil {
            let descriptor = record.descriptor
            guard descriptor.hasFixedHours, descriptor.until == nil else { continue }
            var base = now.wall.advanced(by: .seconds(86_400))
            if case .date(let date)? = descriptor.earliestBegin { base = max(base, date) }
            // What was cancelled before its time is used up, and so is what a clock has brought that was set back since.
            if let used = record.progress.usedPoint,
                record.progress.usedAheadAt != nil || now.wall.duration(to: used) <= .seconds(86_400)
            {
                base = max(base, used)
            }
            var next = next(of: record, after: base)
            while let used = next, memory.used[record.id]?[used] != nil {
                next = self.next(of: record, after: used)
            }
            let latest = next?.advanced(by: descriptor.longestDelay)
            guard let latest, record.occurrence.plan.wall(at: now).map({ latest < $0 }) ?? true else {
                continue
            }
            throw Broken("\(record.id) has no run before \(latest.rfc3339): \(record.notation)")
        }
    }
}

extension JobDescriptor {
    /// What is to be observed for it.
    fileprivate func interests(of owner: UserID) -> Set<Interest> {
        var interests = Set<Interest>()
        if allowedHours != nil { interests.insert(.localZone) }
        for schedule in schedules {
            switch schedule {
            case .cron, .calendar: if schedule.zoneName == nil { interests.insert(.localZone) }
            case .event(.login, _), .event(.unlock, _): interests.insert(.sessions)
            case .path(let trigger):
                interests.insert(
                    .path(WatchedPath(path: trigger.path, owner: owner, isRecursive: trigger.isRecursive)))
            case .event(.device(let match), _): interests.insert(.subject(.device(match)))
            case .event(.mount(let target), _): interests.insert(.subject(.mount(target)))
            case .event, .every: break
            }
        }
        return interests
    }
}
