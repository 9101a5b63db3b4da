// The scheduler in a machine that is made up: its clocks, its runs, and what it is told.
import BGRunCalendar
import BGRunJob
import BGRunScheduler

/// Does to the scheduler what the daemon's loop does, and keeps what comes of it.
struct Stage {
    /// A run that works, or stands still.
    struct Working {
        let job: JobID
        /// When its occurrence became due, which tells that from others of the job.
        let due: WallTime
        /// What was done of it before this run.
        let before: Duration
        let span: Duration
        /// What is left to do.
        var clock: Stopwatch
        let exit: ExitStatus
        /// Where a task runs.
        var host: HostID?
        var isStubborn = false
    }

    enum Sleep {
        case awake
        /// The sleep was announced; true once the scheduler lets the machine sleep.
        case falling(isLet: Bool)
        case asleep
    }

    /// A service works until it is ended.
    static let endless: Duration = .seconds(10 * 366 * 86_400)
    /// How long a program takes until it has registered its tasks.
    static let usualLaunch = Story.Work(.seconds(1), exit: .completed(true))
    /// What logind waits for at most before a sleep (InhibitDelayMaxSec).
    private static let sleepDelay: Duration = .seconds(5)

    /// Runs end as soon as they are told; what asks for more than this is not waited for.
    private static let longestShutdown: Duration = .seconds(60)

    let jobs: [JobDescriptor]
    let terms: Rehearsal.Terms
    var knowledge: Knowledge
    /// Nil while the daemon does not run.
    var scheduler: Scheduler?
    var now: Now
    var observed: Set<Interest> = []
    var running: [RunID: Working] = [:]
    /// What was done already of occurrences that were stopped, each told by when it became due.
    var done: [JobID: (due: WallTime, span: Duration)] = [:]
    var works: [JobIdentifier: Story.Work]
    /// How programs of applications begin.
    var launches: [JobIdentifier: Story.Work] = [:]
    var programs: [HostID: Program] = [:]
    /// The last request of each task.
    var submissions: [JobIdentifier: Story.Submission] = [:]
    var questions: [RequestID: Question] = [:]
    var sleep = Sleep.awake
    var hasLeft = false
    var lastRun = RunID(0)
    var requests: UInt64 = 0
    var events = 0
    /// What is told to the scheduler next.
    var pending: [Event] = []
    var played: Rehearsal.Played
    private var sceneBegin = 0
    private var isSubmitted = false

    init(_ jobs: [JobDescriptor], _ terms: Rehearsal.Terms, _ knowledge: Knowledge, at begin: WallTime) {
        self.jobs = jobs
        self.terms = terms
        self.knowledge = knowledge
        works = terms.works
        // Booted long ago, so that what counts from the boot has settled.
        let day: Int64 = 86_400_000_000
        now = Now(wall: begin, boot: BootTime(microseconds: day), awake: AwakeTime(microseconds: day))
        played = Rehearsal.Played(end: begin)
    }

    var isCut: Bool { played.cut != nil }

    // MARK: - What happens

    /// The daemon starts.
    mutating func open() { start(Recovery()) }

    /// The jobs are handed over, where they are not yet.
    mutating func submit() {
        guard !isSubmitted else { return }
        isSubmitted = true
        let owner = terms.owner
        if jobs.count == 1, let job = jobs.first {
            turn([.submitted(job, requester(), owner: owner)])
        } else if !jobs.isEmpty {
            turn([.submittedTogether(jobs, requester(), owner: owner, .replace)])
        }
    }

    /// What comes from now on belongs to the next line of the story.
    ///
    /// - Parameter text: As it was written.
    mutating func beginScene(_ text: String?) {
        if let text, !text.isEmpty { tell(text, .happening) }
        sceneBegin = played.script.count
    }

    /// What has come since.
    var scene: ArraySlice<ScriptLine> { played.script[sceneBegin...] }

    mutating func take(_ happening: Story.Happening) {
        switch happening {
        case .power(let reading):
            knowledge.take(reading)
            turn([.powerRead(reading, .event)] + told(of: [.power]))
        case .network(let reading):
            knowledge.take(reading)
            turn([.networkRead(reading)] + told(of: [.network]))
        case .condition(let name, let verdict):
            if !knowledge.isAsked(name) { played.unasked.append(name.text) }
            take(name, verdict)
        case .sleep: fallAsleep()
        case .wake: wakeUp()
        case .shutdown: shutDown()
        case .crash: die()
        case .start:
            // A machine that boots was off, however that came about.
            if scheduler != nil { take(sleepsNow ? .crash : .shutdown) }
            start(
                Recovery(
                    jobs: played.records.values.sorted { $0.id < $1.id }, nextRun: lastRun.next,
                    isNewBoot: true))
        case .login: turn([.loggedIn(terms.owner)])
        case .unlock: turn([.unlocked(terms.owner)])
        case .changed(let changed):
            turn(
                watchedPaths.filter { $0.concerns(changed) }.map { .pathChanged($0, newest: now.wall) })
        case .work(let job, let work): works[job] = work
        case .launch(let application, let work): launches[application] = work
        case .submit(let submission): submit(submission)
        }
    }

    private var sleepsNow: Bool { if case .asleep = sleep { true } else { false } }

    /// In a fixed order.
    private var watchedPaths: [WatchedPath] {
        observed.compactMap { if case .path(let path) = $0 { path } else { nil } }.sorted()
    }

    private mutating func take(_ name: ConditionName, _ verdict: Verdict) {
        let subjects = knowledge.take(name, verdict)
        var events: [Event] = []
        if name.text == Requirement.Kind.externalPower.rawValue {
            events.append(.powerRead(knowledge.power, .event))
        }
        if name.text == Requirement.Kind.network.rawValue { events.append(.networkRead(knowledge.network)) }
        turn(events + told(of: subjects))
    }

    /// What is told unasked of subjects that are others now.
    private func told(of subjects: Set<Subject>) -> [Event] {
        subjects.filter { subject in
            switch subject.telling {
            case .always: true
            case .observed: observed.contains(.subject(subject))
            case .looked, .asked: false
            }
        }
        .sorted { $0.notation < $1.notation }
        .map { .observed($0, knowledge.observation(of: $0)) }
    }

    // MARK: Sleep

    private mutating func fallAsleep() {
        guard scheduler != nil, case .awake = sleep else { return }
        if observed.contains(.sleep) {
            sleep = .falling(isLet: false)
            turn([.sleepAnnounced])
            let limit = now.awake.advanced(by: Self.sleepDelay)
            while case .falling(false) = sleep, now.awake < limit, !isCut {
                step(within: now.awake.duration(to: limit))
            }
        }
        sleep = .asleep
    }

    private mutating func wakeUp() {
        guard case .asleep = sleep else { return }
        sleep = .awake
        turn([.sleepOver])
    }

    // MARK: Starts and ends

    private mutating func start(_ recovery: Recovery) {
        sleep = .awake
        hasLeft = false
        observed.removeAll()
        scheduler = Scheduler(policy: terms.policy, seed: terms.seed)
        let names = Set(jobs.flatMap(\.schedules).compactMap(\.zoneName)).sorted()
        turn(
            [.zoneRead(name: nil, terms.zones.local)] + names.map { .zoneRead(name: $0, terms.zones[$0]) } + [
                .recovered(recovery), .filesRead([], unreadable: []),
                .manifestsRead(
                    terms.manifests.map { ManifestFile(path: "/\($0.application).json", manifest: $0) },
                    unreadable: []),
                .powerRead(knowledge.power, .event), .networkRead(knowledge.network),
            ] + told(of: [.power, .network]))
    }

    private mutating func shutDown() {
        guard scheduler != nil else { return }
        sleep = .awake
        turn([.shutdownRequested])
        let limit = now.awake.advanced(by: Self.longestShutdown)
        while !hasLeft, now.awake < limit, !isCut { step(within: now.awake.duration(to: limit)) }
        die()
        played.changes.append(ConditionChange(at: now.wall, .machine(.stopped)))
    }

    /// Nothing goes on without the daemon.
    private mutating func die() {
        scheduler = nil
        running.removeAll()
        programs.removeAll()
        questions.removeAll()
    }

    // MARK: - Time

    /// Plays what comes up to the instant.
    mutating func pass(to instant: WallTime) {
        while !isCut {
            let left = now.wall.duration(to: instant)
            guard left > .zero else { return }
            guard scheduler != nil else { return move(by: left) }
            if case .asleep = sleep { sleepOn(for: left) } else { step(within: left) }
        }
    }

    /// The machine sleeps on, or is woken for a job.
    private mutating func sleepOn(for span: Duration) {
        let alarm = scheduler?.nextAlarm(at: now).map { max($0.moment.left(at: now), .zero) }
        let slept = min(alarm ?? span, span)
        now.wall = now.wall.advanced(by: slept)
        now.boot = now.boot.advanced(by: slept)
        guard let alarm, alarm <= span else { return }
        sleep = .awake
        turn([.wokeUp])
    }

    /// Goes on to the next thing that comes up within the span, or to its end.
    private mutating func step(within span: Duration) {
        let run = running.filter(\.value.clock.isRunning)
            .min {
                ($0.value.clock.left(at: now.awake), $0.key) < ($1.value.clock.left(at: now.awake), $1.key)
            }
        let program = programs.filter(\.value.clock.isRunning)
            .min {
                ($0.value.clock.left(at: now.awake), $0.key) < ($1.value.clock.left(at: now.awake), $1.key)
            }
        let end = run.map { max($0.value.clock.left(at: now.awake), .zero) }
        let begin = program.map { max($0.value.clock.left(at: now.awake), .zero) }
        let wakeup = scheduler?.nextWakeup(at: now).map { max($0.moment.left(at: now), .zero) }
        let next = [end, begin, wakeup].compactMap(\.self).min() ?? span
        guard next <= span else { return move(by: span) }
        move(by: next)
        if let run, end == next {
            finish(run.key)
        } else if let program, begin == next {
            self.begin(program.key)
        } else {
            turn([.wokeUp])
        }
    }

    private mutating func move(by span: Duration) {
        now.wall = now.wall.advanced(by: span)
        now.boot = now.boot.advanced(by: span)
        now.awake = now.awake.advanced(by: span)
    }

    /// A run has done what it was to do.
    private mutating func finish(_ run: RunID) {
        guard let working = running.removeValue(forKey: run) else { return }
        done[working.job] = nil
        switch (working.host, working.exit) {
        case (nil, let exit): turn([.exited(run, exit, ResourceUsage())])
        case (let host?, .completed(let success)): turn([.taskEnded(run, in: host, success: success)])
        case (let host?, let exit):
            end(host, exit)
            turn([])
        }
    }

    /// The names of what holds a job back now.
    func blockers(of job: JobIdentifier) -> [String]? {
        let id = JobID(owner: terms.owner, identifier: job)
        guard scheduler?.state(of: id) != nil else { return nil }
        return scheduler?.blockers(of: id, at: now).map(\.name)
    }

    func closed() -> Rehearsal.Played {
        var closed = played
        closed.end = now.wall
        return closed
    }
}

extension WatchedPath {
    /// Whether a change there is seen by who watches this.
    fileprivate func concerns(_ changed: String) -> Bool {
        guard changed != path else { return true }
        let below = path.hasSuffix("/") ? path : path + "/"
        guard changed.hasPrefix(below) else { return false }
        return isRecursive || !changed.dropFirst(below.count).contains("/")
    }
}
