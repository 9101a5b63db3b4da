// Conditions that are simulated for some jobs for a while.
import BGRunCalendar
import BGRunJob

extension Conditions {
    /// What is simulated for the job, where that is anything among these requirements.
    func simulation(of leaves: [Requirement], for job: JobID) -> ActiveSimulation? {
        guard let newest = simulations.newest(for: job) else { return nil }
        return leaves.contains { newest.conditions.value(of: $0.kind) != nil } ? newest : nil
    }

    /// What was simulated for a need when it was taken.
    func simulation(of need: Need) -> ActiveSimulation? {
        guard need != .none, let id = needs[need].key.simulation else { return nil }
        return simulations.active.first { $0.id == id }
    }

    /// Whether what a job's need asks for is simulated as it is to be simulated now.
    func isCurrent(_ need: Need, for job: JobID) -> Bool {
        let key = needs[need].key
        if simulations.active.isEmpty { return key.simulation == nil }
        return key.simulation == simulation(of: key.requirements.leaves + key.preferred.leaves, for: job)?.id
    }

    /// Simulates conditions for a job, or all of an owner, or everybody; nil ends that. Needs are to be taken anew.
    mutating func simulate(
        _ conditions: SimulatedConditions?, for span: Duration, owner: UserID?, job: JobID?, at now: Now
    ) {
        if conditions == nil, job == nil {
            simulations.endAll(of: owner)
        } else {
            simulations.end(owner: owner, job: job)
        }
        if let conditions {
            simulations.begin(conditions, owner: owner, job: job, ends: now.boot.advanced(by: span))
        }
        orders.hasNews = true
    }

    /// Ends all simulations of an owner whose jobs leave.
    mutating func endSimulations(of owner: UserID) {
        simulations.endAll(of: owner)
        orders.hasNews = true
    }

    /// Ends the simulations whose time is over.
    ///
    /// - Returns: Whose needs are to be taken anew; nil stands for everybody's.
    mutating func endSimulations(at now: Now) -> [UserID?] {
        let ended = simulations.pass(to: now)
        if !ended.isEmpty { orders.hasNews = true }
        return ended.map(\.owner)
    }

    /// What is simulated, for those who may see it.
    func simulations(for user: UserID, at now: Now) -> [ConditionSimulation] {
        simulations.active.filter { user == .root || $0.owner == nil || $0.owner == user }
            .map { $0.status(at: now) }
    }
}

extension ActiveSimulation {
    func status(at now: Now) -> ConditionSimulation {
        ConditionSimulation(
            conditions: conditions, owner: owner, job: job,
            until: now.wall.advanced(by: now.boot.duration(to: ends)))
    }
}
