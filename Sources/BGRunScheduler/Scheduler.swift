// Given what happened and when, say what to do; never do it.
import BGRunCalendar
import BGRunJob

/// The core that decides.
///
/// One event and the time go in, what to do comes out, in the order stop, save, promise, wish. The
/// scheduler owns no clock, no file, no process and no random number, so the same events at the same times always
/// lead to the same effects; the daemon's log and the scenario tests rest on that.
///
/// Nobody else knows when a job may run. Everything waiting sits where it comes up next: in the agendas of the three
/// clocks (its occurrence, its rest, its budget or its grace period ends then), in the ready queue of the
/// requirements it needs, or with the event or file it waits for. So a change looks only at the jobs it concerns.
package struct Scheduler {
    let policy: Policy
    var jobs = JobTable()
    /// What is known of the device, and what jobs need of it.
    var conditions: Conditions
    /// When jobs come up.
    var timetable: Timetable
    /// Due jobs that only gates, limits, pace and shortages hold back.
    var ready = ReadyQueues()
    var runs = Runs()
    /// Processes in which tasks of applications run.
    var hosts = HostTable()
    /// Which applications may have tasks.
    var applications = Applications()
    var files = Files()
    var sleep = SleepWatch()
    /// What programs are finishing.
    var assertions = Assertions()
    var waiters = Waiters()
    /// What one event asks of many jobs.
    var chores = Chores()
    /// What people and history were told of jobs that wait.
    var reported = Reported()
    var ledger = Ledger()
    /// What the event in hand has asked for so far.
    var turn = Turn()

    var isShuttingDown: Bool { runs.exitsBy != nil }

    /// Counts up whenever anything that people can see may have changed.
    package var revision: UInt64 { reported.revision }

    /// - Parameters:
    ///   - seed: A number that tells this machine from others; delays are drawn from it.
    ///   - unheld: The limits to which nothing holds a run on this machine.
    package init(policy: Policy, seed: UInt64 = 0, unheld: Set<ResourceRules.Hold> = []) {
        self.policy = policy
        conditions = Conditions(policy: policy, unheld: unheld)
        timetable = Timetable(seed: seed)
    }

    /// Takes in one event and says what to do about it.
    ///
    /// Facts come before the time: a run that has ended is not told to end because its budget is over in the
    /// same instant, and a requirement that is lost does not count as settled in it.
    package mutating func handle(_ event: Event, at now: Now) -> Effects {
        turn.portions.renew(for: event, at: now)
        notice(sleepUntil: now)
        take(event, at: now)
        openCircles(at: now)
        takeOrders()
        pass(to: now)
        conditions.judgeMoved(&turn.portions.judgements, at: now)
        takeOrders()
        doChores(at: now)
        // A sleep that does not come is over here, and its runs are judged.
        prepareSleep(at: now)
        judgeRuns(at: now)
        tellOverruns(at: now)
        startAwaited(at: now)
        decideUrgent(at: now)
        conditions.tryDue(at: now)
        startWhatMay(at: now)
        warn(at: now)
        // After the starts: between two runs the machine is not idle.
        passVisit(to: now)
        makeWishes(at: now)
        exitIfDue(at: now)
        takeOrders()
        return collectEffects()
    }

    mutating func take(_ event: Event, at now: Now) {
        switch event {
        case .recovered(let recovery): recover(recovery, at: now)
        case .filesRead(let files, let unreadable): reconcile(files, unreadable: unreadable, at: now)
        case .manifestsRead(let files, let unreadable): readManifests(files, unreadable: unreadable, at: now)
        case .powerRead(let reading, let cause): conditions.read(.power(reading, cause), at: now)
        case .networkRead(let reading): conditions.read(.network(reading), at: now)
        case .observed(let subject, let observation):
            conditions.read(.observed(subject, observation), at: now)
        case .pressureRead(let reading): ready.read(reading, at: now)
        case .presenceRead(let presence): read(presence, at: now)
        case .zoneRead(let name, let zone): read(zone, named: name, at: now)
        case .sleepAnnounced: sleepAnnounced(at: now)
        case .sleepOver: wakeUp(at: now)
        case .shutdownAnnounced: shutdownAnnounced(at: now)
        case .shutdownOver: shutdownOver()
        case .loggedIn(let user): trigger(.login, of: user, at: now)
        case .unlocked(let user): trigger(.unlock, of: user, at: now)
        case .sessionsRead(let fault): unseen(sessions: fault)
        case .pathFound(let path, let newest): found(path, newest: newest, at: now)
        case .pathChanged(let path, let newest): changed(path, newest: newest, at: now)
        case .pathMissing(let path): missing(path)
        case .pathUnwatchable(let path, let reason, let isInPart):
            note(PathFault(reason: reason, unseenSince: isInPart ? nil : now.wall), of: path)
        case .submitted(let descriptor, let requester, let owner, let terms):
            submit(descriptor, terms, for: owner, requester, at: now)
        case .submittedTogether(let descriptors, let requester, let owner, let ifExists):
            submit(descriptors, ifExists: ifExists, for: owner, requester, at: now)
        case .cancelRequested(let target, let requester, true): skipNext(of: target, requester, at: now)
        case .cancelRequested(let target, let requester, false): cancel(target, requester, at: now)
        case .purgeRequested(let id, let requester): purge(id, requester, at: now)
        case .runRequested(let target, let mode, let requester): run(target, mode, requester, at: now)
        case .stopRequested(let target, let requester): stop(target, requester, at: now)
        case .simulationRequested(let target, let simulation, let requester):
            simulate(simulation, target, requester, at: now)
        case .conditionSimulationRequested(let conditions, let span, let target, let requester):
            simulate(conditions, for: span, target, requester, at: now)
        case .waitRequested(let target, let requester, let since, let isOneRun):
            wait(target, requester, since, isOneRun, at: now)
        case .switchRequested(let turn, let selection, let requester):
            switchJobs(turn, selection, requester, at: now)
        case .requestDropped(let request): drop(request, at: now)
        case .ownerFound(let user, let name): found(name, as: user, at: now)
        case .launched(let run, let process): launched(run, process: process, at: now)
        case .launchFailed(let run, let fault): launchFailed(run, fault, at: now)
        case .mainExited(let run, let status): mainExited(run, status, at: now)
        case .exited(let run, let status, let usage): exited(run, status, usage, at: now)
        case .hookEnded(let hook, let end, let owner): hookEnded(hook, end, of: owner, at: now)
        case .earlierRunsRead(let run, let spans): earlierRunsRead(of: run, spans, at: now)
        case .runSpoke(let run, let words, let requester): spoke(run, words, requester, at: now)
        case .permitted(let manifest, let owner, let requester):
            permit(manifest, to: owner, requester, at: now)
        case .forbidden(let application, let requester): forbid(application, requester, at: now)
        case .taskSubmitted(let request, let application, let host, let requester):
            submitTask(request, of: application, from: host, requester, at: now)
        case .taskCancelRequested(let task, let application, let host, let requester):
            cancelTasks(task, of: application, from: host, requester, at: now)
        case .hostStarted(let host, let process): hostStarted(host, process: process, at: now)
        case .hostFailed(let host, let fault): hostFailed(host, fault, at: now)
        case .hostEnded(let host, let status): hostEnded(host, status, at: now)
        case .hostAttached(let application, let started, let busy, let process, let requester):
            attach(application, started: started, busy: busy, process: process, requester, at: now)
        case .hostServed(let host, let tasks, let requester): serve(host, tasks, requester, at: now)
        case .hostLost(let host): hostLost(host, at: now)
        case .taskBegan(let run, let host, let requester): taskBegan(run, in: host, requester, at: now)
        case .taskProgressed(let run, let host, let progress):
            taskProgressed(run, in: host, progress, at: now)
        case .taskEnded(let run, let host, let success): taskEnded(run, in: host, success: success, at: now)
        case .assertionAsked(let claim, let requester): grant(claim, requester, at: now)
        case .assertionEnded(let id): assertionEnded(id, at: now)
        case .wokeUp: break
        case .clockChanged: replanAfterClockChange(at: now)
        case .shutdownRequested: shutDown(at: now)
        case .renewalRequested: requestRenewal(at: now)
        case .saved: ledger.saved()
        case .kept: ledger.kept()
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
            if let act { perform(act, for: job, at: now) }
            if case .told = input { closeUnbegunTask(of: job, at: now) }
        case .end: preconditionFailure("a run of \(id) ended without its exit being told to conclude(_:)")
        case .impossible: preconditionFailure("job \(id) can't take \(input) in \(job.phase)")
        }
    }

    /// What has not begun in its host is closed as soon as it is told to end: there is nobody to be warned.
    private mutating func closeUnbegunTask(of job: Job, at now: Now) {
        guard isUnbegunTask(job), let run = job.phase.run else { return }
        neverBegan(run.id, at: now)
    }

    private mutating func perform(_ act: Act, for job: Job, at now: Now) {
        guard let run = job.phase.run else { preconditionFailure("job \(job.id) acts without a run") }
        if let host = run.host { return perform(act, in: host, for: run, of: job, at: now) }
        switch act {
        case .launch:
            runs.begin(run.id, of: job)
            ledger.promised(.launch(job.id))
            turn.effects.promises.append(
                .launch(
                    LaunchOrder(
                        run: run.id, job: job.id, descriptor: job.descriptor, due: run.due,
                        relaxed: run.relaxed)))
        case .signal(let signal):
            turn.effects.stops.append(.signal(run.id, signal))
            // Being told to end thaws it. Where the machine was let sleep it does so after waking.
            if case .terminate = signal, case .ready = sleep.state {
                turn.effects.stops.append(.signal(run.id, .freeze))
            }
        }
    }

    /// Puts a job into the table, and wherever it comes up next.
    ///
    /// - Parameter hasOtherNeed: What it needs is another thing than before, although it is the same request.
    mutating func put(_ job: Job, hasOtherNeed: Bool = false, at now: Now) {
        var job = job
        job.ticket = jobs.newTicket()
        // The policy may be another than when it was accepted.
        job.isDenied = !policy.allows(job.id.owner)
        let before = jobs[job.id]
        if let before, before.waitsWith != .none { conditions.removeWaiter(from: before.waitsWith) }
        // The instant of acceptance tells the requests for one job apart.
        if let before, before.accepted == job.accepted, !hasOtherNeed {
            (job.need, job.preferredNeed) = (before.need, before.preferredNeed)
            job.awaitedNeed = before.awaitedNeed
        } else {
            before.map { timetable.stopListening(for: $0) }
            timetable.listen(for: job)
            // First the new need, then the old one goes: what both ask for is not given up in between.
            takeNeed(of: &job, at: now)
            before.map { giveBackNeed(of: $0, at: now) }
            takeOrders()
        }
        reported.noteChange()
        job.waitsWith = enqueue(job, at: now)
        if job.waitsWith != .none {
            conditions.addWaiter(to: job.waitsWith)
            if job.waitsWith != before?.waitsWith { conditions.renewAnswers(for: job.waitsWith) }
        }
        jobs.put(job)
        if job.isStuck, before?.isStuck != true { lookAnew(atFollowersOf: job.id) }
        applications.note(job)
        rememberHold(of: job, at: now)
        retakeMoved(at: now)
    }

    mutating func remove(_ id: JobID, at now: Now) {
        guard let job = jobs[id] else { return }
        timetable.stopListening(for: job)
        if job.waitsWith != .none { conditions.removeWaiter(from: job.waitsWith) }
        giveBackNeed(of: job, at: now)
        takeOrders()
        jobs.remove(id)
        lookAnew(atFollowersOf: id)
        applications.forget(job)
        reported.forget(id)
        reported.noteChange()
        touch(id)
        retakeMoved(at: now)
    }

    mutating func takeNeed(of job: inout Job, at now: Now) {
        let required = job.descriptor.requirements
        let standing = jobs.order.standing(of: job)
        job.need = conditions.take(required, standing, for: job.id, at: now)
        job.preferredNeed =
            if let preference = job.descriptor.preference {
                conditions.take(
                    required, preferring: preference.requirements, standing, for: job.id, at: now)
            } else {
                .none
            }
        let awaited = job.descriptor.awaitedRequirements
        job.awaitedNeed = awaited == .none ? .none : conditions.take(awaited, .free, for: job.id, at: now)
        // All who need the same share it.
        job.descriptor.requirements = conditions.requirements(of: job.need)
    }

    mutating func giveBackNeed(of job: Job, at now: Now) {
        for need in [job.need, job.preferredNeed, job.awaitedNeed] where conditions.giveBack(need, at: now) {
            ready.forget(need)
        }
    }

    /// Notes that a job's record differs from what the store has.
    mutating func touch(_ id: JobID) { turn.touched.append(id) }

    // MARK: - The effects

    /// What the event in hand has asked for so far.
    struct Turn {
        var effects = Effects()
        /// What is read for the next decision: what ends or freezes a run waits for no look at the machine.
        var reads: [Effects.Stop] = []
        var touched: [JobID] = []
        /// What is left of them goes over to the next event.
        var portions = Portions()
    }

    /// Takes over what the conditions ask for, in its order among all else.
    mutating func takeOrders() {
        let orders = conditions.takeOrders()
        turn.effects.stops += orders.stops
        turn.reads += orders.reads
        turn.effects.saves += orders.saves
        if orders.hasNews { reported.noteChange() }
        for need in orders.impeded.sorted() {
            chores.add(ready.jobs(waitingWith: need, in: jobs)) { $0.isMoved = true }
        }
    }

    private mutating func collectEffects() -> Effects {
        defer { turn = Turn(portions: turn.portions) }
        var seen = Set<JobID>()
        for id in turn.touched where seen.insert(id).inserted {
            turn.effects.saves.append(jobs[id].map { .save($0.record) } ?? .forget(id))
        }
        turn.effects.stops += turn.reads
        tellLast()
        (turn.effects.saves, turn.effects.repeated) = ledger.saves(adding: turn.effects.saves)
        for (request, reply) in ledger.replies() { answer(request, reply) }
        timetable.compact(keeping: jobs)
        sleep.compact(keeping: jobs)
        ready.compact(keeping: jobs)
        return turn.effects
    }

    /// Asks for what has become of interest in this turn, and gives up what has not.
    private mutating func makeWishes(at now: Now) {
        if let wish = sleep.observe(
            hasRuns: !runs.isEmpty, hasJobs: jobs.count > 0, hasAssertions: !assertions.isEmpty)
        {
            turn.effects.wishes.append(wish)
        }
        letShutdown(at: now)
        if let wish = assertions.observe() { turn.effects.wishes.append(wish) }
        let interests = conditions.takeInterests() + timetable.takeInterests()
        turn.effects.wishes += interests.wishes
        if let wish = sleep.hold(inhibition, at: now) { turn.effects.wishes.append(wish) }
    }

    /// What not even SIGKILL has ended by then waits for a disk or a server that does not answer. It stays recorded, so
    /// the next daemon takes it over.
    private mutating func exitIfDue(at now: Now) {
        let isDone = runs.isEmpty && !hosts.hasStarted && assertions.isEmpty
        guard let exitsBy = runs.exitsBy, isDone || exitsBy <= now.awake else { return }
        turn.effects.promises.append(.exit)
    }
}
