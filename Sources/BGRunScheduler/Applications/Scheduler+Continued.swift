// Continued tasks: begun by somebody who watches, for the host that has asked for them, for as long as they make progress.
import BGRunCalendar
import BGRunJob

extension Scheduler {
    // MARK: - For a host

    /// Why a host can't have a continued request; nil where it can.
    func refusal(toContinueIn host: HostID?, of application: ApplicationID) -> Refusal? {
        // It would not outlive this daemon.
        if isShuttingDown { return .shuttingDown }
        guard let host, hosts[host]?.application == application, hosts[host]?.isAttached == true else {
            return .unavailable(
                "a continued task is for the program that submits it, which has not attached; "
                    + "it registers its handler first")
        }
        return nil
    }

    /// Notes whom a request that was just taken in is for.
    mutating func give(_ id: JobID, to host: HostID, at now: Now) {
        guard var job = jobs[id] else { return }
        if job.phase.run == nil { job.host = host } else { job.successorHost = host }
        put(job, at: now)
    }

    /// The host has ended: what it has asked for is cancelled, but for what has begun elsewhere.
    mutating func cancelContinued(of host: HostID, _ application: ApplicationID, at now: Now) {
        for id in applications.jobs(of: application) {
            guard var job = jobs[id] else { continue }
            if job.successorHost == host {
                job.successor = nil
                job.successorHost = nil
                put(job, at: now)
                touch(id)
            }
            if job.host == host, job.phase.run == nil { end(continued: id, at: now) }
        }
    }

    /// At a daemon's start no continued request has its host any more. What a host that still leaves has begun ends with it.
    mutating func cancelContinued(at now: Now) {
        for application in applications.withJobs {
            for id in applications.jobs(of: application) {
                guard var job = jobs[id] else { continue }
                if job.successor?.descriptor.kind == .continued {
                    job.successor = nil
                    put(job, at: now)
                    touch(id)
                }
                guard job.descriptor.kind == .continued else { continue }
                if job.phase.run == nil {
                    end(continued: id, at: now)
                } else {
                    job.host = job.phase.run?.host
                    put(job, at: now)
                }
            }
        }
    }

    private mutating func end(continued id: JobID, at now: Now) {
        cancel(id, at: now)
        refuseAwaited(id, at: now)
    }

    // MARK: - At once, or not at all

    /// Takes in a request that is to begin at once: it starts in this turn, or once what it needs was looked at, or it
    /// leaves nothing behind.
    mutating func submitAtOnce(
        _ descriptor: JobDescriptor, as id: JobID, for host: HostID, _ requester: Requester, at now: Now
    ) {
        if let run = jobs[id]?.phase.run?.id {
            return refuse(requester, .notImmediate([.application("its run \(run) goes on")]))
        }
        let before = jobs[id]
        let wasTouched = turn.touched.contains(id)
        guard let acceptance = place(descriptor, as: id, origin: .submission, at: now) else {
            preconditionFailure("a request without a schedule is due at once")
        }
        give(id, to: host, at: now)
        guard let job = jobs[id] else { return }
        let blockers = blockers(of: job, at: now)
        switch conditions.readiness(of: job.need, for: .person, at: now) {
        case .ready where blockers.isEmpty:
            ledger.promised(before.map { .change(from: $0) } ?? .arrival(id))
            begin(job, requester, acceptance, at: now)
        case .asks(let gates) where blockers.allSatisfy(\.isOfRequirement):
            conditions.look(at: gates, now: now)
            waiters.wait(requester, forStartOf: id, takenInAs: acceptance)
        case .ready, .asks, .lacking:
            takeOut(id, restoring: before, at: now)
            // What was there before and has left in this turn is still to be forgotten.
            if before == nil, !wasTouched { turn.touched.removeAll { $0 == id } }
            refuse(requester, .notImmediate(blockers))
        }
    }

    /// What was looked at is known: the request begins, or is refused and leaves with what it has replaced.
    mutating func beginOrRefuse(
        _ job: Job, _ requester: Requester, _ acceptance: Acceptance, at now: Now
    ) {
        let blockers = blockers(of: job, at: now)
        if blockers.isEmpty, job.phase.run == nil {
            begin(job, requester, acceptance, at: now)
        } else {
            if job.phase.run == nil { cancel(job.id, at: now) }
            refuse(requester, .notImmediate(blockers))
        }
    }

    private mutating func begin(
        _ job: Job, _ requester: Requester, _ acceptance: Acceptance, at now: Now
    ) {
        accept(requester, .accepted(job.id, acceptance))
        apply(.becameDue(since: now.wall), to: job.id, at: now)
        start(job.id, at: now)
    }

    /// It was never there.
    private mutating func takeOut(_ id: JobID, restoring before: Job?, at now: Now) {
        if let before {
            put(before, at: now)
        } else {
            remove(id, at: now)
        }
    }

    // MARK: - Progress

    /// For so long what a host says of its progress is only taken note of: who floods keeps nobody else busy.
    static let progressPause: Duration = .milliseconds(500)

    mutating func taskProgressed(_ run: RunID, in id: HostID, _ progress: TaskProgress, at now: Now) {
        guard let host = hosts.host(of: run), host.id == id, let entry = host[run], entry.stage == .begun,
            jobs[entry.job]?.descriptor.kind == .continued, entry.progress != progress
        else { return }
        let isOn = entry.progress.map { !$0.hasSameUnits(as: progress) } ?? true
        let isTold = entry.progressTold.map { $0.advanced(by: Self.progressPause) <= now.awake } ?? true
        hosts.change(run) { entry in
            entry.progress = progress
            if isOn { entry.progressedAt = now.awake }
            if isTold { entry.progressTold = now.awake }
        }
        guard isTold else { return }
        reported.noteChange()
        letGoOn(run, at: now)
    }

    /// Passes on that a run has made progress since that was passed on last; also before it is told that it has not.
    mutating func letGoOn(_ run: RunID, at now: Now) {
        guard let job = runs[run], let instant = hosts.host(of: run)?[run]?.progressedAt else { return }
        hosts.change(run) { $0.progressedAt = nil }
        apply(.progressed(at: instant), to: job, at: now)
    }
}

extension Blocker {
    /// Whether a look at the machine may find it gone.
    fileprivate var isOfRequirement: Bool {
        switch self {
        case .unmet, .anyOf: true
        case .earliestBeginDate, .trigger, .spacing, .ended, .paused, .disabled, .invalid, .resting, .backOff,
            .allowedHours, .after, .preferred, .settling, .limit, .catchUp, .conflict, .queue, .shortage,
            .application, .storage, .sleep, .shutdown:
            false
        }
    }
}
