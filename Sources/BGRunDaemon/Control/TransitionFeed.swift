// From decisions to the changes that `events` streams.
import BGRunCalendar
import BGRunJob
import BGRunScheduler
import BGRunWire

/// Derives visible changes from what the scheduler was told and what it asked for.
struct TransitionFeed {
    /// The jobs of runs that have no recorded end.
    private var runs: [RunID: JobID] = [:]
    /// The run of each task that was given to a host: one that is taken back has no end.
    private var given: [JobID: RunID] = [:]

    /// The changes of a turn, in order.
    mutating func transitions(of decisions: [Decision], _ scheduler: Scheduler) -> [Transition] {
        var transitions: [Transition] = []
        for decision in decisions {
            for change in changes(of: decision, scheduler) {
                transitions.append(Transition(at: decision.now.wall, change))
            }
        }
        return transitions
    }

    /// Takes note of a turn that nobody listens to.
    mutating func note(_ decisions: [Decision]) {
        for decision in decisions {
            for case .adopt(let run, let job, _) in decision.effects.stops { runs[run] = job }
            if case .recovered(let recovery) = decision.event {
                for (run, job) in recovery.jobsGoingOn { runs[run] = job }
            }
            for case .append(.run(let entry)) in decision.effects.saves { noteEnd(of: entry) }
            noteLaunches(in: decision)
        }
    }

    private mutating func noteLaunches(in decision: Decision) {
        for case .launch(let order) in decision.effects.promises { runs[order.run] = order.job }
        for save in decision.effects.saves {
            switch save {
            case .save(let record):
                noteGiven(record.activeRun?.host == nil ? nil : record.activeRun?.run, of: record.id)
            case .forget(let job): noteGiven(nil, of: job)
            case _: break
            }
        }
    }

    private mutating func noteGiven(_ run: RunID?, of job: JobID) {
        if let old = given[job], old != run { runs[old] = nil }
        given[job] = run
        if let run { runs[run] = job }
    }

    private mutating func noteEnd(of entry: HistoryEntry) {
        runs[entry.run] = nil
        if given[entry.job] == entry.run { given[entry.job] = nil }
    }

    private mutating func changes(of decision: Decision, _ scheduler: Scheduler) -> [Transition.Change] {
        var changes: [Transition.Change] = []
        if let run = decision.beginning, let job = runs[run] { changes.append(.runStarted(job, run)) }
        for stop in decision.effects.stops { changes += change(by: stop, scheduler) }
        for save in decision.effects.news { changes += change(by: save, scheduler) }
        noteLaunches(in: decision)
        return changes
    }

    private mutating func change(
        by stop: Effects.Stop, _ scheduler: Scheduler
    ) -> [Transition.Change] {
        switch stop {
        case .signal(let run, .terminate(let reason)):
            return runs[run].map { [.runExpiring($0, run, reason)] } ?? []
        case .signal(let run, .freeze), .signal(let run, .thaw):
            guard let job = runs[run] else { return [] }
            return scheduler.state(of: job).map { [.jobChanged(job, $0)] } ?? []
        case .adopt(let run, let job, _): runs[run] = job
        case .warn(_, let run, let reason, _):
            return runs[run].map { [.runExpiring($0, run, reason)] } ?? []
        case .signal(_, .kill), .signalHost, .warnAssertion, .endAssertion, .adoptHost, .abandon, .endHook,
            .readPower,
            .readPressure, .read:
            break
        }
        return []
    }

    private mutating func change(
        by save: Change, _ scheduler: Scheduler
    ) -> [Transition.Change] {
        switch save {
        case .save(let record):
            return scheduler.state(of: record.id).map { [.jobChanged(record.id, $0)] } ?? []
        case .forget(let job): return [.jobLeft(job)]
        case .append(.run(let entry)):
            noteEnd(of: entry)
            return [.runEnded(entry.job, entry.run, entry.outcome, entry.stopReason)]
        case .append(.skip(let skip, let job, _)): return [.occurrenceSkipped(job, skip)]
        case .savePause(let scope, _): return pauseChanges(in: scope, scheduler)
        case .note(.condition(let change)):
            return Transition.Condition(change).map { [.conditionChanged($0)] } ?? []
        case .saveEnd, .forgetEnd, .note(.hold), .rememberFinishedFile, .forgetFinishedFile,
            .rememberSilentPower, .bindOwner,
            .setAside, .saveApplication, .forgetApplication, .purge, .appendHook:
            return []
        }
    }

    /// A pause of all changes where every job stands that has no run.
    private func pauseChanges(
        in scope: PauseScope, _ scheduler: Scheduler
    ) -> [Transition.Change] {
        scheduler.heldJobs(in: scope).compactMap { job in
            scheduler.state(of: job).map { .jobChanged(job, $0) }
        }
    }
}

extension Decision {
    /// The run whose program runs, or whose handler is entered, from now on.
    var beginning: RunID? {
        if case .launched(let run, let process) = event, process != 0 { return run }
        guard case .taskBegan(let run, _, let requester) = event else { return nil }
        let isBegun = effects.promises.contains { promise in
            if case .reply(requester.request, .started) = promise { true } else { false }
        }
        return isBegun ? run : nil
    }
}
