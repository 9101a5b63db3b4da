// What people switch by hand: pause, unpause, enable, disable; for one job and for all.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    mutating func pause(
        _ selection: Selection, for span: Duration?, _ requester: Requester, at now: Now
    ) {
        let pause = Pause(since: now.wall, end: span.map { Deadline($0, from: now) })
        switch selection {
        case .job(let target):
            change(target, requester, at: now) { $0.switches.pause = pause }
        case .all:
            set(pause, of: .all(for: requester.user), at: now)
            accept(requester, .done)
        }
    }

    /// Of all jobs: also what was paused one by one, since nothing is to be paused any more.
    mutating func unpause(_ selection: Selection, _ requester: Requester, at now: Now) {
        switch selection {
        case .job(let target):
            change(target, requester, at: now) { $0.switches.pause = nil }
        case .all:
            let own = PauseScope.all(for: requester.user)
            for (scope, _) in timetable.pauses.all where scope == own || own == .everybody {
                set(nil, of: scope, at: now)
            }
            changeAll(of: requester.user, at: now) { $0.switches.pause = nil }
            accept(requester, .done)
        }
    }

    mutating func setEnabled(
        _ enabled: Bool, _ selection: Selection, _ requester: Requester, at now: Now
    ) {
        // Where the descriptor says so too, nothing has to be remembered; a "no" is, so that a new file can't
        // bring back what was disabled by hand.
        let turn = { (job: inout Job) in
            job.switches.enabled = enabled && job.descriptor.isEnabled ? nil : enabled
        }
        switch selection {
        case .job(let target): change(target, requester, at: now, turn)
        case .all:
            changeAll(of: requester.user, at: now, turn)
            accept(requester, .done)
        }
    }

    // MARK: - One and all

    private mutating func change(
        _ target: Target, _ requester: Requester, at now: Now, _ body: (inout Job) -> Void
    ) {
        resolved(target, requester) { scheduler, job in
            scheduler.change(job, at: now, body)
            scheduler.accept(requester, .done)
        }
    }

    private mutating func changeAll(of user: UserID, at now: Now, _ body: (inout Job) -> Void) {
        for id in jobs.ids.filter({ user == .root || $0.owner == user }).sorted() {
            if let job = jobs[id] { change(job, at: now, body) }
        }
    }

    private mutating func change(_ before: Job, at now: Now, _ body: (inout Job) -> Void) {
        var job = before
        body(&job)
        guard job.switches != before.switches else { return }
        ledger.promised(.change(from: before))
        put(job, at: now)
        touch(job.id)
    }

    /// Pauses a scope, or ends its pause, and moves its jobs to where they come up now.
    mutating func set(_ pause: Pause?, of scope: PauseScope, at now: Now) {
        let before = timetable.pauses[scope]
        guard before != pause else { return }
        ledger.promised(.pause(scope, before: before))
        turn.effects.saves.append(.savePause(scope, pause))
        hold(scope, pause, at: now)
    }

    private mutating func hold(_ scope: PauseScope, _ pause: Pause?, at now: Now) {
        timetable.pauses[scope] = pause
        revision &+= 1
        for id in jobs.ids.filter({ scope.holds($0) }).sorted() {
            if let job = jobs[id], job.phase.run == nil { put(job, at: now) }
        }
    }

    /// A pause that could not be stored is taken back.
    mutating func restore(_ pause: Pause?, of scope: PauseScope, at now: Now) {
        turn.effects.saves.append(.savePause(scope, pause))
        hold(scope, pause, at: now)
    }

    // MARK: - Time

    mutating func passPauses(to now: Now) {
        for (scope, pause) in timetable.pauses.all {
            if let end = pause.end, end.end <= now.boot { set(nil, of: scope, at: now) }
        }
    }
}

extension PauseScope {
    /// All jobs that the user may change.
    fileprivate static func all(for user: UserID) -> PauseScope { user == .root ? .everybody : .owner(user) }

    fileprivate func holds(_ job: JobID) -> Bool {
        switch self {
        case .everybody: true
        case .owner(let user): job.owner == user
        }
    }
}
