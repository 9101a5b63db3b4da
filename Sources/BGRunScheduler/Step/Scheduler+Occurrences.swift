// What becomes of an occurrence that has come to its end, and of its job then.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// How an occurrence has come to its end.
    enum Ending {
        case succeeded
        /// By a run of any other outcome.
        case ran
        case cancelled
        case skipped
        /// Before it has begun.
        case skippedByHand

        /// Whoever has cancelled it has done so although it ended well in the same moment.
        init(_ outcome: Outcome, _ stop: StopOrder?) {
            self =
                outcome == .cancelled || stop?.reason == .cancelled
                ? .cancelled : outcome == .succeeded ? .succeeded : .ran
        }

        var isByRun: Bool {
            switch self {
            case .succeeded, .ran: true
            case .cancelled, .skipped, .skippedByHand: false
            }
        }
    }

    /// Moves a job on to its successor, to its next occurrence, or out of the table.
    ///
    /// - Parameter plan: The next occurrence's plan, where the rule by which this one ended knows it.
    mutating func finishOccurrence(of job: Job, _ ending: Ending, plan: Plan? = nil, at now: Now) {
        var job = job
        if job.isByHand, isPlanDone(by: ending, job, at: now) {
            job.isByHand = false
            job.plan = job.plan.reached(at: now)
        }
        // What was called up by hand takes nothing away.
        if job.phase.run != nil { job.progress.successes.runEnded(isOver: !job.isByHand) }
        if !job.isByHand {
            job.usePoint(at: now)
            if ending.isByRun { job.progress.runs = job.progress.runs.addingSaturating(1) }
        }
        if let successor = job.successor {
            follow(job, with: successor, at: now)
            return
        }
        guard !isLeaving(job, ending) else {
            // What was cancelled before it began has not ended.
            retire(job, isOver: true, isTold: ending != .cancelled || job.phase.run != nil, at: now)
            return
        }
        if job.isByHand {
            goBackToPlan(job, at: now)
            return
        }
        recordCollapse(of: &job, at: now)
        let isAgain = job.isTriggeredAgain && !job.isOver && !job.isPast(at: now)
        // A zone that is not there may come back, and with it the schedule.
        let isBare = isAgain || job.zoneFault != nil && !job.isOver
        guard let next = plan ?? timetable.planner.nextPlan(after: job, at: now) ?? (isBare ? Plan() : nil)
        else {
            let isOver = job.isOver || job.descriptor.schedules.isEmpty
            retire(job, isOver: isOver, isTold: ending != .skippedByHand, at: now)
            return
        }
        job.begin(next)
        put(job, at: now)
        if isAgain { seeAgain(job.id, at: now) }
    }

    /// Whether a run by hand has done what was planned too: it has succeeded, and the job runs once, or its instant has passed
    /// meanwhile, as it does during any other run. A request of an application is one run, whatever has come of it.
    private func isPlanDone(by ending: Ending, _ job: Job, at now: Now) -> Bool {
        if job.application != nil, ending.isByRun { return true }
        guard case .succeeded = ending else { return false }
        if job.descriptor.schedules.isEmpty { return true }
        return job.plan.hasCome(at: now) && job.descriptor.missed != .all
    }

    /// What was called up by hand has ended. The plan is as it was, but that a span from one completion to the next begins
    /// anew.
    private mutating func goBackToPlan(_ job: Job, at now: Now) {
        var job = job
        let isAgain = job.isTriggeredAgain && !job.isPast(at: now)
        if job.number > 1, job.plan.after != nil {
            job.plan.after = timetable.planner.spanFromCompletion(of: job, at: now) ?? job.plan.after
        }
        job.awaitPlan()
        put(job, at: now)
        if isAgain { seeAgain(job.id, at: now) }
    }

    /// A file changed during the run that has ended. It has to be left alone as after any change, so that a job which
    /// changes its own file comes round no faster than that.
    private mutating func seeAgain(_ id: JobID, at now: Now) {
        guard var job = jobs[id] else { return }
        let settle = job.descriptor.shortestSettle
        job.quiet = Job.Quiet(
            latest: now.boot.advanced(by: settle * 10), until: now.boot.advanced(by: settle), newest: now.wall
        )
        put(job, at: now)
    }

    /// With `"missed": "all"`, too many to run each of them collapse, and that is recorded.
    private mutating func recordCollapse(of job: inout Job, at now: Now) {
        guard job.descriptor.missed == .all, let used = job.progress.usedPoint, used <= now.wall else {
            return
        }
        let last = job
        for schedule in job.descriptor.schedules
        where timetable.planner.isTooMany(schedule, last, after: used, at: now) {
            let due = schedule.next(after: used, anchor: job.anchor, zones: timetable.planner.zones) ?? used
            record(due, .tooMany, &job, at: now)
        }
    }

    /// Puts the request that came during a run in the place of the one that the run was of.
    mutating func follow(_ job: Job, with successor: JobRecord.Successor, at now: Now) {
        var next = Job(
            id: job.id, descriptor: successor.descriptor, origin: successor.origin,
            accepted: successor.accepted,
            anchor: timetable.planner.begin(of: successor.descriptor, accepted: successor.accepted),
            plan: successor.plan)
        next.inherit(from: job)
        next.host = job.successorHost
        if job.keepsOccurrence(under: successor.descriptor) {
            next.zoneFault = timetable.zoneFault(of: next.descriptor)
            next.anchor = job.anchor
            next.number = job.number
            if job.isByHand {
                next.plan = job.plan
            } else if let plan = timetable.planner.nextPlan(after: next, at: now) {
                next.begin(plan)
            } else {
                retire(next, isOver: next.isOver, at: now)
                return
            }
        } else {
            // The clock may have been set, or the zone changed, since it was accepted.
            timetable.replan(&next, at: now)
        }
        put(next, at: now)
        if job.isTriggeredAgain, job.keepsOccurrence(under: successor.descriptor) {
            seeAgain(job.id, at: now)
        }
    }

    /// A cancelled submission leaves with all its occurrences; a file's job leaves when the file is gone.
    private func isLeaving(_ job: Job, _ ending: Ending) -> Bool {
        switch job.origin {
        case .submission: ending == .cancelled
        case .file: !files.mayBring(job.id)
        }
    }

    /// Takes a job out of the table. What a file brought is remembered, so that it is not run again.
    ///
    /// Where only the calendar has nothing more to offer, a file's job stays and says so: the clock may be wrong.
    ///
    /// - Parameter isTold: Whether it is told of it for a while.
    mutating func retire(_ job: Job, isOver: Bool, isTold: Bool = true, at now: Now) {
        if case .file = job.origin, !isOver, files.mayBring(job.id) {
            var job = job
            job.begin(Plan())
            put(job, at: now)
            return
        }
        remove(job.id, at: now)
        if isTold { remember(job.end) }
        if case .file = job.origin, files.mayBring(job.id) {
            let fingerprint = job.descriptor.fingerprint
            files.finish(job.id, fingerprint: fingerprint)
            turn.effects.saves.append(
                .rememberFinishedFile(FinishedFile(job: job.id, fingerprint: fingerprint)))
        }
    }
}
