// What knows requirements and readings, and knows no job.
import BGRunCalendar
import BGRunJob

/// The device as the requirements of jobs see it.
///
/// A ``Need`` is taken for requirements and given back. Readings go in by one door, and each looks only at what it
/// concerns: a subject has its gates, a gate the needs it is part of. The scheduler asks whether a need is ready or lost
/// or holds again, what of it is unmet, and when time alone brings something about; what is to be read, observed and kept
/// it takes with the orders of each turn.
struct Conditions {
    let policy: Policy
    var gates: GateTable
    var needs = NeedTable()
    /// The limits to which nothing holds a run on this machine: what asks for one can't be launched.
    let unheld: Set<ResourceRules.Hold>
    var looks = Looks()
    var power = PowerWatch()
    var simulations = Simulations()
    /// What is observed for the gates.
    var interests = InterestTable()
    /// The last verdicts that history was given.
    var remembered = SplitDictionary<RememberedCondition, Remembered>()
    /// Needs that are part of what has moved, and were not judged since: thousands may be.
    var unjudged = DistinctQueues<Need>()
    /// Gates whose subject was read, and that were not judged since, by turns of their owners.
    private var unjudgedGates = DistinctQueues<GateTable.Place>()
    var lookPlan = LookPlan()
    /// Before it no run is stopped or frozen for what it has lost: the machine has slept.
    private(set) var lossesFrom = AwakeTime.beginning
    /// Not all could be tried that may be ready: the portion was used up.
    var isCut = false
    /// Needs of which something was not looked at, since too much was under way.
    var crowded: [UserID: Set<Need>] = [:]
    /// What this turn has asked for so far.
    var orders = Orders()

    init(policy: Policy, unheld: Set<ResourceRules.Hold> = []) {
        self.policy = policy
        self.unheld = unheld
        gates = GateTable(hasOnlineCheck: policy.onlineCheck != nil)
    }

    /// What is asked for, and whether there is anything new to see.
    struct Orders {
        var stops: [Effects.Stop] = []
        /// What is read for the next decision.
        var reads: [Effects.Stop] = []
        var saves: [Change] = []
        var hasNews = false
        /// Needs of which something is not known any more.
        var impeded: Set<Need> = []
    }

    mutating func takeOrders() -> Orders {
        defer { orders = Orders() }
        return orders
    }

    mutating func takeInterests() -> InterestTable.Changes {
        gates.forget(interests.givenUp)
        return interests.takeChanges()
    }

    // MARK: - Readings

    /// What was seen of the device.
    enum Reading {
        case power(PowerReading, PowerReadingCause)
        case network(NetworkReading)
        case observed(Subject, Observation)
    }

    /// The one door for what was seen.
    mutating func read(_ reading: Reading, at now: Now) {
        switch reading {
        case .power(let power, let cause): read(power, cause, at: now)
        case .network(let network):
            let before = gates.seen.networkInUse
            gates.see(network)
            if gates.seen.networkInUse != before { forgetNetworkAnswers() }
            judge(.network, at: now)
        case .observed(let subject, let observation): observed(subject, observation, at: now)
        }
    }

    private mutating func read(_ reading: PowerReading, _ cause: PowerReadingCause, at now: Now) {
        let before = gates.seen.power
        let isChange = before?.verdict ?? .unknown != reading.verdict
        let isNews = isChange || before?.reason ?? "" != reading.reason
        if power.note(cause, isChange: isChange, isNews: isNews, at: now) {
            orders.saves.append(.rememberSilentPower)
        }
        if before?.batteryLevel != reading.batteryLevel { orders.hasNews = true }
        gates.see(reading)
        judge(.power, at: now)
    }

    mutating func observed(_ subject: Subject, _ observation: Observation, at now: Now) {
        // What nobody asks for any more was on its way.
        guard
            subject.interest.map({ interests.isAsked(for: $0) })
                ?? (subject.isOnline || gates.hasGates(restingOn: subject))
        else {
            _ = looks.drop(subject)
            return
        }
        let before = subject == .connection ? gates.seen.networkInUse : nil
        let isOutdated = gates.networkChecks.contains(subject) && looks.isOutdated(subject)
        gates.see(isOutdated ? Self.outdated : observation, of: subject)
        if subject.interest == nil { looks.note(observation, of: subject, at: now) }
        if let before, gates.seen.networkInUse != before { forgetNetworkAnswers() }
        judge(subject, at: now)
    }

    /// What NetworkManager says; nil while no job asks for it.
    var connection: Observation? { gates.seen.values[.connection] }

    /// The network is another one: what could not be reached may be reached now, and the other way round.
    private mutating func forgetNetworkAnswers() {
        for check in gates.networkChecks.sorted(by: { $0.notation < $1.notation }) {
            forgetLook(at: check)
            guard gates.seen.values[check] != nil else { continue }
            gates.see(Self.changedNetwork, of: check)
            for place in gates.gates(restingOn: check) { putOff(place) }
        }
    }

    private static let changedNetwork = Observation.unknown("the network has changed since it was asked for")
    private static let outdated = Observation.unknown(
        "the network or another input has changed since it was asked")

    /// Gives what was seen to the gates that rest on it.
    private mutating func judge(_ subject: Subject, at now: Now) {
        let places = gates.gates(restingOn: subject)
        if places.count <= Portion.size {
            for place in places { judge(place, at: now) }
        } else {
            for place in places { putOff(place) }
        }
        passOn()
    }

    /// Whether something was put off.
    var hasUnjudged: Bool { !unjudged.isEmpty || !unjudgedGates.isEmpty }

    /// Nothing starts by what was seen before.
    private mutating func putOff(_ place: GateTable.Place) {
        let entry = gates[place]
        guard unjudgedGates.add(place, of: entry.key.owner ?? .root) else { return }
        for need in entry.needs { unjudged.add(need, of: needs[need].key.owner) }
    }

    /// Whether what the gate rests on was read, and it was not judged since.
    func isPutOff(_ place: GateTable.Place) -> Bool { unjudgedGates.contains(place) }

    /// Judges what was put off, as far as the portions go: the gates that rest on what was seen, and then the needs that
    /// these are part of.
    mutating func judgeMoved(_ portion: inout Portion, at now: Now) {
        while !portion.isSpent, let place = unjudgedGates.takeNext() {
            portion.spend(1)
            // Nobody may ask for it any more.
            if gates.isThere(place) { judge(place, at: now) }
        }
        passOn()
        guard unjudgedGates.isEmpty else { return }
        while !portion.isSpent, let need = unjudged.takeNext() {
            portion.spend(needs[need].cost)
            judge(need)
        }
    }

    private mutating func judge(_ place: GateTable.Place, at now: Now) {
        if gates.judge(place, simulation: simulated(place), policy, at: now) {
            orders.hasNews = true
            if gates.note(isImpeding: isImpeding(place, at: now), place) {
                orders.impeded.formUnion(gates[place].needs)
            }
        }
        touch(gates[place].needs)
        remember(place, at: now)
    }

    /// What is simulated in place of what the gate rests on.
    func simulated(_ place: GateTable.Place) -> SimulatedConditions? {
        gates[place].key.simulation.flatMap { simulations.conditions(of: $0) }
    }

    /// The machine has slept: nothing that was seen before counts at once.
    mutating func woke(at now: Now) {
        gates.woke(policy, at: now)
        lossesFrom = now.awake.advanced(by: policy.lossSettle.wake)
        looks.forgetAll()
        // All settle anew, so no instant of before is worth a look.
        lookPlan = LookPlan()
        for owner in ownersWaiting { touch(needs.open[owner] ?? []) }
        passOn()
        power.expectEcho(at: now)
        askForPower()
    }

    /// Until then no run is stopped or frozen for what it has lost.
    mutating func spareRuns(until instant: AwakeTime) { lossesFrom = max(lossesFrom, instant) }

    /// This machine's power supplies were seen changing without an event, or no event of theirs can be heard.
    mutating func distrustPowerEvents() { power.distrustEvents() }

    // MARK: - At a glance

    /// Whether both of what is always observed was read.
    var isRead: Bool { gates.seen.power != nil && gates.seen.network != nil }

    /// Whether external power is there, without any settle time.
    var hasPower: Bool { gates[GateTable.externalPower].gate.verdict == .yes }

    /// Whether something that was gained is about to count.
    var isSettling: Bool {
        gates.timedGates.contains {
            if case .settling = gates[$0].gate.state { true } else { false }
        }
    }

    /// No event can be trusted to tell of a change of power: seen, or said by the policy.
    var isPowerSilent: Bool { power.isSilent || policy.powerPoll }

    var batteryLevel: Int? { gates.seen.power?.batteryLevel }
}
