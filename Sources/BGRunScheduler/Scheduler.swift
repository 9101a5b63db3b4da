// Given what happened and when, say what to do; never do it.
import BGRunCalendar
import BGRunJob

/// The core that decides.
///
/// One event and the time go in, a list of effects comes out, in the order stop, save, promise, wish. The
/// scheduler owns no clock, no file, no process and no random number, so the same events at the same times always
/// lead to the same effects; the daemon's log and the scenario tests rest on that.
///
/// Nobody else knows when a job may run. Everything waiting sits where it comes up next: in the agendas of the three
/// clocks (its occurrence, its rest, its budget or its grace period ends then), in the ready queue of the
/// requirements it needs, or with the event or file it waits for. So a change looks only at the jobs it concerns.
package struct Scheduler {
    package var policy: Policy
    var jobs = JobTable()
    var runs: [RunID: JobID] = [:]
    var jobsPerOwner: [UserID: Int] = [:]

    var wallAgenda = Agenda<WallTime>()
    var bootAgenda = Agenda<BootTime>()
    var awakeAgenda = Agenda<AwakeTime>()
    /// What jobs need, with those that nothing but gates, limits and pace hold back.
    var needs = NeedTable()
    var tickets: UInt64 = 0
    var planner: Planner
    /// Jobs by what makes them due beside time, and what is observed for them.
    var triggers = TriggerIndex()
    /// Pauses of all jobs of a scope.
    var pauses: [PauseScope: Pause] = [:]

    var interests = InterestTable()
    var gates = GateTable()
    var looks = Looks()
    /// Combinations that can't start before something is seen of them: thousands of answers come one by one.
    var tried: Set<NeedTable.Place> = []
    var power = PowerWatch()
    var simulations = Simulations()
    /// The last verdicts that history was given.
    var remembered: [RememberedCondition: Verdict] = [:]
    /// What holds due jobs back beside their requirements, as history was told last; only where something does.
    var held: [JobID: [String]] = [:]
    /// Jobs whose owners are to be told that they wait too long.
    var overdue: Set<JobID> = []
    /// Time in suspend when the last event came: more of it now means that the machine slept in between.
    var asleep: Duration?
    var sleep = SleepWatch()
    var pace = Pace()

    /// Files of the jobs directories as last read; nil before the first reading, when nothing may start yet.
    var files: Set<JobID>?
    /// The machine was started, and the jobs that wait for that have not been told yet.
    var isBootPending = false
    var unreadableFiles: [UnreadableFile] = []
    var finishedFiles: [JobID: UInt64] = [:]

    var nextRun = RunID(1)
    var waiters: [JobID: [RequestID]] = [:]
    /// Starts by hand that wait until what is needed was looked at.
    var awaited: [JobID: Requester] = [:]
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
    /// What nobody waits for, and what is done whatever becomes of the saves.
    var wishes: [Effect] = []
    var touched: [JobID] = []

    /// - Parameter seed: A number that tells this machine from others; delays are drawn from it.
    package init(policy: Policy, seed: UInt64 = 0) {
        self.policy = policy
        planner = Planner(zones: KnownZones(), seed: seed)
    }

    /// Takes in one event and says what to do about it.
    ///
    /// Facts come before the time: a run that has ended is not told to stop because its budget is over in the
    /// same instant, and a requirement that is lost does not count as settled in it.
    package mutating func handle(_ event: Event, at now: Now) -> [Effect] {
        notice(sleepUntil: now)
        take(event, at: now)
        pass(to: now)
        judgeRuns(at: now)
        prepareSleep(at: now)
        startAwaited(at: now)
        if !event.isMereLook { tried = [] }
        startWhatMay(at: now)
        warn(at: now)
        // After the starts: between two runs the machine is not idle.
        passVisit(to: now)
        settleWishes()
        leaveIfDone()
        return collectEffects()
    }

    private mutating func take(_ event: Event, at now: Now) {
        switch event {
        case .recovered(let recovery): recover(recovery, at: now)
        case .filesRead(let files, let unreadable): reconcile(files, unreadable: unreadable, at: now)
        case .powerRead(let reading, let cause): read(reading, cause, at: now)
        case .networkRead(let reading): read(reading, at: now)
        case .pressureRead(let reading): pace.read(reading, at: now)
        case .observed(let subject, let observation): observed(subject, observation, at: now)
        case .presenceRead(let presence): read(presence)
        case .zoneRead(let name, let zone): read(zone, named: name, at: now)
        case .sleepAnnounced: sleepAnnounced(at: now)
        case .sleepOver: wakeUp(at: now)
        case .loggedIn(let user): trigger(.login, of: user, at: now)
        case .unlocked(let user): trigger(.unlock, of: user, at: now)
        case .pathFound(let path, let newest): found(path, newest: newest, at: now)
        case .pathChanged(let path, let newest): changed(path, newest: newest, at: now)
        case .pathUnwatchable(let path, let reason): unwatchable(path, reason: reason)
        case .submitted(let descriptor, let requester, let owner):
            submit(descriptor, for: owner, requester, at: now)
        case .cancelRequested(let target, let requester): cancel(target, requester, at: now)
        case .runRequested(let target, let mode, let requester): run(target, mode, requester, at: now)
        case .stopRequested(let target, let requester): stop(target, requester, at: now)
        case .simulationRequested(let target, let simulation, let requester):
            simulate(simulation, target, requester, at: now)
        case .conditionSimulationRequested(let conditions, let span, let target, let requester):
            simulate(conditions, for: span, target, requester, at: now)
        case .waitRequested(let target, let requester): wait(target, requester)
        case .pauseRequested(let selection, let span, let requester):
            pause(selection, for: span, requester, at: now)
        case .unpauseRequested(let selection, let requester): unpause(selection, requester, at: now)
        case .switchRequested(let selection, let enabled, let requester):
            setEnabled(enabled, selection, requester, at: now)
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
            put(job, at: now)
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
        case .signal(let signal):
            signals.append(.signal(run.id, signal))
            // Being told to end thaws it. Where the machine was let sleep it does so after waking.
            if case .terminate = signal, case .ready = sleep.state {
                signals.append(.signal(run.id, .freeze))
            }
        }
    }

    /// Puts a job into the table, and wherever it comes up next.
    ///
    /// - Parameter hasOtherNeeds: What it needs is another thing than before, although it is the same request.
    mutating func put(_ job: Job, hasOtherNeeds: Bool = false, at now: Now) {
        var job = job
        tickets &+= 1
        job.ticket = Ticket(number: tickets)
        let before = jobs[job.id]
        if let before, before.queued != Job.nowhere { needs.dequeue(before.queued) }
        job.queued = Job.nowhere
        // The instant of acceptance tells the requests for one job apart.
        if let before, before.accepted == job.accepted, !hasOtherNeeds {
            (job.needs, job.wants) = (before.needs, before.wants)
        } else {
            before.map { triggers.remove($0, from: &interests) }
            triggers.add(job, to: &interests)
            // First the new needs, then the old ones go: what both ask for is not given up in between.
            take(needsOf: &job, at: now)
            before.map { release(needsOf: $0, at: now) }
        }
        if before == nil { jobsPerOwner[job.id.owner, default: 0] += 1 }
        jobs[job.id] = job
        revision &+= 1
        enqueue(job, at: now)
        // What a host said to an earlier occurrence says nothing of this one.
        if let place = jobs[job.id]?.queued, place != Job.nowhere, place != before?.queued {
            forgetAnswers(of: needs[place])
            tried.remove(place)
        }
        rememberHold(of: job, at: now)
    }

    mutating func remove(_ id: JobID, at now: Now) {
        guard let job = jobs[id] else { return }
        triggers.remove(job, from: &interests)
        if job.queued != Job.nowhere { needs.dequeue(job.queued) }
        release(needsOf: job, at: now)
        jobs[id] = nil
        held[id] = nil
        jobsPerOwner[id.owner, default: 1] -= 1
        revision &+= 1
        touch(id)
    }

    /// Notes that a job's record differs from what the store has.
    mutating func touch(_ id: JobID) { touched.append(id) }

    // MARK: - The list of effects

    private mutating func collectEffects() -> [Effect] {
        var seen = Set<JobID>()
        for id in touched where seen.insert(id).inserted {
            saves.append(jobs[id].map { .save($0.record) } ?? .forget(id))
        }
        // What ends or freezes a run waits for no look at the machine.
        let acts = signals.filter(\.isAct) + signals.filter { !$0.isAct }
        let effects = acts + ledger.saves(adding: saves) + promises + wishes
        signals = []
        saves = []
        promises = []
        wishes = []
        touched = []
        compactAgendas()
        return effects
    }

    private mutating func compactAgendas() {
        wallAgenda.compact(keeping: jobs)
        bootAgenda.compact(keeping: jobs)
        awakeAgenda.compact(keeping: jobs)
        sleep.compact(keeping: jobs)
        for place in needs.takeGrown() { needs.compact(place, keeping: jobs) }
    }

    private mutating func leaveIfDone() {
        guard isShuttingDown, runs.isEmpty else { return }
        promises.append(.exit)
    }
}

extension Event {
    /// Whether it brings news of nothing but what rests on one value, and no room for another check.
    fileprivate var isMereLook: Bool {
        if case .saved = self { return true }
        guard case .observed(let subject, _) = self else { return false }
        return subject.telling == .looked
    }
}

extension Effect {
    /// Whether it does something to a run, and is not a look at the machine.
    fileprivate var isAct: Bool {
        switch self {
        case .signal, .adopt, .abandon: true
        case .readPower, .readPressure, .read, .save, .forget, .appendHistory, .appendSkip, .savePause,
            .rememberFinishedFile, .forgetFinishedFile, .rememberSilentPower, .appendCondition, .appendHold,
            .launch, .reply, .exit, .readPresence, .observe, .ignore, .notify, .holdAwake, .letSleep,
            .suspend:
            false
        }
    }
}
