// All gates, by what they ask for and by what they rest on.
import BGRunCalendar
import BGRunJob

/// The gates that somebody asks for, and what was observed for them.
///
/// A reading is given to the gates that rest on it and to no others; what a gate's change concerns is found through its
/// needs. The gates of external power and the network are there always, for the triggers and for people.
struct GateTable {
    /// The place of a gate, for as long as somebody asks for it.
    typealias Place = Int

    struct Entry {
        let key: GateKey
        var gate = Gate()
        /// When it becomes the other by time alone, as `idle` does.
        var changesAt: AwakeTime?
        /// Nobody knows whether it holds.
        fileprivate(set) var isImpeding = false
        /// The needs that it is part of.
        var needs: Set<Need> = []
        var users = 0
    }

    static let externalPower: Place = 0
    static let network: Place = 1

    private(set) var entries: [Entry?]
    private var free: [Place] = []
    /// By the digests of their keys: a table of tens of thousands is filled anew each time it grows, and a small one is
    /// soon filled.
    private var places = SplitDictionary<Int, Place>()
    /// Those whose digest is that of another one.
    private var collided: [GateKey: Place] = [:]
    private var bySubject = SplitDictionary<Subject, Set<Place>>()
    /// Gates that time alone moves.
    private var timed: Set<Place> = []
    /// Before this instant time moves none of them: events come in thousands, and each asks.
    private var firstMove: AwakeTime?
    /// Whether anybody has used the machine is to be looked at before it counts as idle.
    private var isIdleStale = false
    /// Gates that have opened or closed since they were taken.
    private var moved: Set<Place> = []
    private(set) var seen = Observations()

    /// - Parameter hasOnlineCheck: Whether the policy describes a connectivity check.
    init(hasOnlineCheck: Bool = false) {
        entries = []
        seen.hasOnlineCheck = hasOnlineCheck
        for requirement in [Requirement.externalPower, .network] {
            _ = add(GateKey(requirement, owner: .root))
        }
    }

    subscript(place: Place) -> Entry {
        guard let entry = entries[place] else { preconditionFailure("there is no gate at \(place)") }
        return entry
    }

    func isThere(_ place: Place) -> Bool { entries[place] != nil }

    /// Checks that another network may answer in another way.
    private(set) var networkChecks: Set<Subject> = []

    /// Whether a look at who uses the machine is wanted, once.
    mutating func takeIdleLook() -> Bool {
        defer { isIdleStale = false }
        return isIdleStale
    }

    /// Time would make the machine count as idle: that is to be looked at first.
    mutating func lookBeforeIdle(_ place: Place) {
        entries[place]?.changesAt = nil
        isIdleStale = true
        schedule(place)
    }

    /// Gates that have opened or closed, in a fixed order.
    mutating func takeMoved() -> [Place] {
        guard !moved.isEmpty else { return [] }
        defer { moved = [] }
        return moved.filter { entries[$0] != nil }.sorted()
    }

    /// Changes a gate, and notes whether that opens or closes it.
    @discardableResult
    private mutating func change<Value>(_ place: Place, _ body: (inout Gate) -> Value) -> Value? {
        guard var gate = entries[place]?.gate else { return nil }
        let wasOpen = gate.isOpen
        defer {
            entries[place]?.gate = gate
            if gate.isOpen != wasOpen { moved.insert(place) }
            schedule(place)
        }
        return body(&gate)
    }

    /// All of them, in a fixed order.
    var all: [(place: Place, entry: Entry)] {
        entries.enumerated().compactMap { place, entry in entry.map { (place, $0) } }
    }

    func place(of key: GateKey) -> Place? {
        guard let place = places[key.digest] else { return nil }
        return self[place].key == key ? place : collided[key]
    }

    // MARK: - What was seen

    mutating func see(_ power: PowerReading) { seen.power = power }

    mutating func see(_ network: NetworkReading) { seen.network = network }

    mutating func see(_ observation: Observation, of subject: Subject) { seen.see(observation, of: subject) }

    // MARK: - Who asks

    /// The gate's place; made where there was none.
    mutating func ask(
        for key: GateKey, _ interests: inout InterestTable, simulation: SimulatedConditions?,
        policy: Policy, at now: Now
    ) -> Place {
        let place = place(of: key) ?? add(key)
        entries[place]?.users += 1
        guard self[place].users == 1 else { return place }
        if key.simulation == nil {
            ask(for: key.subjects, &interests)
        } else {
            // What is seen goes on being observed, to be shown and to be there afterwards.
            _ = ask(
                for: GateKey(real: key), &interests, simulation: nil, policy: policy, at: now)
        }
        if let simulation {
            begin(simulation, at: place, policy, at: now)
        } else if key.requirement.kind == .idle, seen.values[.idle] != nil {
            // What was seen a while ago says nothing of who has come since.
            isIdleStale = true
        } else {
            _ = judge(place, simulation: nil, policy, at: now)
        }
        return place
    }

    /// What is simulated begins as it is, and then changes: so that it takes the time that it would take.
    private mutating func begin(
        _ simulation: SimulatedConditions, at place: Place, _ policy: Policy, at now: Now
    ) {
        let key = self[place].key
        if let real = self.place(of: GateKey(real: key)) {
            let gate = self[real].gate
            entries[place]?.gate = gate
        }
        _ = judge(place, simulation: simulation, policy, at: now)
    }

    mutating func giveUp(_ place: Place, _ interests: inout InterestTable) {
        entries[place]?.users -= 1
        let entry = self[place]
        guard entry.users == 0, place > Self.network else {
            if entry.users == 0 { dropInterests(of: entry.key, &interests) }
            return
        }
        dropInterests(of: entry.key, &interests)
        for subject in entry.key.subjects {
            bySubject[subject]?.remove(place)
            guard bySubject[subject] == [] else { continue }
            bySubject[subject] = nil
            if subject.isOnline || subject.interest != nil { continue }
            networkChecks.remove(subject)
            seen.see(nil, of: subject)
        }
        if places[entry.key.digest] == place {
            places[entry.key.digest] = nil
            // Another one with this digest takes its place in the table.
            if let (key, other) = collided.first(where: { $0.key.digest == entry.key.digest }) {
                places[key.digest] = other
                collided[key] = nil
            }
        } else {
            collided[entry.key] = nil
        }
        timed.remove(place)
        entries[place] = nil
        free.append(place)
        if entry.key.simulation != nil, let real = self.place(of: GateKey(real: entry.key)) {
            giveUp(real, &interests)
        }
    }

    private mutating func ask(for subjects: [Subject], _ interests: inout InterestTable) {
        for subject in subjects {
            guard let interest = subject.interest else { continue }
            interests.ask(for: interest)
            guard subject == .connection, !seen.isConnectionAsked else { continue }
            // What was believed without NetworkManager is judged anew with it.
            seen.isConnectionAsked = true
            if seen.values[.connection] == nil { forget(Self.network) }
        }
    }

    private mutating func dropInterests(of key: GateKey, _ interests: inout InterestTable) {
        guard key.simulation == nil else { return }
        for subject in key.subjects {
            guard let interest = subject.interest else { continue }
            interests.giveUp(interest)
        }
    }

    /// What is not observed any more is not known either. Until then it is: of what another job asks for in the same turn
    /// nobody would tell again.
    mutating func forget(_ givenUp: [Interest]) {
        for case .subject(let subject) in givenUp {
            seen.see(nil, of: subject)
            if subject == .connection { seen.isConnectionAsked = false }
        }
    }

    private mutating func add(_ key: GateKey) -> Place {
        let place = free.popLast() ?? entries.count
        if place == entries.count {
            entries.append(Entry(key: key))
        } else {
            entries[place] = Entry(key: key)
        }
        if places[key.digest] == nil { places[key.digest] = place } else { collided[key] = place }
        for subject in key.subjects {
            bySubject[subject, default: []].insert(place)
            if case .check(let check) = subject, check.question.isOfNetwork { networkChecks.insert(subject) }
        }
        return place
    }

    mutating func enter(_ need: Need, at place: Place) { entries[place]?.needs.insert(need) }

    mutating func leave(_ need: Need, at place: Place) { entries[place]?.needs.remove(need) }

    // MARK: - What is seen

    func hasGates(restingOn subject: Subject) -> Bool { bySubject[subject] != nil }

    /// In a fixed order.
    func gates(restingOn subject: Subject) -> [Place] { bySubject[subject].map { $0.sorted() } ?? [] }

    /// Gives a gate what was seen, or what is simulated; true when anything that people can see has changed.
    mutating func judge(
        _ place: Place, simulation: SimulatedConditions?, _ policy: Policy, at now: Now
    ) -> Bool {
        let entry = self[place]
        let requirement = entry.key.requirement
        guard
            let judgement = requirement.judge(
                seen, owner: entry.key.owner ?? .root, simulation: simulation, at: now)
        else { return false }
        entries[place]?.changesAt = judgement.changesAt
        let lossSettle = requirement.lossSettle(
            policy, isContradicted: seen.power?.isContradicted ?? false)
        return change(place) { gate in
            gate.read(
                judgement.verdict, reason: judgement.reason, settle: requirement.settle(policy),
                lossSettle: lossSettle, at: now)
        } ?? false
    }

    /// - Returns: Whether that is so from now on.
    mutating func note(isImpeding: Bool, _ place: Place) -> Bool {
        defer { entries[place]?.isImpeding = isImpeding }
        return isImpeding && !self[place].isImpeding
    }

    /// What was read counts no more.
    mutating func forget(_ place: Place) {
        entries[place]?.changesAt = nil
        change(place) { $0.forget() }
    }

    mutating func woke(_ policy: Policy, at now: Now) {
        for place in entries.indices where entries[place] != nil {
            change(place) { $0.woke(settle: policy.settle.wake, at: now) }
        }
    }

    // MARK: - Time

    private mutating func schedule(_ place: Place) {
        guard let instant = move(of: place) else {
            timed.remove(place)
            return
        }
        timed.insert(place)
        firstMove = min(instant, firstMove ?? instant)
    }

    /// When time moves the gate.
    func move(of place: Place) -> AwakeTime? {
        guard let wakeup = entries[place]?.gate.wakeup else { return entries[place]?.changesAt }
        return entries[place]?.changesAt.map { min($0, wakeup) } ?? wakeup
    }

    /// Gates that time moves, in no order.
    var timedGates: Set<Place> { timed }

    /// Those that time moves by now, in a fixed order; of many so many.
    mutating func dueGates(by now: Now, atMost most: Int) -> [Place] {
        guard let first = firstMove, first <= now.awake, most > 0 else { return [] }
        var moving: [Place] = []
        firstMove = nil
        for place in timed {
            guard let instant = move(of: place) else { continue }
            if instant <= now.awake {
                moving.append(place)
            } else {
                firstMove = min(instant, firstMove ?? instant)
            }
        }
        if moving.count > most { firstMove = first }
        return Array(moving.sorted().prefix(most))
    }

    mutating func pass(_ place: Place, to now: Now) -> Gate.Passage {
        change(place) { $0.pass(to: now) } ?? .nothing
    }
}
