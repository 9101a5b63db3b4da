// Submissions that may leave nothing behind: jobs that are kept, that start now or never, and several at once.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension World {
    /// What is kept, refused or not decided yet is as it was; what was to start now has started.
    ///
    /// - Parameter before: Jobs as they were spoken of before the event.
    /// - Returns: What starts with it since it was submitted to start now.
    func expectSubmissions(
        in answer: Effects, of event: Event, before: [JobID: JobRecord]
    ) throws -> Set<JobID> {
        let (requester, jobs): (Requester, [JobID])
        switch event {
        case .submitted(let descriptor, let by, let owner, let terms):
            (requester, jobs) = (by, [JobID(owner: owner, identifier: descriptor.identifier)])
            if terms.isNowOrFail { askFor(descriptor, as: jobs[0], by.request) }
        case .submittedTogether(let descriptors, let by, let owner, _):
            (requester, jobs) = (by, descriptors.map { JobID(owner: owner, identifier: $0.identifier) })
        case .taskSubmitted(let request, let application, _, let by) where request.strategy == .fail:
            guard
                case .success(let descriptor)? = scheduler.status(of: application).manifest?.descriptor(
                    for: request)
            else { return [] }
            let id = JobID(owner: application.owner, identifier: descriptor.identifier)
            askFor(descriptor, as: id, by.request)
            return try expectStarts(of: answer)
        case .requestDropped(let request):
            if memory.urgent.removeValue(forKey: request) != nil { memory.decided.append(request) }
            return []
        case _: return try expectStarts(of: answer)
        }
        var kept = jobs
        for case .reply(requester.request, let reply) in answer.promises {
            switch reply {
            case .accepted(_, let acceptance):
                counts["submitted: \(acceptance)", default: 0] += 1
                if acceptance != .kept { kept = [] }
            case .allAccepted(let taken):
                counts["several submitted", default: 0] += 1
                kept = taken.filter { $0.acceptance == .kept }.map(\.job)
            case .refused: counts["submissions refused", default: 0] += 1
            case _: break
            }
        }
        for id in kept { try expectUnchanged(id, before[id]) }
        return try expectStarts(of: answer)
    }

    /// What it needs is asked for as long as it is not decided, though there is no such job.
    private func askFor(_ descriptor: JobDescriptor, as id: JobID, _ request: RequestID) {
        let record = JobRecord(
            id: id, descriptor: descriptor, origin: .submission, accepted: now.wall, anchor: now.wall,
            occurrence: JobRecord.Occurrence(plan: Plan(at: now.wall)))
        memory.urgent[request] = record
        sightings.take(record, as: Self.place(of: request), at: now)
    }

    /// Once the jobs that have come of them ask for the same.
    func forgetDecided() {
        for request in memory.decided { sightings.take(nil, as: Self.place(of: request), at: now) }
        memory.decided = []
    }

    private static func place(of request: RequestID) -> JobID {
        guard let name = JobIdentifier("urgent.\(request.rawValue)") else {
            preconditionFailure("no number makes a bad identifier")
        }
        return JobID(owner: .root, identifier: name)
    }

    private func expectUnchanged(_ id: JobID, _ before: JobRecord?) throws {
        // What could not be saved is told again, of whatever job it was.
        guard !memory.isDoubtful, let after = memory.told[id] else { return }
        let isKnown = after.accepted == before?.accepted || after.accepted == before?.successor?.accepted
        let isFollowedAsBefore =
            after.successor == nil || after.successor?.accepted == before?.successor?.accepted
        guard isKnown, isFollowedAsBefore else {
            throw Broken("\(id) was submitted, not accepted, and is another job than before")
        }
    }

    /// Whoever is told yes has a run.
    private func expectStarts(of answer: Effects) throws -> Set<JobID> {
        var started: Set<JobID> = []
        for case .reply(let request, let reply) in answer.promises {
            guard let id = memory.urgent.removeValue(forKey: request)?.id else { continue }
            memory.decided.append(request)
            guard case .accepted = reply else { continue }
            counts["started now", default: 0] += 1
            let isLaunched = answer.promises.contains { promise in
                if case .launch(let order) = promise { order.job == id } else { false }
            }
            if memory.tasks.newest.contains(where: { $0.job == id }) { continue }
            if !isLaunched { throw Broken("\(id) was to start now, was accepted, and has no run") }
            started.insert(id)
        }
        return started
    }
}
