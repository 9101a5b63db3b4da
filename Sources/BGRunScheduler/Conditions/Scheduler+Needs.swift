// Who needs what: combinations of requirements, their gates, and what a change of one concerns.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - Jobs and their needs

    /// Finds the needs of a job that is new, or was requested anew.
    mutating func take(needsOf job: inout Job, at now: Now) {
        let simulation = simulation(of: job.id, job.descriptor)
        job.needs = use(
            NeedTable.Key(job.descriptor.requirements, owner: job.id.owner, simulation: simulation?.id),
            simulation, at: now)
        if let preference = job.descriptor.preference {
            job.wants = use(
                NeedTable.Key(
                    job.descriptor.requirements, preferred: preference.requirements, owner: job.id.owner,
                    simulation: simulation?.id), simulation, at: now)
        } else {
            job.wants = Job.nowhere
        }
        // All who need the same share it.
        job.descriptor.requirements = needs[job.needs].key.requirements
    }

    mutating func release(needsOf job: Job, at now: Now) {
        for place in [job.needs, job.wants] where place != Job.nowhere && needs.release(place) {
            for gate in needs[place].gates {
                gates.leave(place, at: gate)
                let key = gates[gate].key
                gates.giveUp(gate, &interests)
                // With what is played goes what it stands in for, where nobody else asks for that.
                let keys = key.simulation == nil ? [key] : [GateKey(real: key), key]
                for gone in keys where gates.place(of: gone) == nil {
                    forget(gone, at: now)
                    if gone.simulation == nil { dropLooks(of: gone) }
                }
            }
            needs.remove(place)
        }
    }

    /// A look that nobody asks for any more is not waited for.
    private mutating func dropLooks(of key: GateKey) {
        for subject in key.subjects where subject.interest == nil {
            guard gates.gates(restingOn: subject).isEmpty, looks.drop(subject), subject.isCheck else {
                continue
            }
            effects.stops.append(.abandon(subject))
        }
    }

    private mutating func use(
        _ key: NeedTable.Key, _ simulation: ActiveSimulation?, at now: Now
    ) -> NeedTable.Place {
        if let place = needs.place(of: key) {
            needs.use(place)
            return place
        }
        var places: [Requirement: GateTable.Place] = [:]
        for requirement in key.requirements.leaves + key.preferred.leaves where places[requirement] == nil {
            places[requirement] = gate(for: requirement, of: key.owner ?? .root, simulation, at: now)
        }
        let place = { (requirement: Requirement) in
            guard let place = places[requirement] else {
                preconditionFailure("\(requirement.text) is asked for and was not found among the leaves")
            }
            return place
        }
        let new = needs.add(
            NeedTable.Entry(
                key: key, terms: key.requirements.formulas(place), preferred: key.preferred.formulas(place)))
        needs.use(new)
        for gate in needs[new].gates {
            gates.enter(new, at: gate)
            remember(gate, at: now)
        }
        sortOut(new)
        settleNeeds()
        return new
    }

    /// The gate of a requirement, one of its own where that is played.
    private mutating func gate(
        for requirement: Requirement, of owner: UserID, _ simulation: ActiveSimulation?, at now: Now
    ) -> GateTable.Place {
        let isPlayed = simulation?.conditions.value(of: requirement.kind) != nil
        let played = isPlayed ? simulation : nil
        return gates.ask(
            for: GateKey(requirement, owner: owner, simulation: played?.id), &interests,
            simulation: played?.conditions, policy: policy, at: now)
    }

    // MARK: - What a change concerns

    /// Looks at the combinations that the gates which have moved are part of, and at nothing else.
    mutating func settleNeeds() {
        for place in gates.takeMoved() {
            for set in gates[place].sets.sorted() { sortOut(set) }
        }
    }

    private mutating func sortOut(_ place: NeedTable.Place) {
        let entry = needs[place]
        var (open, powered) = (Set<GateTable.Place>(), Set<GateTable.Place>())
        for gate in entry.gates {
            let requirement = gates[gate].key.requirement
            let counts = gates[gate].gate.isOpen || requirement.kind.isLookedAt
            if counts { open.insert(gate) }
            if counts || requirement.isPower { powered.insert(gate) }
        }
        let isOpen = entry.holds(open)
        if isOpen, !entry.isOpen { forgetAnswers(of: entry) }
        tried.remove(place)
        needs.set(open: isOpen, lacksOnlyPower: !isOpen && entry.holds(powered), at: place)
    }

    /// All else holds again, or another job waits for it: hosts that could not be reached are asked anew.
    mutating func forgetAnswers(of entry: NeedTable.Entry) {
        for gate in entry.gates {
            guard gates[gate].key.requirement.kind == .reachable, !gates[gate].gate.isOpen else { continue }
            for subject in gates[gate].key.subjects { looks.forget(subject) }
        }
    }

    // MARK: - What is seen

    /// Gives what was seen to the gates that rest on it.
    mutating func judge(_ subject: Subject, at now: Now) {
        for place in gates.gates(restingOn: subject) { judge(place, at: now) }
        settleNeeds()
    }

    mutating func judge(_ place: GateTable.Place, at now: Now) {
        let key = gates[place].key
        let played = key.simulation.flatMap { simulations.conditions(of: $0) }
        if gates.judge(place, simulation: played, policy, at: now) { revision &+= 1 }
        tried.subtract(gates[place].sets)
        remember(place, at: now)
    }

    mutating func observed(_ subject: Subject, _ observation: Observation, at now: Now) {
        let isNews = gates.seen.values[subject] != observation
        // What nobody asks for any more was on its way.
        guard subject.interest.map({ interests.isAsked(for: $0) }) ?? !gates.gates(restingOn: subject).isEmpty
        else {
            _ = looks.drop(subject)
            return
        }
        gates.seen.values[subject] = observation
        if subject.interest == nil { looks.note(subject, at: now) }
        if subject == .connection, isNews { askHostsAgain() }
        judge(subject, at: now)
    }

    /// The network is another one: what could not be reached may be reached now, and the other way round.
    mutating func askHostsAgain() {
        for subject in gates.subjects {
            if case .check(let check) = subject, case .reachable = check.question { looks.forget(subject) }
        }
    }
}
