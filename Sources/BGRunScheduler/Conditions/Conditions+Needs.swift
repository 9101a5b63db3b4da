// Needs are taken and given back, and what a gate's move means for them.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// The need of a job with these requirements, as they are or as they are simulated for it.
    mutating func take(
        _ requirements: Requirements, preferring preferred: Requirements = .none, _ standing: Standing,
        for job: JobID, at now: Now
    ) -> Need {
        let simulation = simulation(of: requirements.leaves + preferred.leaves, for: job)
        let key = NeedTable.Key(
            requirements, preferred: preferred, owner: job.owner, simulation: simulation?.id,
            standing: standing)
        let need = needs.need(for: key) ?? add(key, simulation, at: now)
        needs.use(need)
        return need
    }

    /// - Returns: Whether it was the last of its kind, so that the next need may be mistaken for it.
    @discardableResult
    mutating func giveBack(_ need: Need, at now: Now) -> Bool {
        guard need != .none, needs.release(need) else { return false }
        for gate in needs[need].gates {
            gates.leave(need, at: gate)
            let key = gates[gate].key
            gates.giveUp(gate, &interests)
            // With what is simulated goes what it stands in for, where nobody else asks for that.
            let keys = key.simulation == nil ? [key] : [GateKey(real: key), key]
            for gone in keys where gates.place(of: gone) == nil {
                forget(gone, at: now)
                if gone.simulation == nil { dropLooks(of: gone) }
            }
        }
        let owner = needs[need].key.owner
        needs.remove(need)
        unjudged.remove(need)
        crowded[owner]?.remove(need)
        if crowded[owner]?.isEmpty == true { crowded[owner] = nil }
        lookPlan.set(nil, for: need, of: owner)
        return true
    }

    /// What it costs to look at a need, see ``Portion``.
    func cost(of need: Need) -> Int { need == .none ? 0 : needs[need].cost }

    /// How the jobs that have the need stand to others.
    func standing(of need: Need) -> Standing { need == .none ? .free : needs[need].key.standing }

    /// Whether all that is told by events holds and counts.
    func isOpen(_ need: Need) -> Bool { need != .none && needs[need].isOpen && !unjudged.contains(need) }

    /// The requirements that a need was taken for: all who need the same share them.
    func requirements(of need: Need) -> Requirements { needs[need].key.requirements }

    /// A look that nobody asks for any more is not waited for.
    private mutating func dropLooks(of key: GateKey) {
        for subject in key.subjects where subject.interest == nil && !subject.isOnline {
            guard gates.gates(restingOn: subject).isEmpty, looks.drop(subject), subject.isCheck else {
                continue
            }
            orders.stops.append(.abandon(subject))
        }
    }

    private mutating func add(
        _ key: NeedTable.Key, _ simulation: ActiveSimulation?, at now: Now
    ) -> Need {
        var places: [Requirement: GateTable.Place] = [:]
        for requirement in key.requirements.leaves + key.preferred.leaves where places[requirement] == nil {
            places[requirement] = gate(for: requirement, of: key.owner, simulation, at: now)
        }
        let place = { (requirement: Requirement) in
            guard let place = places[requirement] else {
                preconditionFailure("\(requirement.text) is asked for and was not found among the leaves")
            }
            return place
        }
        let need = needs.add(
            NeedTable.Entry(
                key: key, terms: key.requirements.formulas(place), preferred: key.preferred.formulas(place)))
        for gate in needs[need].gates {
            gates.enter(need, at: gate)
            remember(gate, at: now)
        }
        judge(need)
        // The gates that are new have moved for it alone.
        passOn()
        unjudged.remove(need)
        // What others ask for too may have been read and put off.
        if needs[need].gates.contains(where: isPutOff) { unjudged.add(need, of: key.owner) }
        return need
    }

    /// The gate of a requirement, one of its own where that is simulated.
    private mutating func gate(
        for requirement: Requirement, of owner: UserID, _ simulation: ActiveSimulation?, at now: Now
    ) -> GateTable.Place {
        let isSimulated = simulation?.conditions.value(of: requirement.kind) != nil
        let simulation = isSimulated ? simulation : nil
        return gates.ask(
            for: GateKey(requirement, owner: owner, simulation: simulation?.id), &interests,
            simulation: simulation?.conditions, policy: policy, at: now)
    }

    // MARK: - Who waits

    /// A due job waits with the need from now on.
    mutating func addWaiter(to need: Need) {
        needs.wait(with: need, by: 1)
    }

    mutating func removeWaiter(from need: Need) {
        needs.wait(with: need, by: -1)
        dropPlan(of: need)
    }

    /// Another occurrence waits with it: what a host said to an earlier one says nothing of this one.
    mutating func renewAnswers(for need: Need) {
        forgetAnswers(of: needs[need])
        touch([need])
    }

    /// How many due jobs wait for something that the gate is part of.
    func waiting(for gate: GateTable.Entry) -> Int { gate.needs.reduce(0) { $0 + needs[$1].waiting } }

    // MARK: - What a move concerns

    /// Takes note of the needs that the gates which have moved are part of, and of nothing else.
    mutating func passOn() {
        for place in gates.takeMoved() {
            for need in gates[place].needs.sorted() { unjudged.add(need, of: needs[need].key.owner) }
        }
    }

    /// Where no job waits with it, or something is missing that is told of, a look brings nothing about.
    private mutating func dropPlan(of need: Need) {
        if needs.isPromising(need) { return }
        lookPlan.set(nil, for: need, of: needs[need].key.owner)
        needs.set(tried: false, at: need)
    }

    mutating func judge(_ need: Need) {
        let entry = needs[need]
        var (open, powered) = (Set<GateTable.Place>(), Set<GateTable.Place>())
        for gate in entry.gates {
            let requirement = gates[gate].key.requirement
            let counts = gates[gate].gate.isOpen || requirement.kind.isLookedAt
            if counts { open.insert(gate) }
            if counts || requirement.isPower { powered.insert(gate) }
        }
        let isOpen = entry.holds(open)
        if isOpen, !entry.isOpen, entry.waiting > 0 { forgetAnswers(of: entry) }
        touch([need])
        needs.set(open: isOpen, lacksOnlyPower: !isOpen && entry.holds(powered), at: need)
        dropPlan(of: need)
    }

    /// All else holds again, or another job waits for it: hosts that could not be reached are asked anew.
    private mutating func forgetAnswers(of entry: NeedTable.Entry) {
        for gate in entry.gates {
            guard gates[gate].key.requirement.kind.row.stage == .host, !gates[gate].gate.isOpen else {
                continue
            }
            for subject in gates[gate].key.subjects { forgetLook(at: subject) }
        }
    }
}
