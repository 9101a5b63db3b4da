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
            } else if conditions.lossesFrom <= now.awake, let loss = conditions.loss(of: job.need) {
                lose(loss, job, at: now)
            }
        }
    }

    /// When a loss counts that waits for nothing but for things to settle after the machine's sleep.
    func lossWakeup(at now: Now) -> Wakeup? {
        guard now.awake < conditions.lossesFrom, sleep.isAwake else { return nil }
        for id in runs.jobIDs {
            guard let job = jobs[id], let run = job.phase.run, !run.isForced, mayLose(job) else { continue }
            if let loss = conditions.loss(of: job.need) {
                return Wakeup(.awake(conditions.lossesFrom), .lossCounts(loss.requirement))
            }
        }
        return nil
    }

    /// Whether a loss would do anything to the job's run.
    private func mayLose(_ job: Job) -> Bool {
        switch job.descriptor.onRequirementLost {
        case .finish: return false
        // Told once: what is ending goes on ending.
        case .stop: return job.phase.stop == nil && job.phase.mainExit == nil
        case .freeze:
            if case .running = job.phase { return true }
            // What its host has not begun can't stand still: it is due again.
            return isUnbegunTask(job)
        }
    }

    private mutating func lose(_ loss: Conditions.Loss, _ job: Job, at now: Now) {
        guard mayLose(job) else { return }
        let kind = loss.requirement.kind
        switch job.descriptor.onRequirementLost {
        case .finish: break
        case .stop:
            let order = StopOrder(.requirementLost(kind), underSimulation: loss.isSimulated)
            apply(.told(order), to: job.id, at: now)
        case .freeze where !mayStandStill(job):
            let order = StopOrder(.requirementLost(kind), underSimulation: loss.isSimulated)
            apply(.told(order), to: job.id, at: now)
        case .freeze:
            let until = now.awake.advanced(by: policy.freezeLimit)
            apply(.frozen(.requirementLost(kind, until: until)), to: job.id, at: now)
        }
    }

    /// How often power is polled now; nil while nothing depends on it. `doctor` names it.
    package var powerPollInterval: Duration? { conditions.powerPollInterval(watch) }
}
