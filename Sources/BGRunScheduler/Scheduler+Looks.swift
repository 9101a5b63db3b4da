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
        func isOpen(_ place: GateTable.Place) -> Bool {
            switch starter {
            case .schedule: gates[place].gate.isOpen
            case .person: gates[place].gate.verdict == .yes
            }
        }
        func isFresh(_ place: GateTable.Place, at now: Now) -> Bool {
            starter == .person && gates[place].key.requirement.isPower || self.isFresh(place, at: now)
        }
        func holds(_ gate: (GateTable.Place) -> Bool) -> Bool { entry.all.allSatisfy { $0.holds(gate) } }
        if holds({ isOpen($0) && isFresh($0, at: now) }) { return .open }
        func maybe(_ place: GateTable.Place) -> Bool {
            isOpen(place) || (gates[place].key.requirement.kind.isLookedAt && !isFresh(place, at: now))
        }
        guard holds(maybe) else {
            // Who asks in person, right after the job was submitted, waits for the first word on it.
            let mayHold = holds { maybe($0) || gates[$0].gate.state == .unread }
            return starter == .person && mayHold ? .asks([]) : .closed
        }
        // A host is asked when all else is known to hold, and a program before it.
        let stale = entry.gates.filter { !isFresh($0, at: now) && maybe($0) }
        let stage = stale.map { gates[$0].key.requirement.stage }.min() ?? 0
        return .asks(stale.filter { gates[$0].key.requirement.stage == stage })
    }

    private func isFresh(_ place: GateTable.Place, at now: Now) -> Bool {
        let entry = gates[place]
        if entry.key.simulation != nil { return true }
        if entry.key.requirement.isPower { return power.isFresh(at: now) }
        guard entry.key.requirement.kind.isLookedAt else { return true }
        return entry.key.subjects.allSatisfy {
            looks.isFresh($0, holds: entry.gate.verdict == .yes, at: now)
        }
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
        return needs.candidates.compactMap { lookTick(of: $0, at: now) }.min()
    }

    /// When a look at what does not hold may show that all does: not while another one is believed not to.
    private func lookTick(of place: NeedTable.Place, at now: Now) -> AwakeTime? {
        let polled = polledGates(of: place, at: now).compactMap { place in
            freshEnd(of: place, at: now).map { (place, $0) }
        }
        return polled.map(\.1).sorted().first { instant in
            let stale = Set(polled.filter { $0.1 <= instant }.map(\.0))
            return needs[place].all.allSatisfy { formula in
                formula.holds { gates[$0].gate.isOpen || stale.contains($0) }
            }
        }
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
        return needs[place].gates.filter {
            gates[$0].key.requirement.kind.isLookedAt && gates[$0].key.simulation == nil
                && !gates[$0].gate.isOpen
        }
    }

    /// What is looked at again and again now, for `doctor`; each once, in a fixed order.
    package func polledRequirements(at now: Now) -> [Requirement] {
        Set(polledGates(at: now)).sorted().map { gates[$0].key.requirement }
            .filter { $0.kind != .reachable }
    }
}

extension Requirement {
    /// What is cheap is looked at first.
    fileprivate var stage: Int {
        switch kind {
        case .reachable: 2
        case .command: 1
        case .externalPower, .batteryLevel, .charging, .network, .unmetered, .interface, .ssid, .vpn, .idle,
            .locked, .load, .pressure, .freeSpace, .pathExists, .mounted, .device, .lid, .powerSaver,
            .temperature:
            0
        }
    }
}
