// Conditions that are played for some jobs for a while.
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

/// What is played now, the newest last.
struct Simulations {
    private(set) var active: [ActiveSimulation] = []
    private var next: UInt64 = 1

    /// Nobody's jobs are played for more often than this at once.
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

    mutating func pass(to now: Now) { active.removeAll { $0.ends <= now.boot } }

    var firstEnd: BootTime? { active.map(\.ends).min() }
}

extension Scheduler {
    /// What is played for the job, where that is anything it asks for.
    func simulation(of id: JobID, _ descriptor: JobDescriptor) -> ActiveSimulation? {
        guard !simulations.active.isEmpty, let newest = simulations.newest(for: id) else { return nil }
        let leaves = descriptor.requirements.leaves + (descriptor.preference?.requirements.leaves ?? [])
        return leaves.contains { newest.conditions.value(of: $0.kind) != nil } ? newest : nil
    }

    mutating func simulate(
        _ conditions: SimulatedConditions?, for span: Duration, _ target: Target?, _ requester: Requester,
        at now: Now
    ) {
        guard let target else {
            let owner = requester.user == .root ? nil : requester.user
            play(conditions, for: span, owner: owner, job: nil, requester, at: now)
            return
        }
        resolved(target, requester) { scheduler, job in
            scheduler.play(conditions, for: span, owner: job.id.owner, job: job.id, requester, at: now)
        }
    }

    private mutating func play(
        _ conditions: SimulatedConditions?, for span: Duration, owner: UserID?, job: JobID?,
        _ requester: Requester, at now: Now
    ) {
        let until = conditions.map { _ in now.wall.advanced(by: span) }
        promises.append(.reply(requester.request, .simulating(until: until)))
        simulations.end(owner: owner, job: job)
        if let conditions {
            simulations.begin(conditions, owner: owner, job: job, ends: now.boot.advanced(by: span))
        }
        moveJobs(at: now)
    }

    mutating func passSimulations(to now: Now) {
        guard let end = simulations.firstEnd, end <= now.boot else { return }
        simulations.pass(to: now)
        moveJobs(at: now)
    }

    /// Moves each job whose conditions are others now to where it waits with them.
    private mutating func moveJobs(at now: Now) {
        revision &+= 1
        for id in jobs.ids.sorted() {
            if let job = jobs[id], !isPlayedRight(job) { put(job, hasOtherNeeds: true, at: now) }
        }
    }

    /// Whether what the job needs is played as it is to be played now.
    private func isPlayedRight(_ job: Job) -> Bool {
        let key = needs[job.wants == Job.nowhere ? job.needs : job.wants].key
        return key.simulation == simulation(of: job.id, job.descriptor)?.id
    }

    /// What is played, for those who may see it.
    func simulations(for user: UserID, at now: Now) -> [ConditionSimulation] {
        simulations.active.filter { user == .root || $0.owner == nil || $0.owner == user }
            .map { status(of: $0, at: now) }
    }

    func status(of simulation: ActiveSimulation, at now: Now) -> ConditionSimulation {
        ConditionSimulation(
            conditions: simulation.conditions, owner: simulation.owner, job: simulation.job,
            until: now.wall.advanced(by: now.boot.duration(to: simulation.ends)))
    }
}
