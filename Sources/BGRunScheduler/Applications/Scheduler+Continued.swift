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
        takeBackUrgent(at: now) { $0.host == host }
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
