// Which gate: a requirement, as it is for one user, perhaps simulated.
import BGRunCalendar
import BGRunJob

/// What tells gates apart.
struct GateKey: Hashable {
    let requirement: Requirement
    /// Whose it is, where each user has their own answer.
    let owner: UserID?
    /// The simulation that it is part of.
    let simulation: SimulationID?
    /// Worked out once: a table of thousands is filled anew each time it grows.
    let digest: Int

    init(_ requirement: Requirement, owner: UserID, simulation: SimulationID? = nil) {
        self.requirement = requirement
        self.owner = requirement.isOwned ? owner : nil
        self.simulation = simulation
        var hasher = Hasher()
        hasher.combine(requirement)
        hasher.combine(self.owner)
        hasher.combine(simulation)
        digest = hasher.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// What it rests on.
    var subjects: [Subject] { requirement.subjects(of: owner ?? .root) }
}

extension GateKey {
    /// The gate of what is seen, for one that is simulated.
    init(real simulated: GateKey) {
        self.init(simulated.requirement, owner: simulated.owner ?? .root)
    }
}
