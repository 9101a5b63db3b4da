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
            if terms.isNowOrFail { memory.urgent[by.request] = jobs[0] }
        case .submittedTogether(let descriptors, let by, let owner, _):
            (requester, jobs) = (by, descriptors.map { JobID(owner: owner, identifier: $0.identifier) })
        case .requestDropped(let request):
            memory.urgent[request] = nil
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

    private func expectUnchanged(_ id: JobID, _ before: JobRecord?) throws {
        guard let after = memory.told[id] else { return }
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
            guard let id = memory.urgent.removeValue(forKey: request) else { continue }
            guard case .accepted = reply else { continue }
            counts["started now", default: 0] += 1
            let isLaunched = answer.promises.contains { promise in
                if case .launch(let order) = promise { order.job == id } else { false }
            }
            if !isLaunched { throw Broken("\(id) was to start now, was accepted, and has no run") }
            started.insert(id)
        }
        return started
    }
}
