// Runs whose requirements are lost: stopped, frozen or left alone, and thawed when they hold again.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Brings every run to where its requirements want it. What counts is how things stand, not what has just changed, so
    /// that a run which was frozen for the machine's sleep, or was only ordered, is seen too.
    mutating func judgeRuns(at now: Now) {
        guard sleep.isAwake else { return }
        for id in runs.jobIDs {
            guard let job = jobs[id], let run = job.phase.run, !run.isForced else { continue }
            if case .frozen(_, _, _, .requirementLost) = job.phase {
                if conditions.holdsAgain(job.need) { apply(.thawed(.requirementLost), to: id, at: now) }
            } else if let loss = conditions.loss(of: job.need) {
                lose(loss, job, at: now)
            }
        }
    }

    private mutating func lose(_ loss: Conditions.Loss, _ job: Job, at now: Now) {
        switch job.descriptor.onRequirementLost {
        case .finish: break
        case .stop:
            // Told once: what is ending goes on ending.
            guard job.phase.stop == nil else { break }
            let order = StopOrder(.requirementLost(loss.kind), underSimulation: loss.isSimulated)
            apply(.told(order), to: job.id, at: now)
        case .freeze:
            guard case .running = job.phase else { break }
            let until = now.awake.advanced(by: policy.freezeLimit)
            apply(.frozen(.requirementLost(loss.kind, until: until)), to: job.id, at: now)
        }
    }

    /// How often power is polled now; nil while nothing depends on it. `doctor` names it.
    package var powerPollInterval: Duration? { conditions.powerPollInterval(watch) }
}
