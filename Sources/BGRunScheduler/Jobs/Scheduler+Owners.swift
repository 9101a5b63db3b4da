// Whose jobs they are: a number belongs to one account, until it comes back as another.
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
}
