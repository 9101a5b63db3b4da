// Looking at what tells of no change itself: before a start, and at full minutes while a due job waits for nothing else.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// How a combination stands for a start at this very moment.
    enum Readiness: Hashable {
        case open
        /// It may be open: these are to be looked at first.
        case asks([GateTable.Place])
        case closed
    }

    /// Who wants to start a job.
    enum Starter {
        case schedule
        /// Who asks in person waits for no settle time, and believes power as it was read last.
        case person
    }

    /// A yes that is not fresh has to be confirmed, and what was not looked at may be anything.
    func readiness(
        of place: NeedTable.Place, for starter: Starter = .schedule, at now: Now
    ) -> Readiness {
        let entry = needs[place]
        if starter == .schedule, !entry.isRead { return entry.isOpen ? .open : .closed }
        // In one loop and without closures over all this, since each would copy the scheduler.
        var (sure, maybe, unread) = (Set<GateTable.Place>(), Set<GateTable.Place>(), Set<GateTable.Place>())
        var (stale, stage) = ([(gate: GateTable.Place, stage: Int)](), Int.max)
        for gate in entry.gates {
            let requirement = gates[gate].key.requirement
            let isOpen =
                switch starter {
                case .schedule: gates[gate].gate.isOpen
                case .person: gates[gate].gate.verdict == .yes
                }
            let isFresh = starter == .person && requirement.isPower || isFresh(gate, at: now)
            if isOpen, isFresh { sure.insert(gate) }
            if gates[gate].gate.state == .unread { unread.insert(gate) }
            guard isOpen || requirement.kind.isLookedAt && !isFresh else { continue }
            maybe.insert(gate)
            guard !isFresh else { continue }
            stale.append((gate, requirement.stage))
            stage = min(stage, requirement.stage)
        }
        if entry.holds(sure) { return .open }
        guard entry.holds(maybe) else {
            // Who asks in person, right after the job was submitted, waits for the first word on it.
            return starter == .person && entry.holds(maybe.union(unread)) ? .asks([]) : .closed
        }
        // A host is asked when all else is known to hold, and a program before it.
        return .asks(stale.filter { $0.stage == stage }.map(\.gate))
    }

    private func isFresh(_ place: GateTable.Place, at now: Now) -> Bool {
        let entry = gates[place]
        if entry.key.simulation != nil { return true }
        if entry.key.requirement.isPower { return power.isFresh(at: now) }
        guard entry.key.requirement.kind.isLookedAt else { return true }
        for subject in entry.key.subjects
        where !looks.isFresh(subject, holds: entry.gate.verdict == .yes, at: now) { return false }
        return true
    }

    /// Few checks may be under way at once: whose answer is oldest, or who has none, comes first.
    func inTurn(_ places: [GateTable.Place]) -> [GateTable.Place] {
        let lastLooks = places.map { place in
            gates[place].key.subjects.map { looks.lastLook(at: $0) }.min() ?? .beginning
        }
        return places.indices.sorted { (lastLooks[$0], $0) < (lastLooks[$1], $1) }.map { places[$0] }
    }

    /// Looks at what a combination asks for.
    mutating func look(at places: [GateTable.Place], now: Now) {
        for place in places {
            let key = gates[place].key
            if key.requirement.isPower {
                askForPower()
                continue
            }
            for subject in key.subjects where looks.ask(subject, at: now) { signals.append(.read(subject)) }
        }
    }

    /// Who asks in person is not told what was seen long ago: what did not hold is looked at again.
    mutating func forgetDenials(of job: Job) {
        for place in needs[job.needs].gates {
            let entry = gates[place]
            guard entry.key.requirement.kind.isLookedAt, entry.gate.verdict != .yes else { continue }
            for subject in entry.key.subjects where !looks.isAsking(subject) { looks.forget(subject) }
        }
    }

    /// Ends checks that take too long.
    mutating func passLooks(to now: Now) {
        for subject in looks.overdue(at: now) {
            guard case .check(let check) = subject else { continue }
            signals.append(.abandon(subject))
            tried = []
            observed(
                subject, .answered(false, "did not answer within \(check.timeBudget.text)"), at: now)
        }
    }

    /// When the next look is worth taking: only where a due job waits for nothing else.
    func lookWakeup(at now: Now) -> Wakeup? {
        var first = looks.firstDeadline.map { Wakeup(.awake($0), .checkEnds) }
        if let instant = lookTick(at: now) {
            let tick = Wakeup(.awake(instant), .look)
            first = [first, tick].compactMap { $0 }.min {
                $0.deadline.left(at: now) < $1.deadline.left(at: now)
            }
        }
        return first
    }

    /// The next full minute at which something is looked at again; nil while nothing is.
    private func lookTick(at now: Now) -> AwakeTime? {
        guard isStarting, activeRuns < policy.maxRuns else { return nil }
        var first: AwakeTime?
        for place in needs.candidates where needs[place].isRead {
            guard let tick = lookTick(of: place, at: now) else { continue }
            first = min(first ?? tick, tick)
        }
        return first
    }

    /// When a look at what does not hold may show that all does: not while another one is believed not to.
    private func lookTick(of place: NeedTable.Place, at now: Now) -> AwakeTime? {
        var ends: [(gate: GateTable.Place, end: AwakeTime)] = []
        for gate in polledGates(of: place, at: now) {
            if let end = freshEnd(of: gate, at: now) { ends.append((gate, end)) }
        }
        let entry = needs[place]
        var open = Set<GateTable.Place>()
        for gate in entry.gates where gates[gate].gate.isOpen { open.insert(gate) }
        for instant in ends.map(\.end).sorted() {
            for (gate, end) in ends where end <= instant { open.insert(gate) }
            if entry.holds(open) { return instant }
        }
        return nil
    }

    /// Until when it is believed not to hold; nil where no look is worth it before something else happens.
    private func freshEnd(of place: GateTable.Place, at now: Now) -> AwakeTime? {
        let entry = gates[place]
        if !isFresh(place, at: now) { return now.awake }
        // After a sleep it holds, and does not count yet.
        if entry.gate.verdict == .yes { return entry.gate.wakeup }
        return entry.key.subjects.compactMap { looks.freshEnd(of: $0, holds: false) }.max()
    }

    /// Gates that are looked at again, since a due job waits for nothing else.
    private func polledGates(at now: Now) -> [GateTable.Place] {
        needs.candidates.flatMap { polledGates(of: $0, at: now) }
    }

    private func polledGates(of place: NeedTable.Place, at now: Now) -> [GateTable.Place] {
        guard readiness(of: place, at: now) == .closed else { return [] }
        var polled: [GateTable.Place] = []
        for gate in needs[place].gates {
            let key = gates[gate].key
            if key.requirement.kind.isLookedAt, key.simulation == nil, !gates[gate].gate.isOpen {
                polled.append(gate)
            }
        }
        return polled
    }

    /// What is looked at again and again now, for `doctor`; each once, in a fixed order.
    package func polledRequirements(at now: Now) -> [Requirement] {
        Set(polledGates(at: now)).sorted().map { gates[$0].key.requirement }
            .filter { $0.kind != .reachable }
    }
}

extension Requirement {
    /// What is cheap is looked at first.
    fileprivate var stage: Int { kind.row.stage?.rawValue ?? 0 }
}
