// A save that failed: what its turn promised is taken back.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// Takes back what the failed turn promised, the latest first.
    mutating func undoPromises(reason: String, at now: Now) {
        reported.noteChange()
        // What was seen was not kept, so it is new once more.
        conditions.forgetRemembered()
        reported.forgetHeld()
        for requester in chores.giveUpRequests() { refuse(requester, .storage(reason)) }
        for promise in ledger.failed(reason: reason, at: now) {
            switch promise {
            case .launch(let id): undoLaunch(of: id, reason: reason, at: now)
            // Its runs, all of this turn, are undone by now.
            case .hostStart(let host): undoStart(of: host, at: now)
            // Where it was started in the same turn, that is undone with its launch.
            case .handOver(let run): takeBack(run, at: now)
            case .manifest(let application, let before): restore(before, of: application, at: now)
            case .answer(let request): answer(request, .refused(.storage(reason)))
            case .arrival(let id): if jobs[id]?.phase.run == nil { undoArrival(of: id, at: now) }
            case .change(let before): restore(before, at: now)
            case .pause(let scope, let before): keep(before, of: scope, at: now)
            case .farewell(let ends, let id):
                // The job comes back below, and they go on waiting for it.
                for end in ends { waiters.wait(end, of: id) }
            case .end(let id, let before):
                jobs.dropEnd(of: id)
                if let before { remember(before) } else { turn.effects.saves.append(.forgetEnd(id)) }
            case .ending(let request, let reply): ledger.owe(reply, to: request)
            }
        }
    }

    /// Keeps, also in the store, what has become of a job that is over.
    ///
    /// - Returns: The one that there is no room for any more.
    @discardableResult
    mutating func remember(_ end: EndedJob) -> EndedJob? {
        let pushedOut = jobs.keep(end)
        turn.effects.saves.append(.saveEnd(end))
        if let pushedOut { turn.effects.saves.append(.forgetEnd(pushedOut.id)) }
        return pushedOut
    }

    /// Takes away a job that the store never had: refusals leave nothing to be saved, or whoever goes on asking
    /// while the disk is full would fill the memory too.
    private mutating func undoArrival(of id: JobID, at now: Now) {
        remove(id, at: now)
        turn.touched.removeAll { $0 == id }
        ledger.dropSaves(of: id)
    }

    private mutating func undoLaunch(of id: JobID, reason: String, at now: Now) {
        guard let run = jobs[id]?.phase.run?.id else { return }
        if let host = hosts.take(run) {
            // What was to be started for it was not.
            if host == .started(run) { hosts.remove(host) } else { left(host, at: now) }
        }
        runs.end(run)
        timetable.startUndone(id)
        ready.launchUndone(run, of: id.owner)
        apply(.launchUndone, to: id, at: now)
        if let request = runs.takeStarter(of: run) { answer(request, .refused(.storage(reason))) }
    }

    private mutating func undoStart(of id: HostID, at now: Now) {
        guard let host = hosts[id] else { return }
        hosts.remove(id)
        refresh(host.application, at: now)
    }

    /// Puts a job back as it was before the request. What has happened to a run meanwhile stays: one that was told
    /// to end is ending, since its signal came before the save, and one that has ended does not come back.
    private mutating func restore(_ before: Job, at now: Now) {
        var restored = before
        switch (before.phase.run, jobs[before.id]?.phase) {
        case (nil, let current?) where current.run != nil: return
        case (nil, _): break
        case (let run?, let current?) where current.run == run: restored.phase = current
        case (.some, _): return
        }
        // What has succeeded meanwhile has done so.
        if let successes = jobs[before.id]?.progress.successes { restored.progress.successes = successes }
        put(restored, at: now)
        touch(before.id)
    }
}
