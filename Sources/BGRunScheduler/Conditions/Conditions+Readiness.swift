// Whether what a need asks for is there at this very moment, and what has to be looked at to know.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// How a need stands for a start at this very moment.
    enum Readiness: Hashable {
        case ready
        /// It may be ready: these gates are to be looked at first.
        case asks([GateTable.Place])
        case lacking
    }

    /// Who wants to start a job.
    enum Starter {
        case schedule
        /// Who asks in person waits for no settle time, and believes power as it was read last.
        case person
    }

    /// Those with a job that waits while all that is told by events holds, in a fixed order.
    var ownersWaiting: [UserID] { needs.open.count > 1 ? needs.open.keys.sorted() : Array(needs.open.keys) }

    /// An owner's needs with which a job waits and which may be ready, in a fixed order.
    func promising(of owner: UserID) -> [Need] {
        guard let untried = needs.untried[owner] else { return [] }
        return untried.filter { !unjudged.contains($0) }.sorted()
    }

    /// Whether a need may be ready that was not tried since something was seen of it.
    func mayTry(_ need: Need) -> Bool {
        !unjudged.contains(need) && needs.untried[needs[need].key.owner]?.contains(need) ?? false
    }

    /// Needs for which there was no room, and which are tried at once when there is some.
    private static var mostCrowded: Int { 32 }

    /// An owner's needs with which a job waits while all that is told by events holds.
    func open(of owner: UserID) -> [Need] { needs.open[owner]?.sorted() ?? [] }

    /// A yes that is not fresh has to be confirmed, and what was not looked at may be anything.
    func readiness(of need: Need, for starter: Starter, at now: Now) -> Readiness {
        let entry = needs[need]
        if starter == .schedule, !entry.isRead { return entry.isOpen ? .ready : .lacking }
        // In one loop and without closures over all this, since each would copy it.
        var (sure, maybe, unread) = (Set<GateTable.Place>(), Set<GateTable.Place>(), Set<GateTable.Place>())
        var (stale, stage) = ([(gate: GateTable.Place, stage: Int)](), Int.max)
        for gate in entry.gates {
            let requirement = gates[gate].key.requirement
            let isUnread = gates[gate].gate.state == .unread
            let isOpen =
                switch starter {
                case .schedule: gates[gate].gate.isOpen
                case .person: gates[gate].gate.verdict == .yes && !isUnread
                }
            let isFresh = starter == .person && requirement.isPower || isFresh(gate, at: now)
            if isOpen, isFresh { sure.insert(gate) }
            if isUnread { unread.insert(gate) }
            guard isOpen || requirement.kind.isLookedAt && !isFresh else { continue }
            maybe.insert(gate)
            guard !isFresh else { continue }
            stale.append((gate, requirement.stage))
            stage = min(stage, requirement.stage)
        }
        if entry.holds(sure) { return .ready }
        guard entry.holds(maybe) else {
            // Who asks in person, right after the job was submitted, waits for the first word on it.
            return starter == .person && entry.holds(maybe.union(unread)) ? .asks([]) : .lacking
        }
        // A host is asked when all else is known to hold, and a program before it.
        return .asks(stale.filter { $0.stage == stage }.map(\.gate))
    }

    /// The same for the schedule, which tries what is not ready again only when something new was seen of it, or an
    /// instant has come at which a look is worth it.
    mutating func tryOut(_ need: Need, at now: Now) -> Readiness {
        let readiness = readiness(of: need, for: .schedule, at: now)
        if readiness == .ready { return readiness }
        needs.set(tried: true, at: need)
        let next = readiness == .lacking ? nextLook(of: need, at: now) : nil
        lookPlan.set(next, for: need, of: needs[need].key.owner)
        return readiness
    }

    /// Something was seen, or is no longer believed, of these: they may be tried again.
    mutating func touch(_ needs: some Sequence<Need>) {
        for need in needs { self.needs.set(tried: false, at: need) }
    }

    /// Those may be tried again for which an instant has come.
    mutating func tryDue(at now: Now) {
        // Something is not under way any more: whoever could not look before may look now, some at a time.
        let free = looks.takeRoom()
        for (owner, needs) in crowded where free.contains(owner) || looks.isQuiet(owner) {
            let next = needs.sorted().prefix(Self.mostCrowded)
            let rest = needs.subtracting(next)
            crowded[owner] = rest.isEmpty ? nil : rest
            if !rest.isEmpty { looks.wait(owner) }
            touch(next)
        }
        touch(lookPlan.takeDue(by: now))
    }

    private func isFresh(_ place: GateTable.Place, at now: Now) -> Bool {
        let entry = gates[place]
        if entry.key.simulation != nil { return true }
        if entry.key.requirement.isPower { return power.isFresh(at: now) }
        guard entry.key.requirement.kind.isLookedAt else { return true }
        if entry.key.requirement.kind == .online, !gates.seen.hasOnlineCheck { return true }
        for subject in entry.key.subjects
        where !looks.isFresh(subject, holds: entry.gate.verdict == .yes, at: now) { return false }
        return true
    }

    // MARK: - Looks

    /// Looks at what a need asks for.
    mutating func look(at places: [GateTable.Place], now: Now) {
        for place in places {
            let key = gates[place].key
            if key.requirement.isPower {
                askForPower()
                continue
            }
            for subject in key.subjects where !looks.isAsking(subject) {
                if looks.ask(subject, at: now) {
                    orders.reads.append(.read(subject))
                } else {
                    for need in gates[place].needs {
                        crowded[needs[need].key.owner, default: []].insert(need)
                    }
                }
            }
        }
    }

    /// Few checks may be under way at once: whose answer is oldest, or who has none, comes first.
    func inTurn(_ places: [GateTable.Place]) -> [GateTable.Place] {
        let lastLooks = places.map { place in
            gates[place].key.subjects.map { looks.lastLook(at: $0) }.min() ?? .beginning
        }
        return places.indices.sorted { (lastLooks[$0], $0) < (lastLooks[$1], $1) }.map { places[$0] }
    }

    mutating func askForPower() {
        if power.ask() { orders.reads.append(.readPower) }
    }

    /// Who asks in person is not told what was seen long ago: what did not hold is looked at again.
    mutating func forgetDenials(of need: Need, at now: Now) {
        for place in needs[need].gates {
            let entry = gates[place]
            guard entry.key.requirement.kind.isLookedAt, entry.gate.verdict != .yes else { continue }
            for subject in entry.key.subjects
            where !looks.isAsking(subject) && !looks.isRecent(subject, at: now) { forgetLook(at: subject) }
        }
    }

    /// What was seen of it counts no more.
    mutating func forgetLook(at subject: Subject) {
        looks.forget(subject)
        for place in gates.gates(restingOn: subject) { touch(gates[place].needs) }
    }

    /// Whether an answer is waited for, so that nothing starts on what was seen before.
    func isBeingLookedAt(_ place: GateTable.Place) -> Bool {
        let key = gates[place].key
        guard key.requirement.kind.isLookedAt, key.simulation == nil else { return false }
        return key.subjects.contains { looks.isAsking($0) }
    }

    // MARK: - Looks at full minutes

    /// The next full minute at which something is looked at again for an owner, or now where there is room again for what
    /// had none; nil while none of their due jobs waits for that alone.
    mutating func nextLook(for owner: UserID, at now: Now) -> AwakeTime? {
        crowded[owner] != nil && looks.isQuiet(owner) ? now.awake : lookPlan.first(of: owner)
    }

    /// When a look at what does not hold may show that all does: not while another one is believed not to.
    private func nextLook(of need: Need, at now: Now) -> AwakeTime? {
        var ends: [(gate: GateTable.Place, end: AwakeTime)] = []
        for gate in polledGates(of: need) {
            if let end = freshEnd(of: gate, at: now) { ends.append((gate, end)) }
        }
        let entry = needs[need]
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

    /// Gates of a need that is lacking, which are looked at again, since a due job waits for nothing else.
    private func polledGates(of need: Need) -> [GateTable.Place] {
        var polled: [GateTable.Place] = []
        for gate in needs[need].gates {
            let key = gates[gate].key
            if key.requirement.kind.isLookedAt, key.simulation == nil, !gates[gate].gate.isOpen {
                polled.append(gate)
            }
        }
        return polled
    }

    /// What of a need is looked at again and again now, by kind.
    func polledKinds(of need: Need, at now: Now) -> [Requirement.Kind] {
        guard needs.isThere(need), needs.isPromising(need),
            readiness(of: need, for: .schedule, at: now) == .lacking
        else { return [] }
        return polledGates(of: need).map { gates[$0].key.requirement.kind }
    }
}
