// The simulations that are going on.
import BGRunCalendar
import BGRunJob

/// One simulation that is going on.
struct ActiveSimulation: Hashable {
    let id: SimulationID
    let conditions: SimulatedConditions
    /// Whose jobs; nil for everybody's.
    let owner: UserID?
    /// The one job; nil for all of them.
    let job: JobID?
    let ends: BootTime

    func concerns(_ id: JobID) -> Bool {
        if let job { return job == id }
        return owner.map { $0 == id.owner } ?? true
    }
}

/// What is simulated now, the newest last.
struct Simulations {
    private(set) var active: [ActiveSimulation] = []
    private var next: UInt64 = 1

    /// For nobody is more simulated at once.
    private static let most = 32

    func conditions(of id: SimulationID) -> SimulatedConditions? { active.first { $0.id == id }?.conditions }

    /// The newest that concerns the job.
    func newest(for job: JobID) -> ActiveSimulation? { active.last { $0.concerns(job) } }

    mutating func begin(_ conditions: SimulatedConditions, owner: UserID?, job: JobID?, ends: BootTime) {
        active.append(
            ActiveSimulation(
                id: SimulationID(number: next), conditions: conditions, owner: owner, job: job, ends: ends))
        next &+= 1
        let own = active.indices.filter { active[$0].owner == owner }
        if let first = own.first, own.count > Self.most { active.remove(at: first) }
    }

    /// Ends what was begun for just these jobs.
    mutating func end(owner: UserID?, job: JobID?) { active.removeAll { $0.owner == owner && $0.job == job } }

    /// Ends all of an owner's, also those of single jobs; nil for everybody's.
    mutating func endAll(of owner: UserID?) {
        guard let owner else { return active.removeAll() }
        active.removeAll { $0.owner == owner || $0.job?.owner == owner }
    }

    /// Ends those whose time is over, and gives them.
    mutating func pass(to now: Now) -> [ActiveSimulation] {
        guard let end = firstEnd, end <= now.boot else { return [] }
        defer { active.removeAll { $0.ends <= now.boot } }
        return active.filter { $0.ends <= now.boot }
    }

    var firstEnd: BootTime? { active.map(\.ends).min() }
}

/// Tells the simulations of one daemon's life apart.
struct SimulationID: Hashable, Comparable {
    let number: UInt64

    static func < (left: SimulationID, right: SimulationID) -> Bool { left.number < right.number }
}
