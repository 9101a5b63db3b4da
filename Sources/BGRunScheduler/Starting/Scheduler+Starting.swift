// Which due jobs start now, and what keeps the others.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Runs that are active: started, and not seen to end.
    var activeRuns: Int { runs.count }

    /// Starts due jobs, the most pressing first, while gates, limits and pace let it.
    mutating func startWhatMay(at now: Now) {
        guard isStarting else { return }
        while activeRuns < policy.maxRuns, let (queue, entry) = nextReady(at: now) {
            needs.removeFirst(of: queue)
            start(entry.job, at: now)
        }
    }

    var isStarting: Bool {
        files != nil && !isShuttingDown && ledger.fault == nil && sleep.state == .awake
    }

    /// The most pressing job whose gates are all open.
    ///
    /// A job that needs power starts only on a fresh reading: some machines change without an event. A stale
    /// one is refreshed first; the answer is an event of its own and leads back here. So it is with all that is looked
    /// at, and with a late job and how busy the machine is.
    private mutating func nextReady(at now: Now) -> (ReadyQueue, Agenda<WallTime>.Entry)? {
        var best: (queue: ReadyQueue, entry: Agenda<WallTime>.Entry, urgency: Int64)?
        let hold = pace.hold(activeRuns: activeRuns, at: now)
        var asked: [GateTable.Place] = []
        for place in needs.candidates.subtracting(tried).sorted() {
            let first = firsts(of: place, hold, at: now)
            guard !first.isEmpty else { continue }
            switch readiness(of: place, at: now) {
            case .closed:
                tried.insert(place)
                continue
            case .asks(let gates):
                asked += gates
                tried.insert(place)
                continue
            case .open: break
            }
            for (queue, entry) in first {
                let urgency = queue.urgency(since: entry.at, at: now)
                if let best, urgency < best.urgency || urgency == best.urgency && best.entry < entry {
                    continue
                }
                best = (queue, entry, urgency)
            }
        }
        look(at: inTurn(asked), now: now)
        return best.map { ($0.queue, $0.entry) }
    }

    /// The first job of each queue that the pace lets go.
    private mutating func firsts(
        of place: NeedTable.Place, _ hold: Pace.Hold?, at now: Now
    ) -> [(ReadyQueue, Agenda<WallTime>.Entry)] {
        ReadyQueue.all.compactMap { lane, priority in
            let queue = ReadyQueue(needs: place, lane: lane, priority: priority)
            guard let entry = first(of: queue, at: now) else { return nil }
            if lane == .late, let hold {
                if hold == .unread { askForPressure() }
                return nil
            }
            return (queue, entry)
        }
    }

    /// The first job of a queue. Who has become late while waiting changes the lane.
    private mutating func first(of queue: ReadyQueue, at now: Now) -> Agenda<WallTime>.Entry? {
        while let entry = needs.first(of: queue, in: jobs) {
            guard queue.lane == .onTime, Pace.isLate(since: entry.at, at: now) else { return entry }
            needs.removeFirst(of: queue)
            needs.move(entry, to: queue.late)
        }
        return nil
    }

    /// Whether a late job waits for nothing but the pace.
    private mutating func isLateJobReady(at now: Now) -> Bool {
        needs.candidates.sorted().contains { place in
            Priority.allCases.contains {
                first(of: ReadyQueue(needs: place, lane: .late, priority: $0), at: now) != nil
            }
        }
    }

    // MARK: - Pace

    private mutating func askForPressure() {
        if pace.ask() { signals.append(.readPressure) }
    }

    /// How often the machine is looked at while it is too busy for late jobs; nil while none waits for that alone.
    /// `doctor` names it.
    package var pressurePollInterval: Duration? { pace.isPolling ? Pace.patience : nil }

    /// When a late job that waits for nothing else is worth another look.
    mutating func paceWakeup(at now: Now) -> AwakeTime? {
        pace.isPolling = false
        guard isStarting, activeRuns < policy.maxRuns, let hold = pace.hold(activeRuns: activeRuns, at: now),
            isLateJobReady(at: now)
        else { return nil }
        if case .busy = hold { pace.isPolling = true }
        return pace.wakeup(for: hold)
    }

    mutating func start(_ id: JobID, isForced: Bool = false, isSimulated: Bool = false, at now: Now) {
        guard let job = jobs[id], case .due(let since, _) = job.phase else {
            preconditionFailure("job \(id) is started although it is not due")
        }
        let run = Run(
            id: nextRun, due: since, started: now, timeBudget: job.descriptor.timeBudget,
            gracePeriod: job.descriptor.gracePeriod, isForced: isForced,
            isSimulated: isSimulated || simulation(of: id, job.descriptor) != nil)
        nextRun = nextRun.next
        pace.started(at: now)
        seePaths(id, at: now)
        apply(.cleared(run), to: id, at: now)
    }

    /// All that keeps a job from starting now, in the fixed order. There is no yes-or-no version.
    package func blockers(of id: JobID, at now: Now) -> [Blocker] {
        jobs[id].map { blockers(of: $0, at: now) } ?? []
    }

    func blockers(of job: Job, at now: Now) -> [Blocker] {
        guard job.phase.run == nil else { return [] }
        return plannedBlockers(of: job, at: now) + ownBlockers(of: job, at: now)
            + unmetRequirements(of: job, at: now) + limits(of: job, at: now)
    }

    /// What holds just this job back, beside its schedule and its requirements.
    func ownBlockers(of job: Job, at now: Now) -> [Blocker] {
        var blockers: [Blocker] = []
        if let pause = pause(of: job) {
            blockers.append(.paused(since: pause.since, until: pause.end?.wall(at: now)))
        }
        if !job.isEnabled { blockers.append(.disabled) }
        if let fault = job.fault { blockers.append(.invalid(fault)) }
        if case .due(_, let rest?) = job.phase {
            blockers.append(.resting(until: rest.wall(at: now), after: job.lastRun?.outcome ?? .deferred))
        }
        if let hours = job.descriptor.allowedHours, !hours.isOpen(at: now.wall, in: planner.zones.local) {
            blockers.append(.allowedHours(until: hours.nextChange(after: now.wall, in: planner.zones.local)))
        }
        return blockers
    }

    /// What its schedule says.
    private func plannedBlockers(of job: Job, at now: Now) -> [Blocker] {
        guard job.phase == .scheduled else { return [] }
        guard let planned = job.plan.wall(at: now) else {
            let isWaiting = job.descriptor.hasTrigger && !job.isPast(at: now)
            return [isWaiting ? triggerBlocker(for: job, at: now) : .ended]
        }
        return planned > now.wall ? [.earliestBeginDate(planned)] : []
    }

    /// What it waits for beside time, and why that may never come.
    private func triggerBlocker(for job: Job, at now: Now) -> Blocker {
        let words = job.descriptor.schedules.compactMap { schedule -> String? in
            switch schedule {
            case .event(let event): return event.words
            case .path(let trigger):
                let fault = triggers.faults[trigger.watched(for: job.id.owner)]
                return "\(trigger.path) to change" + (fault.map { " (\($0))" } ?? "")
            case .every, .cron, .calendar: return nil
            }
        }
        let settles = job.quiet.map { now.wall.advanced(by: now.boot.duration(to: $0.until)) }
        return .trigger(words.joined(separator: ", or for "), until: settles)
    }

    private func limits(of job: Job, at now: Now) -> [Blocker] {
        var blockers: [Blocker] = []
        if activeRuns >= policy.maxRuns {
            blockers.append(.limit(running: activeRuns, allowed: policy.maxRuns))
        } else if let since = job.dueSince, Pace.isLate(since: since, at: now),
            let hold = pace.hold(activeRuns: activeRuns, at: now)
        {
            blockers.append(.catchUp(hold, at: now))
        }
        if let fault = ledger.fault { blockers.append(.storage(fault.reason)) }
        if sleep.state != .awake { blockers.append(.sleep) }
        if isShuttingDown { blockers.append(.shutdown) }
        return blockers
    }
}

extension Blocker {
    fileprivate static func catchUp(_ hold: Pace.Hold, at now: Now) -> Blocker {
        switch hold {
        case .settling(let until):
            .catchUp(
                until: now.wall(at: until), reason: "what was missed is made up for once things have settled")
        case .looking(let until):
            .catchUp(until: now.wall(at: until), reason: "what was missed is made up for one by one")
        case .unread: .catchUp(until: nil, reason: "what was missed is made up for one by one")
        case .busy(let reason): .catchUp(until: nil, reason: "\(reason); late jobs start one after the other")
        }
    }
}
