// The programs of applications in a rehearsal: they register all their tasks, and handle them for as long as they are said to.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

extension Stage {
    /// A process that the daemon has started for an application.
    struct Program {
        let manifest: ApplicationManifest
        /// How it ends before it has registered anything; nil where it registers.
        let exit: ExitStatus?
        /// What is left until then.
        var clock: Stopwatch

        var application: JobIdentifier { manifest.application }
    }

    /// What a program has asked for, and waits to hear of.
    enum Question {
        case submission(Story.Submission)
        case begin(RunID, in: HostID, JobIdentifier)
    }

    // MARK: - What programs do

    /// The application asks for a task, in a process that leaves again.
    mutating func submit(_ submission: Story.Submission) {
        guard scheduler != nil else {
            return tell(
                "refused \(JobID(owner: terms.owner, identifier: submission.job)) unavailable", .consequence)
        }
        ask(submission, from: nil)
        turn([])
    }

    private mutating func ask(_ submission: Story.Submission, from host: HostID?) {
        let requester = requester()
        questions[requester.request] = .submission(submission)
        let application = ApplicationID(owner: terms.owner, name: submission.application)
        pending.append(.taskSubmitted(submission.request, of: application, from: host, requester))
    }

    mutating func start(_ order: HostOrder) {
        if case .started(let run) = order.host { lastRun = max(lastRun, run) }
        let work = launches[order.application.name] ?? Self.usualLaunch
        programs[order.host] = Program(
            manifest: order.manifest, exit: work.exit == .completed(true) ? nil : work.exit,
            clock: Stopwatch(work.span, from: now.awake))
        pending.append(.hostStarted(order.host, process: 1))
        pending.append(
            .hostAttached(order.application, started: order.host, busy: [], process: 1, requester()))
        for submission in renewed(.launch) where submission.application == order.application.name {
            ask(submission, from: order.host)
        }
    }

    private func renewed(_ renewal: Story.Renewal) -> [Story.Submission] {
        submissions.values.filter { $0.renewal == renewal }.sorted { $0.job < $1.job }
    }

    /// It has begun: it registers its tasks, or ends.
    mutating func begin(_ host: HostID) {
        guard let program = programs[host] else { return }
        programs[host]?.clock.stop(at: now.awake)
        if let exit = program.exit {
            end(host, exit)
            turn([])
        } else {
            turn([.hostServed(host, program.manifest.tasks.map(\.pattern), requester())])
        }
    }

    mutating func handOver(_ order: TaskOrder, to host: HostID) {
        lastRun = max(lastRun, order.run)
        guard let program = programs[host],
            let job = JobIdentifier(ofTask: order.request.identifier, of: program.application)
        else { return }
        let requester = requester()
        questions[requester.request] = .begin(order.run, in: host, job)
        pending.append(.taskBegan(order.run, in: host, requester))
    }

    mutating func hear(_ reply: Reply, to request: RequestID) {
        switch (questions.removeValue(forKey: request), reply) {
        case (.begin(let run, let host, let job)?, .started):
            let work = works[job] ?? terms.taskWork
            running[run] = Working(
                job: JobID(owner: terms.owner, identifier: job), due: now.wall, before: .zero,
                span: work.span, clock: Stopwatch(work.span, from: now.awake), exit: work.exit, host: host,
                isStubborn: work.isStubborn)
            if let submission = submissions[job], submission.renewal == .run { ask(submission, from: host) }
        case (.submission(let submission)?, .refused(let refusal)):
            let job = JobID(owner: terms.owner, identifier: submission.job)
            tell("refused \(job) \(refusal.notation)", .consequence)
        case (.submission(let submission)?, _): submissions[submission.job] = submission
        case (nil, .refused(let refusal)): note(refusal)
        case (_, _): break
        }
    }

    /// Its handler is told to end, and completes the task at once, unless it does not heed that.
    mutating func warn(_ run: RunID, in host: HostID) {
        guard let working = running[run], !working.isStubborn else { return }
        running[run] = nil
        pending.append(.taskEnded(run, in: host, success: false))
    }

    mutating func signal(_ host: HostID, _ signal: HostSignal) {
        switch signal {
        case .terminate: end(host, .signal(15))
        case .kill: end(host, .signal(9))
        case .freeze: change(host) { clock, now in clock.stop(at: now) }
        case .thaw: change(host) { clock, now in clock.goOn(at: now) }
        }
    }

    private mutating func change(_ host: HostID, _ change: (inout Stopwatch, AwakeTime) -> Void) {
        if var clock = programs[host]?.clock, clock.left > .zero {
            change(&clock, now.awake)
            programs[host]?.clock = clock
        }
        for run in running.keys where running[run]?.host == host {
            guard var clock = running[run]?.clock else { continue }
            change(&clock, now.awake)
            running[run]?.clock = clock
        }
    }

    /// The process ends, and with it all that it works at.
    mutating func end(_ host: HostID, _ exit: ExitStatus) {
        guard programs.removeValue(forKey: host) != nil else { return }
        running = running.filter { $0.value.host != host }
        pending.append(.hostEnded(host, exit))
    }
}
