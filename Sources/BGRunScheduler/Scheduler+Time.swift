// What time alone brings about: agendas that come up, gates that settle, sleep and clock changes.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Brings everything up that is due by now.
    mutating func pass(to now: Now) {
        while let entry = wallAgenda.first(in: jobs), entry.at <= now.wall {
            wallAgenda.removeFirst()
            apply(.becameDue(since: entry.at), to: entry.job, at: now)
        }
        while let entry = bootAgenda.first(in: jobs), entry.at <= now.boot {
            bootAgenda.removeFirst()
            let since = now.wall.advanced(by: now.boot.duration(to: entry.at))
            apply(isScheduled(entry.job) ? .becameDue(since: since) : .restEnded, to: entry.job, at: now)
        }
        while let entry = awakeAgenda.first(in: jobs), entry.at <= now.awake {
            awakeAgenda.removeFirst()
            apply(isRunning(entry.job) ? .budgetEnded : .graceEnded, to: entry.job, at: now)
        }
        for requirement in Requirement.allCases {
            switch gates[requirement.index].pass(to: now) {
            case .nothing: break
            case .opened: revision &+= 1
            case .lossCounts: stopRuns(thatNeed: requirement, at: now)
            }
        }
        passPower(to: now)
        ledger.pass(to: now)
    }

    private func isScheduled(_ id: JobID) -> Bool { jobs[id]?.phase == .scheduled }

    private func isRunning(_ id: JobID) -> Bool {
        guard case .running = jobs[id]?.phase else { return false }
        return true
    }

    /// Notices that the machine has slept since the last event: the boot clock has moved more than the awake one.
    mutating func notice(sleepUntil now: Now) {
        defer { asleep = now.asleep }
        // The clocks are read one after the other, so a difference of some microseconds is no sleep.
        guard let before = asleep, now.asleep - before > .milliseconds(500) else { return }
        for requirement in Requirement.allCases {
            gates[requirement.index].woke(
                settle: policy.settle.wake, lossSettle: policy.lossSettle.wake, at: now)
        }
        revision &+= 1
        power.expectEcho(at: now)
        askForPower()
    }

    /// The wall clock was set. Agendas hold instants, so they are right as they are; only grids that now lie
    /// more than one interval ahead are planned anew.
    mutating func replanAfterClockChange(at now: Now) {
        revision &+= 1
        for id in jobs.ids.sorted() {
            guard
                var job = jobs[id], job.phase == .scheduled, let every = job.descriptor.schedule,
                case .at(let instant) = job.planned, job.anchor < instant || job.number > 1,
                now.wall.duration(to: instant) > every.interval
            else { continue }
            job.planned = .at(every.next(after: now.wall, anchor: min(job.anchor, now.wall)))
            put(job)
            touch(id)
        }
    }

    /// The next instant at which something happens by time alone; nil while only outside events can.
    package mutating func nextWakeup(at now: Now) -> Wakeup? {
        var candidates: [Wakeup] = []
        if let entry = wallAgenda.first(in: jobs) {
            candidates.append(Wakeup(.wall(entry.at), .occurrenceDue(entry.job)))
        }
        if let entry = bootAgenda.first(in: jobs) {
            candidates.append(
                Wakeup(
                    .boot(entry.at), isScheduled(entry.job) ? .occurrenceDue(entry.job) : .restEnds(entry.job)
                ))
        }
        if let entry = awakeAgenda.first(in: jobs) {
            candidates.append(
                Wakeup(
                    .awake(entry.at), isRunning(entry.job) ? .budgetEnds(entry.job) : .graceEnds(entry.job)))
        }
        for requirement in Requirement.allCases {
            let gate = gates[requirement.index]
            guard let instant = gate.wakeup else { continue }
            switch gate.state {
            case .settling: candidates.append(Wakeup(.awake(instant), .settles(requirement)))
            case .lost: candidates.append(Wakeup(.awake(instant), .lossCounts(requirement)))
            case .unread, .open: break
            }
        }
        if let (instant, reason) = power.wakeup(interval: powerPollInterval) {
            candidates.append(Wakeup(.awake(instant), reason))
        }
        if let fault = ledger.fault { candidates.append(Wakeup(.awake(fault.retryAt), .saveRetry)) }
        return candidates.min { $0.deadline.left(at: now) < $1.deadline.left(at: now) }
    }
}

extension Requirement {
    /// The place of its gate.
    var index: Int {
        switch self {
        case .externalPower: 0
        case .network: 1
        }
    }
}
