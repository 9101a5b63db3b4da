// What people switch by hand: pause, unpause, enable, disable; for one job and for all.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func switchJobs(
        _ turn: SwitchTurn, _ selection: Selection, _ requester: Requester, at now: Now
    ) {
        switch selection {
        case .job(let target):
            resolved(target, requester, at: now) { scheduler, job in
                scheduler.change(job.id, turn, by: requester.user, at: now)
                scheduler.accept(requester, .done)
            }
        case .tagged(let tag):
            let tagged = changeable(by: requester.user).filter { has(tag, $0) }
            // A word that is misspelt must not pass for one that was obeyed.
            guard !tagged.isEmpty else { return refuse(requester, .unknownTag(tag)) }
            chores.add(tagged, for: requester) { $0.turns.append((turn, requester.user)) }
        case .all:
            switchAll(turn, requester, at: now)
        }
    }

    /// The jobs that a user may change, sorted.
    private func changeable(by user: UserID) -> [JobID] {
        user == .root ? jobs.ids.sorted() : jobs.ids(of: user)
    }

    private mutating func switchAll(_ turn: SwitchTurn, _ requester: Requester, at now: Now) {
        let own = PauseScope.all(for: requester.user)
        let all = changeable(by: requester.user)
        switch turn {
        // Those that come later are paused too.
        case .pause(let span, let note):
            set(Pause(for: span, from: now, by: requester.user, note), of: own, at: now)
        // Also what was paused one by one, since nothing is to be paused any more.
        case .unpause:
            for (scope, _) in timetable.pauses.all where scope == own || own == .everybody {
                set(nil, of: scope, at: now)
            }
        case .enable, .disable, .snooze: break
        }
        guard !all.isEmpty else { return accept(requester, .done) }
        chores.add(all, for: requester) { work in
            switch turn {
            case .pause: work.isMoved = true
            case .unpause, .enable, .disable, .snooze: work.turns.append((turn, requester.user))
            }
        }
    }

    mutating func change(_ id: JobID, _ turn: SwitchTurn, by user: UserID, at now: Now) {
        guard let before = jobs[id] else { return }
        var job = before
        job.turn(turn, by: user, at: now)
        guard
            job.switches != before.switches || job.snoozedUntil != before.snoozedUntil
                || job.failures != before.failures
        else { return }
        ledger.promised(.change(from: before))
        put(job, at: now)
        touch(job.id)
        switch turn {
        case .pause, .disable: stopHeldService(id, at: now)
        case .unpause, .enable, .snooze: break
        }
    }

    /// Pauses a scope, or ends its pause, and moves its jobs to where they come up now.
    mutating func set(_ pause: Pause?, of scope: PauseScope, at now: Now) {
        let before = timetable.pauses[scope]
        guard before != pause else { return }
        ledger.promised(.pause(scope, before: before))
        keep(pause, of: scope, at: now)
    }

    private mutating func hold(_ scope: PauseScope, _ pause: Pause?, at now: Now) {
        timetable.set(pause, of: scope)
        reported.noteChange()
        let held: [JobID] =
            switch scope {
            case .everybody: jobs.ids.sorted()
            case .owner(let user): jobs.ids(of: user)
            }
        chores.add(held) { $0.isMoved = true }
    }

    /// Has the pause stored, whatever becomes of that, and moves the scope's jobs.
    mutating func keep(_ pause: Pause?, of scope: PauseScope, at now: Now) {
        turn.effects.saves.append(.savePause(scope, pause))
        hold(scope, pause, at: now)
    }

    // MARK: - Time

    mutating func passPauses(to now: Now) {
        for (scope, pause) in timetable.pauses.all {
            guard let end = pause.end, end.end <= now.boot else { continue }
            // Its end is a fact, whatever becomes of the save.
            keep(nil, of: scope, at: now)
        }
    }
}

extension Job {
    /// Turns one of its switches.
    fileprivate mutating func turn(_ turn: SwitchTurn, by user: UserID, at now: Now) {
        switch turn {
        case .pause(let span, let note): switches.pause = Pause(for: span, from: now, by: user, note)
        case .unpause: switches.pause = nil
        // Where the descriptor says so too, nothing has to be remembered; a "no" is, so that a new file can't bring
        // back what was disabled by hand.
        case .enable:
            // Who takes in hand what its failures have disabled has seen them; it counts anew.
            if failuresThatDisable != nil { failures = nil }
            switches.enabled = descriptor.isEnabled ? nil : true
        case .disable:
            // From now on a hand holds it, and not its failures.
            if failuresThatDisable != nil { failures = nil }
            switches.enabled = false
        case .snooze(let span):
            isWarned = false
            snoozedUntil = now.wall.advanced(by: span)
        }
    }
}

extension Pause {
    fileprivate init(for span: Duration?, from now: Now, by user: UserID, _ note: String?) {
        self.init(since: now.wall, end: span.map { Deadline($0, from: now) }, by: user, note: note?.taskTitle)
    }
}

extension PauseScope {
    /// All jobs that the user may change.
    fileprivate static func all(for user: UserID) -> PauseScope { user == .root ? .everybody : .owner(user) }
}
