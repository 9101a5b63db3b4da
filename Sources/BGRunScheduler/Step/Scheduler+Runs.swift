// The life of a run after its start, and what becomes of its occurrence.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Passes a fact about a run on to its job. A run nobody knows is the launcher's contradiction.
    mutating func report(_ input: Input, of run: RunID, at now: Now) {
        guard let id = runs[run] else {
            preconditionFailure("a report came of run \(run), which is not active")
        }
        apply(input, to: id, at: now)
        if let request = runs.takeStarter(of: run) { answer(request, .started(run)) }
    }

    mutating func launched(_ run: RunID, process: Int32, at now: Now) {
        if runs.isDisowned(run) {
            // It was being started when it was killed.
            turn.effects.stops.append(.signal(run, .kill))
            return
        }
        if let job = runs[run] { ready.launched(by: job.owner) }
        report(.launched(process: process), of: run, at: now)
    }

    mutating func launchFailed(_ run: RunID, _ fault: LaunchFault, at now: Now) {
        if let owner = runs.takeDisowned(run) { return ready.ended(run, of: owner, at: now) }
        if let request = runs.takeStarter(of: run) {
            answer(request, .refused(.couldNotLaunch(fault.reason)))
        }
        if let owner = runs[run]?.owner {
            ready.launchFailed(owner, fault, longest: policy.rest.longest, at: now)
        }
        end(run, by: .launchFailed, exit: nil, fault: fault, usage: ResourceUsage(), at: now)
    }

    /// Its main process has left, and something of the run has not.
    mutating func mainExited(_ run: RunID, _ status: ExitStatus, at now: Now) {
        if runs.isDisowned(run) {
            // What its main process has begun after the last signal.
            turn.effects.stops.append(.signal(run, .kill))
            return
        }
        report(.mainExited(exit(status, of: run)), of: run, at: now)
    }

    /// What a status means to the run's job. Who fails because something is gone that it requires has not failed, also where
    /// that is noticed by the program before it counts as lost.
    private func exit(_ status: ExitStatus, of run: RunID) -> Exit {
        guard let job = runs[run].flatMap({ jobs[$0] }), let active = job.phase.run else {
            preconditionFailure("run \(run) has left, which is not active")
        }
        let exit = Exit(status, of: job.descriptor)
        // It has said that it is not finished.
        if exit.meaning == .success, runs[voice: run].deferral != nil { return Exit(status, .deferral) }
        guard exit.meaning == .failure, case .running = job.phase, job.application == nil, !active.isForced,
            job.descriptor.onRequirementLost != .finish, let loss = conditions.seenLoss(of: job.need)
        else { return exit }
        return Exit(
            status,
            .lack(StopOrder(.requirementLost(loss.requirement.kind), underSimulation: loss.isSimulated)))
    }

    mutating func exited(_ run: RunID, _ status: ExitStatus, _ usage: ResourceUsage, at now: Now) {
        if let owner = runs.takeDisowned(run) { return ready.ended(run, of: owner, at: now) }
        if let owner = runs[run]?.owner { ready.ended(run, of: owner, at: now) }
        end(run, by: .exited(exit(status, of: run)), exit: status, fault: nil, usage: usage, at: now)
    }

    /// The run of a task was told to end before its handler was entered: nothing of it has an exit.
    mutating func neverBegan(_ run: RunID, at now: Now) {
        if let owner = runs[run]?.owner { ready.ended(run, of: owner, at: now) }
        end(run, by: .exited(Exit(.lost, .unknown)), exit: nil, fault: nil, usage: .ofTask, at: now)
    }

    private mutating func end(
        _ id: RunID, by input: Input, exit: ExitStatus?, fault: LaunchFault?, usage: ResourceUsage,
        at now: Now
    ) {
        guard let jobID = runs[id], let job = jobs[jobID], let run = job.phase.run else {
            preconditionFailure("run \(id) ended, which is not active")
        }
        guard case .end(let outcome) = step(job.phase, input, at: now) else {
            preconditionFailure("job \(jobID) can't take \(input) in \(job.phase)")
        }
        let stop = job.phase.stop ?? lack(in: job.phase, input)
        var usage = usage
        let failure = fault?.reason ?? usage.exhaustion ?? hanging(id, of: job, stop)
        let leftBehind = usage.leftBehind
        (usage.exhaustion, usage.leftBehind) = (nil, nil)
        var entry = HistoryEntry(
            run: id, job: jobID, title: job.descriptor.title, due: run.due, started: run.started.wall,
            ended: now.wall, duration: run.isOurs ? work(of: run, in: job.phase, at: now) : nil,
            outcome: outcome, stopReason: stop?.reason, exit: exit, failure: failure,
            isSimulated: run.isSimulated || stop?.isMarkedSimulated ?? false,
            attempt: attempt(of: job, outcome), usage: usage)
        entry.leftBehind = leftBehind
        turn.effects.saves.append(.append(.run(entry)))
        let host = hosts.take(id)
        let rest = wantedRest(after: id, of: job)
        runs.end(id)
        // What has not begun keeps no request from following at once, unless the request was used up. Of what a daemon before us has
        // left nobody knows.
        if job.hasUnbegunTask, run.isOurs, !isUsedUp(outcome, fault) {
            timetable.startUndone(jobID)
        } else {
            timetable.ended(jobID, at: now)
        }
        conclude(job, run, entry, stop, fault, rest, at: now)
        if let host { left(host, at: now) }
    }

    /// Whether a host was started for it, and has not taken it up.
    private func isUsedUp(_ outcome: Outcome, _ fault: LaunchFault?) -> Bool {
        guard outcome == .couldNotLaunch, case .lasting? = fault else { return false }
        return true
    }

    /// What the run lacked as its main process failed by itself.
    private func lack(in phase: Phase, _ input: Input) -> StopOrder? {
        if let ending = phase.ending { return ending.lack }
        if case .exited(let exit) = input { return exit.lack }
        return nil
    }

    /// Which of the runs of its occurrence has failed, where more may be made of it; nil for any other end.
    private func attempt(of job: Job, _ outcome: Outcome) -> Attempt? {
        guard let retry = job.descriptor.retrying, !retry.isEndless,
            outcome == .failed || outcome == .couldNotLaunch
        else { return nil }
        return Attempt(job.failedAttempts + 1, of: retry.attempts)
    }

    /// Decides what becomes of the occurrence, and of the job.
    ///
    /// - Parameter wantedRest: For how long the run wants to be left alone, where it has put its occurrence off.
    private mutating func conclude(
        _ job: Job, _ run: Run, _ entry: HistoryEntry, _ stop: StopOrder?, _ fault: LaunchFault?,
        _ wantedRest: Duration?, at now: Now
    ) {
        var job = job
        let outcome = entry.outcome
        let last = JobRecord.LastRun(
            run: run.id, outcome: outcome, stopReason: stop?.reason, ended: now.wall,
            lastSuccess: job.lastRun?.lastSuccess)
        job.lastRun = last
        job.progress.recent.add(RecentEnds.End(outcome, entry.exit))
        if outcome != .couldNotLaunch { job.failedLaunches = 0 }
        wait(forMissing: fault?.missingPath, by: &job, at: now)
        let next = afterwards(job, outcome, stop, fault)
        let isGivenUp = next == .finished
        let isFinal = isGivenUp || job.descriptor.kind == .service && outcome.isFailure
        // A shortage says nothing of the job; and who cancels it knows of it.
        if isFinal || outcome.isFailure && next != .dueAgain, stop?.reason != .cancelled {
            noteEnd(of: &job, entry, isFinal: isFinal, isGivenUp: isGivenUp, at: now)
        }
        // A service has not been due for as long as it has run.
        let due = job.descriptor.kind == .service ? now.wall : run.due
        switch next {
        case .finished: finishOccurrence(of: job, Ending(outcome, stop), at: now)
        // What was left of the occurrence is what its owner has replaced.
        case .dueAgain where job.successor != nil, .rests where job.successor != nil,
            .backsOff where job.successor != nil:
            finishOccurrence(of: job, Ending(outcome, stop), at: now)
        case .dueAgain:
            job.progress.successes.runEnded(isOver: false)
            job.phase = .due(since: due, rest: nil)
            put(job, at: now)
        case .rests:
            job.progress.successes.runEnded(isOver: false)
            let usual = restSpan(of: &job, after: outcome)
            let rest = outcome == .deferred ? wantedRest ?? usual : usual
            job.phase = .due(since: due, rest: Deadline(rest, from: now))
            put(job, at: now)
        case .backsOff(let retry):
            job.failedAttempts += 1
            let wait = timetable.planner.wait(of: retry, for: job)
            job.phase = .due(since: due, rest: Deadline(wait, from: now))
            put(job, at: now)
        }
        if outcome == .expired, isGivenUp { countUnfinished(job, at: now) }
        touch(job.id)
        if outcome == .succeeded { succeeded(job.id, at: now) }
        if next == .finished {
            answerWaiters(of: job.id, outcome, last)
        } else {
            answer(waiters.takeWaiting(forRunOf: job.id), outcome, last)
        }
    }

    /// An occurrence that is dropped as its time was over has not finished, and the next one counts on. What becomes of an
    /// application's request is its own to say.
    private mutating func countUnfinished(_ ended: Job, at now: Now) {
        guard ended.application == nil, var next = jobs[ended.id], next.accepted == ended.accepted else {
            return
        }
        next.unfinishedRuns = ended.unfinishedRuns
        next.countUnfinished()
        put(next, at: now)
    }

    private enum Afterwards: Equatable { case finished, dueAgain, rests, backsOff(Retry) }

    /// Final outcomes end the occurrence. A machine that lacked something for a moment is no reason to lose it: it
    /// is tried again, after a rest where the job alone lacked it. An interruption leaves it due at once, because the requirement itself
    /// says when to go on; where a person ended the run, or a stop was only simulated, it rests first, or it would
    /// start again under their hands.
    private func afterwards(
        _ job: Job, _ outcome: Outcome, _ stop: StopOrder?, _ fault: LaunchFault?
    ) -> Afterwards {
        // Whatever it has come to: who cancels it wants no more of it.
        if stop?.reason == .cancelled { return .finished }
        if job.application != nil, isOver(task: job, outcome, stop) { return .finished }
        // A service that was told to end has not ended by itself, however well it did so.
        let isStopped = job.descriptor.kind == .service && stop != nil
        return switch isStopped && outcome == .succeeded ? .interrupted : outcome {
        case .succeeded, .cancelled: .finished
        case .failed: afterFailure(of: job)
        case .couldNotLaunch:
            switch fault {
            case .passing?, .missing?: .rests
            case .shortage?: .dueAgain
            case .lasting?, nil: afterFailure(of: job)
            }
        // Its application has not been asked: it was a test of somebody's.
        case .expired where job.hasUnbegunTask: .rests
        case .expired:
            switch job.descriptor.onExpiration {
            case .continue: .rests
            case .drop: .finished
            }
        case .deferred: .rests
        case .interrupted where stop?.isSimulated == true: .rests
        // A service that was stopped by hand stays so.
        case .interrupted where stop?.reason == .userRequest:
            job.descriptor.kind == .service ? .finished : .rests
        case .interrupted: .dueAgain
        }
    }

    /// Only the last failure is final.
    private func afterFailure(of job: Job) -> Afterwards {
        guard let retry = job.descriptor.retrying, job.failedAttempts + 1 < retry.attempts else {
            return .finished
        }
        return .backsOff(retry)
    }

    /// Whether a request of an application is over although a job's occurrence would go on: its application was told, and what
    /// it makes of that is its answer. What the machine itself has ended, it has not.
    private func isOver(task job: Job, _ outcome: Outcome, _ stop: StopOrder?) -> Bool {
        guard let stop, job.descriptor.onExpiration == .drop, !job.hasUnbegunTask else { return false }
        switch (outcome, stop.reason) {
        case (.couldNotLaunch, _), (_, .shutdown), (_, .daemonRestart), (_, .preempted): return false
        case (_, .timeBudget), (_, .unresponsive), (_, .requirementLost), (_, .allowedHours),
            (_, .systemSleep), (_, .userRequest), (_, .held), (_, .replaced), (_, .cancelled):
            return true
        }
    }

    /// 15 min, doubling with each unfinished run in a row, up to 6 h. What could not be launched has not begun, so it is
    /// tried sooner: 10 s, doubling with each failure.
    private func restSpan(of job: inout Job, after outcome: Outcome) -> Duration {
        let (first, count): (Duration, Int)
        switch outcome {
        case .couldNotLaunch:
            if job.failedLaunches < .max { job.failedLaunches += 1 }
            (first, count) = (Shortages.pause, Int(job.failedLaunches))
        case .expired, .deferred, .succeeded, .failed, .cancelled:
            job.countUnfinished()
            (first, count) = (policy.rest.initial, job.unfinishedRuns)
        case .interrupted: (first, count) = (policy.rest.initial, job.unfinishedRuns)
        }
        return first.doubled(count - 1, upTo: policy.rest.longest)
    }

    mutating func answerWaiters(of id: JobID, _ outcome: Outcome, _ last: JobRecord.LastRun?) {
        answer(waiters.takeWaiting(forEndOf: id), outcome, last)
    }

    private mutating func answer(_ ends: [Waiters.End], _ outcome: Outcome, _ last: JobRecord.LastRun?) {
        for end in ends {
            ledger.promised(.ending(end.request, .ended(outcome, last)))
            answer(end.request, .ended(outcome, last))
        }
    }

    mutating func shutDown(at now: Now) {
        reported.noteChange()
        ledger.retryNow()
        let isFirst = !isShuttingDown
        if isFirst {
            remember(.stopped, since: now.wall)
            runs.leave(by: now.awake)
            leaveAssertions(at: now)
        }
        for id in runs.jobIDs { apply(.told(StopOrder(.shutdown)), to: id, at: now) }
        for host in hosts.ids { move(host, .dismissed, at: now) }
        guard isFirst else { return }
        let killed =
            runs.jobIDs.compactMap { jobs[$0].map { killedBy($0.phase, at: now) } }.max() ?? now.awake
        let left = hosts.hasStarted ? killed.advanced(by: hostLeaveLimit) : killed
        // By then no assertion is held any more.
        runs.leave(by: left.advanced(by: Self.killPatience))
    }

    /// How long after a SIGKILL a daemon that is told to end waits for the end of a run.
    private static let killPatience = Duration.seconds(5)

    /// When a run that was told to end has had SIGKILL at the latest. One that has no program yet has its grace period from
    /// when it has.
    private func killedBy(_ phase: Phase, at now: Now) -> AwakeTime {
        switch phase {
        case .launching(let run, _, let killAt): killAt.advanced(by: run.gracePeriod)
        case .expiring(_, _, _, let killAt): killAt
        case .scheduled, .due, .running, .frozen, .killed: now.awake
        }
    }
}
