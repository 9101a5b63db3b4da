// Whose jobs they are: a number belongs to one account, until it comes back as another; and what one may have.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// The number belongs to the account of that name. Where it was another's, what that one had goes out of the way: who
    /// was given the number later does not inherit it.
    mutating func found(_ name: String, as user: UserID, at now: Now) {
        let before = jobs.bind(user, to: name)
        if before == name { return }
        if let before {
            turn.effects.saves += jobs.dropEnds(of: user)
            let reason = "user \(user) was \(before) when these jobs were accepted, and is \(name) now"
            turn.effects.saves.append(.setAside(owner: user, reason: reason, at: now.wall))
            let theirs = jobs.ids(of: user)
            // A run that ends meanwhile would have its end stored under the number.
            for id in theirs where jobs[id]?.phase.run != nil { leave(id, at: now) }
            chores.add(theirs.filter { jobs[$0]?.phase.run == nil }) { $0.leaves = true }
            timetable.set(nil, of: .owner(user))
            conditions.endSimulations(of: user)
            ready.forgetShortage(of: user)
            timetable.forgetStarts(of: user)
            applications.forget(user)
            hosts.forgetStarts(of: user)
            takeBackUrgent(at: now) { $0.id.owner == user }
        }
        turn.effects.saves.append(.bindOwner(user, name: name))
    }

    /// A run has the rights of the number, whoever that is now: it is killed, and nothing of it is kept.
    mutating func leave(_ id: JobID, at now: Now) {
        guard let job = jobs[id] else { return }
        refuseAwaited(id, at: now)
        answerWaiters(of: id, .cancelled, job.lastRun)
        if let run = job.phase.run?.id {
            runs.disown(run)
            turn.effects.stops.append(.signal(run, .kill))
            if let request = runs.takeStarter(of: run) {
                answer(request, .refused(.unknownJob(id.identifier.text)))
            }
        }
        remove(id, at: now)
    }

    // MARK: - What logind would not let them do

    /// Why whoever asks can't have the machine kept awake, or woken, as the system's own rules for logind have it; nil where
    /// they can. What was granted once stays granted: a script submits its job anew at night, when nobody is there.
    func refusal(
        toStayAwake keys: Set<String>, before: Set<String>?, for owner: UserID, _ requester: Requester
    ) -> Refusal? {
        guard requester.isAway, !policy.awakeOwners.contains(owner) else { return nil }
        return keys.subtracting(before ?? []).min().map { .away(key: $0) }
    }

    // MARK: - Room

    /// Why an owner can't have so many jobs and so much text more; nil where they can.
    func refusal(ofMore arrivals: Int, bytes: Int, for owner: UserID) -> Refusal? {
        if owner == .root { return nil }
        if arrivals > 0, jobs.count(of: owner) + arrivals > policy.pendingPerOwner {
            return .tooManyJobs(limit: policy.pendingPerOwner)
        }
        // What takes less than what it replaces is taken in, also after the limit was lowered.
        let limit = policy.descriptorsPerOwner
        if bytes > 0, jobs.textBytes(of: owner) + applications.textBytes(of: owner) + bytes > limit {
            return .tooMuchText(limit: limit)
        }
        return nil
    }

    /// How many bytes of text there are more with a request for the job, which takes the place of what waits.
    func growth(by descriptor: JobDescriptor, as id: JobID) -> Int {
        let before = jobs[id].map { $0.phase.run == nil ? $0.descriptor : $0.successor?.descriptor } ?? nil
        return descriptor.textSize.bytes - (before?.textSize.bytes ?? 0)
    }
}
