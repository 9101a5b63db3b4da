// Conditions that are played for some jobs for a while.
import BGRunCalendar
import BGRunJob

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
        effects.promises.append(.reply(requester.request, .simulating(until: until)))
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
