// The conditions that somebody may see, found one by one.
import BGRunCalendar
import BGRunJob

/// What is observed, to one user: opposites as what they are the opposite of, each once.
///
/// What the list was made of may have gone before its turn comes, and its place may be somebody else's by then: then
/// nothing is shown of it.
package struct ConditionList: Sendable {
    /// A gate by its place and what it asked for.
    struct Item: Sendable {
        let place: GateTable.Place
        let digest: Int
    }

    private enum Content: Sendable {
        /// All there are, to root, from this place on.
        case all(GateTable.Place)
        case some(ArraySlice<Item>)
    }

    private var content: Content

    /// All of it.
    init() { content = .all(0) }

    init(_ items: [Item]) { content = .some(items[...]) }

    /// About how much memory it takes.
    package var bytes: Int {
        switch content {
        case .all: 0
        case .some(let items): items.count * MemoryLayout<Item>.stride
        }
    }

    /// The next gate; nil at the end, and nil inside where nothing is to be shown.
    fileprivate mutating func next(in gates: GateTable) -> GateTable.Place?? {
        switch content {
        case .all(let place):
            guard place < gates.entries.count else { return nil }
            content = .all(place + 1)
            return .some(gates.isThere(place) && !gates.isShownByAnother(place) ? place : nil)
        case .some(var items):
            guard let item = items.popFirst() else { return nil }
            content = .some(items)
            return .some(gates.digest(at: item.place) == item.digest ? item.place : nil)
        }
    }
}

extension GateTable {
    /// Whether it is an opposite, and what it is the opposite of is observed too.
    fileprivate func isShownByAnother(_ place: Place) -> Bool {
        let key = self[place].key
        guard case .not(let condition) = key.requirement else { return false }
        return self.place(of: GateKey(condition, owner: key.owner ?? .root)) != nil
    }

    fileprivate func digest(at place: Place) -> Int? { isThere(place) ? self[place].key.digest : nil }
}

extension Conditions {
    /// All there is.
    var list: ConditionList { ConditionList() }

    /// What these needs ask for, and what is observed always.
    func list(of needs: Set<Need>) -> ConditionList {
        var places: Set = [GateTable.externalPower, GateTable.network]
        for need in needs { addGates(of: need, to: &places) }
        var items: [ConditionList.Item] = []
        items.reserveCapacity(places.count)
        for place in places.sorted() {
            let key = gates[place].key
            if case .not(let condition) = key.requirement,
                let plain = gates.place(of: GateKey(condition, owner: key.owner ?? .root)),
                places.contains(plain)
            {
                continue
            }
            items.append(ConditionList.Item(place: place, digest: key.digest))
        }
        return ConditionList(items)
    }

    /// One step through what is observed.
    func next(in list: inout ConditionList, at now: Now) -> ListStep<DeviceStatus.Condition> {
        guard let next = list.next(in: gates) else { return .end }
        return next.flatMap { shown(at: $0, now: now) }.map { .element($0) } ?? .nothing
    }

    /// One step to what nobody can know, with how many jobs wait for it or run.
    ///
    /// - Parameter running: What the jobs with a run need, once for each of them.
    func nextUnknown(
        in list: inout ConditionList, at now: Now, running: @autoclosure () -> [Need]
    ) -> ListStep<(requirement: Requirement, reason: String, jobs: Int)> {
        guard let next = list.next(in: gates) else { return .end }
        return next.flatMap { unknown(at: $0, now: now, running) }.map { .element($0) } ?? .nothing
    }

    /// What is observed always, whoever asks for it.
    func alwaysShown(at now: Now) -> [DeviceStatus.Condition] {
        [GateTable.externalPower, GateTable.network].compactMap { shown(at: $0, now: now) }
    }

    /// Whether a user's jobs ask for a condition that is nobody's own.
    ///
    /// - Parameter text: As history has it.
    func isAsked(_ text: String, by user: UserID) -> Bool {
        [false, true].contains { isSimulated in
            let known = RememberedCondition(text: text, owner: nil, isSimulated: isSimulated)
            guard let place = remembered[known]?.place, gates.isThere(place) else { return false }
            let key = gates[place].key
            // Nobody may ask for it any more, and its place be another's.
            guard RememberedCondition(key) == known else { return false }
            return [key.requirement, key.requirement.opposite].contains {
                isAsked(GateKey($0, owner: user, simulation: key.simulation), by: user)
            }
        }
    }

    /// Also those of what is seen, where something is simulated in its place.
    private func addGates(of need: Need, to places: inout Set<GateTable.Place>) {
        guard need != .none else { return }
        for place in needs[need].gates {
            places.insert(place)
            let key = gates[place].key
            if key.simulation != nil, let real = gates.place(of: GateKey(real: key)) { places.insert(real) }
        }
    }

    private func shown(at place: GateTable.Place, now: Now) -> DeviceStatus.Condition? {
        let entry = gates[place]
        let key = entry.key
        guard key.simulation == nil else { return nil }
        let isOpposite = if case .not = key.requirement { true } else { false }
        var settlesAt: WallTime?
        if case .settling(let until) = entry.gate.state { settlesAt = now.wall(at: until) }
        return DeviceStatus.Condition(
            requirement: key.requirement.condition, owner: key.owner,
            verdict: isOpposite ? entry.gate.verdict.opposite : entry.gate.verdict,
            reason: reason(of: place, at: now), since: entry.gate.since, settlesAt: settlesAt)
    }

    private func unknown(
        at place: GateTable.Place, now: Now, _ running: () -> [Need]
    ) -> (requirement: Requirement, reason: String, jobs: Int)? {
        let entry = gates[place]
        guard entry.key.simulation == nil, entry.users > 0, entry.gate.verdict == .unknown,
            entry.gate.state != .unread
        else { return nil }
        return (
            entry.key.requirement, reason(of: place, at: now),
            waiting(for: entry) + running().count(where: entry.needs.contains)
        )
    }

    private func isAsked(_ key: GateKey, by user: UserID) -> Bool {
        guard let place = gates.place(of: key) else { return false }
        if place == GateTable.externalPower || place == GateTable.network { return true }
        if gates[place].needs.contains(where: { needs[$0].key.owner == user }) { return true }
        // It is simulated for all jobs of theirs that ask for it.
        return simulations.active.contains { simulation in
            key.simulation == nil && (simulation.owner ?? user) == user
                && isAsked(GateKey(key.requirement, owner: user, simulation: simulation.id), by: user)
        }
    }
}
