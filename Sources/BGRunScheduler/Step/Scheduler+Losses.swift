// Runs whose requirements are lost: stopped, frozen or left alone, and thawed when they hold again.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Brings every run to where its requirements want it. What counts is how things stand, not what has just changed, so
    /// that a run which was frozen for the machine's sleep, or was only ordered, is seen too.
    mutating func judgeRuns(at now: Now) {
        guard sleep.state == .awake else { return }
        for id in runs.values.sorted() {
            guard let job = jobs[id], let run = job.phase.run, !run.isForced else { continue }
            if case .frozen(_, _, _, .requirementLost) = job.phase {
                if mayGoOn(job) { apply(.thawed(.requirementLost), to: id, at: now) }
            } else if let lost = lostRequirement(of: job) {
                lose(lost, job, run, at: now)
            }
        }
    }

    private mutating func lose(_ lost: GateTable.Place, _ job: Job, _ run: Run, at now: Now) {
        let key = gates[lost].key
        switch job.descriptor.onRequirementLost {
        case .finish: break
        case .stop:
            // Told once: what is ending goes on ending.
            guard job.phase.stop == nil else { break }
            apply(
                .told(
                    StopOrder(.requirementLost(key.requirement.kind), underSimulation: key.simulation != nil)),
                to: job.id, at: now)
        case .freeze:
            guard case .running = job.phase else { break }
            let until = now.awake.advanced(by: policy.freezeLimit)
            apply(.frozen(.requirementLost(key.requirement.kind, until: until)), to: job.id, at: now)
        }
    }

    /// The gate whose loss means that the run has lost what it needs, of several the last; nil while it has it.
    private func lostRequirement(of job: Job) -> GateTable.Place? {
        for term in needs[job.needs].terms {
            let isLost = !term.holds { place in
                !gates[place].key.requirement.kind.isLosable || !gates[place].gate.isLostForRuns
            }
            guard isLost else { continue }
            let gone = term.gates.filter {
                gates[$0].gate.isLostForRuns && gates[$0].key.requirement.kind.isLosable
            }
            let never = WallTime(microseconds: .min)
            return gone.max { gates[$0].gate.since ?? never < gates[$1].gate.since ?? never }
        }
        return nil
    }

    /// Whether it is by a simulation that a run goes on lacking what it was frozen for.
    func isLossPlayed(of id: JobID, _ kind: Requirement.Kind) -> Bool {
        guard let job = jobs[id] else { return false }
        return needs[job.needs].gates.contains {
            let (key, gate) = (gates[$0].key, gates[$0].gate)
            return key.simulation != nil && key.requirement.kind == kind && !gate.isOpen
        }
    }

    /// Whether all that a run can lose holds, and counts.
    private func mayGoOn(_ job: Job) -> Bool {
        needs[job.needs].terms.allSatisfy { term in
            term.holds { !gates[$0].key.requirement.kind.isLosable || gates[$0].gate.isOpen }
        }
    }

    /// Whether some active run would be hurt by a loss of power: then it is looked for.
    var isPowerNeededByRun: Bool {
        runs.values.contains { id in
            guard let job = jobs[id], let run = job.phase.run, !run.isForced,
                job.descriptor.onRequirementLost != .finish
            else { return false }
            return needs[job.needs].gates.contains { gates[$0].key.requirement.isPower }
        }
    }
}
