// Requests that begin at once or not at all: what is in their way, and what is to be looked at first.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    /// It starts in this turn, or once what it needs was looked at, or it leaves nothing behind.
    mutating func startOrRefuse(_ urgent: UrgentRequest, at now: Now) {
        if let run = jobs[urgent.id]?.phase.run?.id {
            return refuse(urgent.requester, urgent.refusal(whileRunning: run))
        }
        let job = candidate(for: urgent, at: now)
        let blockers = blockers(of: job, at: now)
        switch conditions.readiness(of: job.needToStart(at: now), for: .person, at: now) {
        case .ready where blockers.isEmpty: begin(urgent, at: now)
        case .asks(let gates) where blockers.allSatisfy(\.isOfRequirement):
            conditions.look(at: gates, now: now)
            // What it needs is kept for it.
            return waiters.wait(urgent, as: job)
        case .ready, .asks, .lacking: refuse(urgent.requester, urgent.refusal(for: blockers))
        }
        giveBackNeed(of: job, at: now)
    }

    /// The job that it would be, due now. It is in no table; its needs are taken.
    private mutating func candidate(for urgent: UrgentRequest, at now: Now) -> Job {
        var job = newJob(urgent.id, urgent.request, at: now)
        if let old = jobs[urgent.id] { job.inherit(from: old) }
        job.host = urgent.host
        if let apart = putOffBySpacing(job, at: now) {
            job = apart
        } else if job.plan.hasCome(at: now) {
            job.phase = .due(since: now.wall, rest: nil)
        }
        takeNeed(of: &job, at: now)
        return job
    }

    private mutating func begin(_ urgent: UrgentRequest, at now: Now) {
        let acceptance = takeIn(urgent.request, as: urgent.id, at: now)
        if let host = urgent.host { give(urgent.id, to: host, at: now) }
        accept(urgent.requester, .accepted(urgent.id, acceptance))
        apply(.becameDue(since: now.wall), to: urgent.id, at: now)
        start(urgent.id, at: now)
    }

    // MARK: - Once it was looked at

    /// What was to be looked at is known: they are decided as if they came now.
    mutating func decideUrgent(at now: Now) {
        for (urgent, job) in waiters.urgent {
            let readiness = conditions.readiness(of: job.needToStart(at: now), for: .person, at: now)
            if !isShuttingDown, case .asks(let gates) = readiness {
                conditions.look(at: gates, now: now)
                continue
            }
            _ = waiters.takeUrgent { $0.requester == urgent.requester }
            take(urgent.event, at: now)
            giveBackNeed(of: job, at: now)
        }
    }

    /// Those that are meant are not to begin any more.
    mutating func takeBackUrgent(at now: Now, _ areMeant: (UrgentRequest) -> Bool) {
        for urgent in forgetUrgent(at: now, areMeant) { refuse(urgent.requester, urgent.takenBack) }
    }

    /// The same where nobody waits for the answer.
    @discardableResult
    mutating func forgetUrgent(at now: Now, _ areMeant: (UrgentRequest) -> Bool) -> [UrgentRequest] {
        waiters.takeUrgent(areMeant).map { urgent, job in
            giveBackNeed(of: job, at: now)
            return urgent
        }
    }
}

extension Blocker {
    /// Whether a look at the machine may find it gone.
    fileprivate var isOfRequirement: Bool {
        switch self {
        case .unmet, .anyOf, .preferred: true
        case .earliestBeginDate, .trigger, .spacing, .ended, .paused, .disabled, .givenUp, .invalid, .resting,
            .backOff,
            .allowedHours, .after, .settling, .limit, .catchUp, .conflict, .queue, .shortage,
            .application, .storage, .sleep, .shutdown:
            false
        }
    }
}
