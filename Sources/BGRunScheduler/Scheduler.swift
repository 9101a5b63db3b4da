// Given what happened and when, say what to do; never do it.
import BGRunCalendar
import BGRunJob

/// The core that decides.
///
/// One event and the time go in, a list of effects comes out, in the order stop, save, promise. The scheduler
/// owns no clock, no file, no process and no random number, so the same events at the same times always lead to
/// the same effects; the daemon's log and the scenario tests rest on that.
///
/// Nobody else knows when a job may run. Everything waiting sits in exactly one place: an agenda of one of the
/// three clocks (its occurrence, its rest, its budget or its grace period ends then), or the ready queue of the
/// requirements it needs. So a change of a requirement looks only at the jobs that ask for it.
package struct Scheduler {
    package var policy: Policy
    var jobs = JobTable()
    var runs: [RunID: JobID] = [:]
    var jobsPerOwner: [UserID: Int] = [:]

    var wallAgenda = Agenda<WallTime>()
    var bootAgenda = Agenda<BootTime>()
    var awakeAgenda = Agenda<AwakeTime>()
    /// Due jobs that nothing but gates and limits hold back, by the raw value of what they require.
    var readyQueues = [Agenda<WallTime>](repeating: Agenda(), count: 1 << Requirement.allCases.count)
    var tickets: UInt64 = 0

    /// One gate for each requirement, at the place of its case.
    var gates = [Gate](repeating: Gate(), count: Requirement.allCases.count)
    var batteryLevel: Int?
    var power = PowerWatch()
    /// Time in suspend when the last event came: more of it now means that the machine slept in between.
    var asleep: Duration?

    /// Files of the jobs directories as last read; nil before the first reading, when nothing may start yet.
    var files: Set<JobID>?
    var unreadableFiles: [UnreadableFile] = []
    var finishedFiles: [JobID: UInt64] = [:]

    var nextRun = RunID(1)
    var waiters: [JobID: [RequestID]] = [:]
    /// Requests that are answered once their run has a process.
    var starters: [RunID: RequestID] = [:]
    var isShuttingDown = false
    var ledger = Ledger()

    /// Counts up whenever anything that people can see may have changed.
    package internal(set) var revision: UInt64 = 0

    // What the event in hand has asked for so far.
    var signals: [Effect] = []
    var saves: [Effect] = []
    var promises: [Effect] = []
    var touched: [JobID] = []

    package init(policy: Policy) { self.policy = policy }

    /// Takes in one event and says what to do about it.
    ///
    /// Facts come before the time: a run that has ended is not told to stop because its budget is over in the
    /// same instant, and a requirement that is lost does not count as settled in it.
    package mutating func handle(_ event: Event, at now: Now) -> [Effect] {
        notice(sleepUntil: now)
        take(event, at: now)
        pass(to: now)
        startWhatMay(at: now)
        leaveIfDone()
        return collectEffects()
    }

    private mutating func take(_ event: Event, at now: Now) {
        switch event {
        case .recovered(let recovery): recover(recovery, at: now)
        case .filesRead(let files, let unreadable): reconcile(files, unreadable: unreadable, at: now)
        case .powerRead(let reading, let cause): read(reading, cause, at: now)
        case .networkRead(let reading): read(reading, at: now)
        case .submitted(let descriptor, let requester, let owner):
            submit(descriptor, for: owner, requester, at: now)
        case .cancelRequested(let target, let requester): cancel(target, requester, at: now)
        case .runRequested(let target, let mode, let requester): run(target, mode, requester, at: now)
        case .stopRequested(let target, let requester): stop(target, requester, at: now)
        case .simulationRequested(let target, let simulation, let requester):
            simulate(simulation, target, requester, at: now)
        case .waitRequested(let target, let requester): wait(target, requester)
        case .requestDropped(let request): drop(request)
        case .launched(let run, let process): report(.launched(process: process), of: run, at: now)
        case .launchFailed(let run, let fault): launchFailed(run, fault, at: now)
        case .exited(let run, let status, let usage): exited(run, status, usage, at: now)
        case .wokeUp: break
        case .clockChanged: replanAfterClockChange(at: now)
        case .shutdownRequested: shutDown(at: now)
        case .saved: ledger.saved()
        case .notSaved(let reason): undoPromises(reason: reason, at: now)
        }
    }

    // MARK: - One job

    /// Gives one input to one job and carries out what the step says.
    mutating func apply(_ input: Input, to id: JobID, at now: Now) {
        guard var job = jobs[id] else { return }
        switch step(job.phase, input, at: now) {
        case .stay: break
        case .move(let phase, let act):
            let stored = (job.storedOccurrence, job.storedRun)
            job.phase = phase
            put(job)
            if stored != (job.storedOccurrence, job.storedRun) { touch(id) }
            if let act { perform(act, for: job) }
        case .end: preconditionFailure("a run of \(id) ended without its exit being told to conclude(_:)")
        case .impossible: preconditionFailure("job \(id) can't take \(input) in \(job.phase)")
        }
    }

    private mutating func perform(_ act: Act, for job: Job) {
        guard let run = job.phase.run else { preconditionFailure("job \(job.id) acts without a run") }
        switch act {
        case .launch:
            runs[run.id] = job.id
            ledger.promised(.launch(job.id))
            promises.append(.launch(LaunchOrder(run: run.id, job: job.id, descriptor: job.descriptor)))
        case .signal(let signal): signals.append(.signal(run.id, signal))
        }
    }

    /// Puts a job into the table and into the one place where it comes up next.
    mutating func put(_ job: Job) {
        var job = job
        tickets &+= 1
        job.ticket = Ticket(number: tickets)
        let count = jobs.count
        jobs[job.id] = job
        if jobs.count > count { jobsPerOwner[job.id.owner, default: 0] += 1 }
        revision &+= 1
        enqueue(job)
    }

    mutating func remove(_ id: JobID) {
        guard jobs[id] != nil else { return }
        jobs[id] = nil
        jobsPerOwner[id.owner, default: 1] -= 1
        revision &+= 1
        touch(id)
    }

    private mutating func enqueue(_ job: Job) {
        switch job.phase {
        case .scheduled where job.isHeldBack, .due where job.isHeldBack: break
        case .scheduled:
            switch job.planned {
            case .at(let instant): wallAgenda.add(job.id, at: instant, ticket: job.ticket)
            case .after(let deadline): bootAgenda.add(job.id, at: deadline.end, ticket: job.ticket)
            }
        case .due(_, let rest?): bootAgenda.add(job.id, at: rest.end, ticket: job.ticket)
        case .due(let since, nil):
            readyQueues[Int(job.descriptor.requirements.rawValue)].add(job.id, at: since, ticket: job.ticket)
        case .launching: break
        case .running(let run, _): awakeAgenda.add(job.id, at: run.expires, ticket: job.ticket)
        case .expiring(_, _, _, let killAt): awakeAgenda.add(job.id, at: killAt, ticket: job.ticket)
        case .killed(_, _, _, let repeatAt): awakeAgenda.add(job.id, at: repeatAt, ticket: job.ticket)
        }
    }

    /// Notes that a job's record differs from what the store has.
    mutating func touch(_ id: JobID) { touched.append(id) }

    // MARK: - The list of effects

    private mutating func collectEffects() -> [Effect] {
        var seen = Set<JobID>()
        for id in touched where seen.insert(id).inserted {
            saves.append(jobs[id].map { .save($0.record) } ?? .forget(id))
        }
        let effects = signals + ledger.saves(adding: saves) + promises
        signals = []
        saves = []
        promises = []
        touched = []
        compactAgendas()
        return effects
    }

    private mutating func compactAgendas() {
        wallAgenda.compact(keeping: jobs)
        bootAgenda.compact(keeping: jobs)
        awakeAgenda.compact(keeping: jobs)
        for index in readyQueues.indices { readyQueues[index].compact(keeping: jobs) }
    }

    private mutating func leaveIfDone() {
        guard isShuttingDown, runs.isEmpty else { return }
        promises.append(.exit)
    }
}
