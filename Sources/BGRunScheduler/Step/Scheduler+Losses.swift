// Runs whose requirements are lost or whose hours end: stopped, frozen or left alone, and thawed when that is over.
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
                if job.descriptor.hoursEnd == .stop, areHoursOver(for: job, at: now) {
                    judgeHours(of: job, at: now)
                    continue
                }
                guard conditions.holdsAgain(job.need) else { continue }
                apply(
                    areHoursOver(for: job, at: now) && job.descriptor.hoursEnd == .freeze
                        ? .frozen(.allowedHours) : .thawed(.requirementLost), to: id, at: now)
            } else if conditions.lossesFrom <= now.awake, job.descriptor.onRequirementLost != .finish,
                let loss = conditions.loss(of: job.need)
            {
                lose(loss, job, at: now)
            } else {
                judgeHours(of: job, at: now)
            }
        }
        judgeServices(at: now)
    }

    /// Does what the job says where its hours have ended, and goes on with what stands still for them where they have begun.
    private mutating func judgeHours(of job: Job, at now: Now) {
        guard areHoursOver(for: job, at: now) else {
            guard case .frozen(_, _, _, .allowedHours) = job.phase else { return }
            // What it requires may settle yet.
            let mayGoOn = job.descriptor.onRequirementLost == .finish || conditions.holdsAgain(job.need)
            if mayGoOn { apply(.thawed(.allowedHours), to: job.id, at: now) }
            return
        }
        switch job.descriptor.hoursEnd {
        case .finish: break
        // Told once: what is ending goes on ending.
        case .stop where job.phase.ending == nil: apply(.told(StopOrder(.allowedHours)), to: job.id, at: now)
        case .stop: break
        case .freeze:
            guard case .running = job.phase, !isHostEnding(of: job) else { return }
            apply(.frozen(.allowedHours), to: job.id, at: now)
        }
    }

    /// Whether the hours have ended in which the job's run was started. One that was started by hand outside of them was to
    /// run then.
    private func areHoursOver(for job: Job, at now: Now) -> Bool {
        guard job.descriptor.allowedHours != nil, let run = job.phase.run, run.isInHours,
            job.descriptor.hoursEnd != .finish
        else { return false }
        return !timetable.isOpen(job, at: now)
    }

    /// When the hours end that do something to the job's run; nil where none do, or where they have.
    func hoursEnd(of job: Job, at now: Now) -> WallTime? {
        guard job.descriptor.allowedHours != nil, let run = job.phase.run, run.isInHours,
            job.descriptor.hoursEnd != .finish, timetable.isOpen(job, at: now)
        else { return nil }
        return timetable.hoursChange(of: job, after: now)
    }

    /// When a loss counts that waits for nothing but for things to settle after the machine's sleep.
    func lossWakeup(at now: Now) -> Wakeup? {
        guard now.awake < conditions.lossesFrom, sleep.isAwake else { return nil }
        for id in endedServices {
            guard let job = jobs[id], let loss = conditions.loss(of: job.need) else { continue }
            return Wakeup(.awake(conditions.lossesFrom), .lossCounts(loss.requirement))
        }
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
            if case .running = job.phase { return !isHostEnding(of: job) }
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
