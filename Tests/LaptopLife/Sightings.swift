// What was told of the machine, and where each condition that a job asks for stands because of it.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// The onlooker's own settle times, written anew from docs/behaviour.md.
struct Sightings {
    /// Conditions that are simulated for some jobs.
    struct Simulation {
        let number: Int
        let conditions: SimulatedConditions
        let owner: UserID?
        let job: JobID?
        let ends: BootTime
    }

    private(set) var told = Told()
    private(set) var leaves: [LeafKey: Leaf] = [:]
    private(set) var simulations: [Simulation] = []
    private var keys: [JobID: Set<LeafKey>] = [:]
    private var records: [JobID: JobRecord] = [:]
    private var lastSimulation = 0
    /// When a simulation last began or ended, and jobs were moved to other conditions.
    private(set) var lastSimulated = AwakeTime(microseconds: .min)
    /// When the clock or its zone last changed, and with it who is held back by hours and dates.
    private(set) var lastClock = AwakeTime(microseconds: .min)
    private var isDoubtful = false
    let policy: Policy
    /// A turn was taken back, and who asks for what is not sure until then.
    private(set) var doubtEnds = AwakeTime(microseconds: 0)
    /// Nobody is stopped for a loss before it, since the machine has slept.
    private(set) var lossesFrom = AwakeTime(microseconds: .min)
    /// Since when what hosts have answered counts no more.
    private(set) var hostsForgotten = AwakeTime(microseconds: 0)
    /// Counts the networks that there were, and in which of them hosts were asked last.
    private var (networks, networksAsked) = (0, [Subject: Int]())
    /// When something came to count that does no more.
    private(set) var lastCounted = AwakeTime(microseconds: 0)
    /// The last instant at which something happened that was not time alone.
    private(set) var lastChange = AwakeTime(microseconds: 0)

    init(policy: Policy) {
        self.policy = policy
        for requirement in [Requirement.externalPower, .network] {
            leaves[LeafKey(requirement, owner: .root, simulation: nil), default: Leaf()].users += 1
        }
    }

    // MARK: - Who asks

    mutating func begin(with jobs: [JobRecord], at now: Now) {
        lossesFrom = AwakeTime(microseconds: .min)
        self = Sightings(policy: policy)
        for job in jobs { take(job, as: job.id, at: now) }
    }

    /// Those of which it is known what they ask for.
    var jobs: Set<JobID> { Set(keys.keys) }

    /// Takes note of what a job asks for now; nil for a job that has gone.
    mutating func take(_ record: JobRecord?, as id: JobID, at now: Now) {
        records[id] = record
        let before = keys[id] ?? []
        let after = record.map { wanted(by: $0) } ?? []
        guard before != after else { return }
        keys[id] = after.isEmpty ? nil : after
        if !told.isManagerAsked, after.contains(where: { $0.rests(on: .connection) }) { askManager() }
        let new = after.subtracting(before)
        for key in new where key.simulation == nil { ask(for: key, at: now) }
        for key in new where key.simulation != nil { ask(for: key, at: now) }
        for key in before.subtracting(after) {
            leaves[key]?.users -= 1
            if leaves[key]?.users == 0 { remove(key) }
        }
        if told.isManagerAsked, !keys.values.contains(where: { $0.contains { $0.rests(on: .connection) } }) {
            told.isManagerAsked = false
            told.values[.connection] = nil
        }
    }

    private mutating func remove(_ key: LeafKey) {
        leaves[key] = nil
        for subject in key.requirement.subjects(of: key.owner ?? .root)
        where !subject.isTold && !leaves.keys.contains(where: { $0.rests(on: subject) }) {
            // What nobody looks at any more is not known either; the answer of a connectivity check is kept.
            if subject == .check(Check(.online, owner: .root)) { continue }
            (told.values[subject], told.readAt[subject]) = (nil, nil)
        }
    }

    /// What was believed without NetworkManager is judged anew with it.
    private mutating func askManager() {
        told.isManagerAsked = true
        leaves[LeafKey(.network, owner: .root, simulation: nil)]?.forget()
    }

    private func wanted(by record: JobRecord) -> Set<LeafKey> {
        let preferred = record.descriptor.preference?.requirements.leaves ?? []
        // What a trigger waits to gain is asked for like what is required.
        let awaited = record.descriptor.schedules.compactMap { schedule -> Requirement? in
            switch schedule {
            case .event(.device(let match), _): .device(match)
            case .event(.mount(let target), _): .mounted(target)
            case .event(.named(.batteryPower), _): .not(.externalPower)
            case .event, .path, .every, .cron, .calendar: nil
            }
        }
        // What is simulated is observed all the same.
        return (record.descriptor.requirements.leaves + preferred + awaited).reduce(into: []) {
            keys, requirement in
            keys.insert(key(of: requirement, for: record.id))
            keys.insert(LeafKey(requirement, owner: record.id.owner, simulation: nil))
        }
    }

    /// The condition as it is for a job.
    func key(of requirement: Requirement, for job: JobID) -> LeafKey {
        let simulation = simulations.last { $0.concerns(job) }
        let isSimulated = simulation?.conditions.value(of: requirement.kind) != nil
        return LeafKey(requirement, owner: job.owner, simulation: isSimulated ? simulation?.number : nil)
    }

    func leaf(_ requirement: Requirement, for job: JobID) -> Leaf {
        leaves[key(of: requirement, for: job)] ?? Leaf()
    }

    private mutating func ask(for key: LeafKey, at now: Now) {
        if leaves[key] == nil {
            // What is simulated begins as it is.
            let real = LeafKey(key.requirement, owner: key.owner ?? .root, simulation: nil)
            var leaf = key.simulation.flatMap { _ in leaves[real] } ?? Leaf()
            leaf.users = 0
            leaves[key] = leaf
            judge(key, at: now)
        }
        leaves[key]?.users += 1
    }

    // MARK: - What is told

    mutating func hear(_ event: Event, at now: Now) {
        pass(to: now)
        switch event {
        case .wokeUp, .saved, .launched, .pressureRead, .presenceRead: break
        case .observed(.check, _): break
        case _: lastChange = now.awake
        }
        switch event {
        case .clockChanged, .zoneRead: lastClock = now.awake
        case .powerRead(let reading, _):
            told.power = reading
            told.powerAt = now.awake
            judge(.power, at: now)
        case .networkRead(let reading):
            let before = told.networkInUse
            told.network = reading
            if told.networkInUse != before { forgetHosts(at: now) }
            judge(.network, at: now)
        case .observed(let subject, let observation):
            // Also where nobody seems to ask: a save may have failed, and the scheduler know of more jobs.
            let before = told.networkInUse
            told.values[subject] = observation
            if told.networkInUse != before { forgetHosts(at: now) }
            // An answer that was asked for in another network is none.
            let isOutdated = networksAsked[subject].map { $0 != networks } ?? false
            told.readAt[subject] = isOutdated ? nil : now.awake
            judge(subject, at: now)
        case .notSaved: (isDoubtful, doubtEnds) = (true, AwakeTime(microseconds: .max))
        case .saved where isDoubtful: (isDoubtful, doubtEnds) = (false, now.awake.advanced(by: .seconds(60)))
        case _: break
        }
    }

    mutating func ignore(_ subject: Subject) { told.values[subject] = nil }

    /// A host is asked for an answer.
    mutating func asked(_ check: Check) {
        if check.question.isOfNetwork { networksAsked[.check(check)] = networks }
    }

    private mutating func forgetHosts(at now: Now) {
        hostsForgotten = now.awake
        networks += 1
    }

    mutating func woke(at now: Now) {
        lossesFrom = now.awake.advanced(by: policy.lossSettle.wake)
        for key in leaves.keys { leaves[key]?.woke(policy, at: now) }
        told.readAt.removeAll()
        forgetHosts(at: now)
        lastChange = now.awake
    }

    /// What time alone has brought about.
    mutating func pass(to now: Now) {
        let left = simulations.filter { now.boot < $0.ends }
        guard left.count < simulations.count else { return }
        simulations = left
        lastSimulated = now.awake
        lastChange = now.awake
        moveJobs(at: now)
    }

    private mutating func judge(_ subject: Subject, at now: Now) {
        for key in leaves.keys where key.rests(on: subject) { judge(key, at: now) }
    }

    private mutating func judge(_ key: LeafKey, at now: Now) {
        let kind = key.requirement.kind
        let simulated = key.simulation.flatMap { number in
            simulations.first { $0.number == number }?.conditions.value(of: kind)
        }
        let verdict =
            simulated.map { key.requirement.verdict(simulated: $0) }
            ?? key.requirement.verdict(told, owner: key.owner ?? .root, at: now)
        guard let verdict else { return }
        if let counted = leaves[key]?.counts, counted <= now.awake { lastCounted = max(lastCounted, counted) }
        leaves[key]?.read(
            verdict, settle: kind.settle(policy),
            lossSettle: kind.lossSettle(policy, isContradicted: told.power?.isContradicted ?? false), at: now)
    }

    // MARK: - Simulated conditions

    mutating func simulate(
        _ conditions: SimulatedConditions?, for span: Duration, owner: UserID?, job: JobID?, at now: Now
    ) {
        let count = simulations.count
        let endsAll = conditions == nil && job == nil
        simulations.removeAll { simulation in
            endsAll
                ? owner == nil || simulation.owner == owner || simulation.job?.owner == owner
                : simulation.owner == owner && simulation.job == job
        }
        // Of many jobs some are moved a moment later.
        if simulations.count < count { lastSimulated = now.awake }
        if let conditions {
            lastSimulated = now.awake
            lastSimulation += 1
            simulations.append(
                Simulation(
                    number: lastSimulation, conditions: conditions, owner: owner, job: job,
                    ends: now.boot.advanced(by: span)))
        }
        moveJobs(at: now)
    }

    /// Whether anything is simulated, or was until now.
    func isSimulating(at now: Now) -> Bool { !simulations.isEmpty || lastSimulated == now.awake }

    private mutating func moveJobs(at now: Now) {
        for (id, record) in records.sorted(by: { $0.key < $1.key }) { take(record, as: id, at: now) }
    }
}

extension Sightings.Simulation {
    func concerns(_ id: JobID) -> Bool { job.map { $0 == id } ?? owner.map { $0 == id.owner } ?? true }
}
