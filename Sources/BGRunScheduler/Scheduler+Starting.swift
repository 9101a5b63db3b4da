// Which due jobs start now, and what keeps the others.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Runs that are active: started, and not seen to end.
    var activeRuns: Int { runs.count }

    /// Starts due jobs, the one that has waited longest first, while gates and limits let it.
    mutating func startWhatMay(at now: Now) {
        guard files != nil, !isShuttingDown, ledger.fault == nil else { return }
        while activeRuns < policy.maxRuns, let (index, entry) = nextReady(at: now) {
            readyQueues[index].removeFirst()
            start(entry.job, at: now)
        }
    }

    /// The longest-waiting job whose gates are all open.
    ///
    /// A job that needs power starts only on a fresh reading: some machines change without an event. A stale
    /// one is refreshed first; the answer is an event of its own and leads back here.
    private mutating func nextReady(at now: Now) -> (Int, Agenda<WallTime>.Entry)? {
        var best: (Int, Agenda<WallTime>.Entry)?
        for index in readyQueues.indices {
            let needs = Requirements(rawValue: UInt8(index))
            guard
                needs.members.allSatisfy({ gates[$0.index].isOpen }),
                let entry = readyQueues[index].first(in: jobs)
            else { continue }
            if needs.contains(.externalPower), !power.isFresh(at: now) {
                askForPower()
                continue
            }
            if let (_, other) = best, other < entry { continue }
            best = (index, entry)
        }
        return best
    }

    mutating func start(_ id: JobID, isForced: Bool = false, isSimulated: Bool = false, at now: Now) {
        guard let job = jobs[id], case .due(let since, _) = job.phase else {
            preconditionFailure("job \(id) is started although it is not due")
        }
        let run = Run(
            id: nextRun, due: since, started: now, timeBudget: job.descriptor.timeBudget,
            gracePeriod: job.descriptor.gracePeriod, isForced: isForced, isSimulated: isSimulated)
        nextRun = nextRun.next
        apply(.cleared(run), to: id, at: now)
    }

    /// All that keeps a job from starting now, in the fixed order. There is no yes-or-no version.
    package func blockers(of id: JobID, at now: Now) -> [Blocker] {
        jobs[id].map { blockers(of: $0, at: now) } ?? []
    }

    func blockers(of job: Job, at now: Now) -> [Blocker] {
        guard job.phase.run == nil else { return [] }
        var blockers: [Blocker] = []
        if job.phase == .scheduled {
            let planned = job.planned.wall(at: now)
            if planned > now.wall { blockers.append(.earliestBeginDate(planned)) }
        }
        if !job.descriptor.isEnabled { blockers.append(.disabled) }
        if let fault = job.fileFault { blockers.append(.invalidFile(fault)) }
        if case .due(_, let rest?) = job.phase {
            blockers.append(.resting(until: rest.wall(at: now), after: job.lastRun?.outcome ?? .deferred))
        }
        return blockers + unmetRequirements(of: job, at: now) + limits(at: now)
    }

    func unmetRequirements(of job: Job, at now: Now) -> [Blocker] {
        job.descriptor.requirements.members.compactMap { gates[$0.index].blocker(for: $0, at: now) }
    }

    private func limits(at now: Now) -> [Blocker] {
        var blockers: [Blocker] = []
        if activeRuns >= policy.maxRuns {
            blockers.append(.limit(running: activeRuns, allowed: policy.maxRuns))
        }
        if let fault = ledger.fault { blockers.append(.storage(fault.reason)) }
        if isShuttingDown { blockers.append(.shutdown) }
        return blockers
    }
}
