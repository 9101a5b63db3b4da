// When jobs come up: by the clocks, by events and files, and not while they are paused.
import BGRunCalendar
import BGRunJob

/// The calendar of all jobs. What it keeps is read by those who plan, and changed here alone.
struct Timetable {
    private(set) var planner: Planner
    /// Jobs by what makes them due beside time.
    private(set) var triggers = TriggerIndex()
    private(set) var pauses = Pauses()
    /// When jobs were started last.
    private(set) var spacing = Spacing()
    private var agendas = Agendas()

    init(seed: UInt64) { planner = Planner(zones: KnownZones(), seed: seed) }

    // MARK: - Plans

    /// Plans what lies ahead of a job anew: the wall clock was set, a zone has changed, or nobody looked for a while.
    func replan(_ job: inout Job, at now: Now) {
        job.zoneFault = zoneFault(of: job.descriptor)
        // What was called up by hand stands beside the plan, which goes on lying ahead.
        guard job.descriptor.kind != .service else { return }
        if job.phase == .scheduled || job.isByHand, job.zoneFault == nil { planner.replan(&job, at: now) }
    }

    /// Takes note of a zone, nil for one that is not there; the machine's own has no name. True where that is new.
    mutating func take(_ zone: Zone?, named name: String?) -> Bool {
        guard planner.zones[name] != zone else { return false }
        planner.zones[name] = zone
        return true
    }

    /// Why the schedule can't be followed on this machine.
    func zoneFault(of descriptor: JobDescriptor) -> String? {
        descriptor.schedules.lazy.compactMap(\.zoneName).first { planner.zones[$0] == nil }
            .map { "there is no time zone \"\($0)\" on this machine" }
    }

    /// Whether the hours are now in which the job may start.
    func isOpen(_ job: Job, at now: Now) -> Bool {
        job.descriptor.allowedHours?.isOpen(at: now.wall, in: planner.zones.local) ?? true
    }

    /// When the hours in which the job may start begin or end next.
    func hoursChange(of job: Job, after now: Now) -> WallTime? {
        job.descriptor.allowedHours?.nextChange(after: now.wall, in: planner.zones.local)
    }

    // MARK: - Entries

    /// Enters a job wherever the clocks bring it up next.
    ///
    /// - Parameter warning: From when on its waiting is to be told of; nil where that was told, or is not to be.
    mutating func enter(_ job: Job, warning: WallTime?, at now: Now) {
        switch job.phase {
        case .scheduled, .due:
            if let end = job.switches.pause?.end { agendas.add(job, at: end.end) }
            if !isHeldBack(job) { enterWaiting(job, warning: warning, at: now) }
        case .frozen(_, _, _, .systemSleep): break
        case .frozen(_, _, _, .allowedHours): enterHours(job, at: now)
        case .launching(_, _, let killAt): agendas.add(job, at: killAt)
        case .frozen(_, _, _, .requirementLost(_, let until)):
            agendas.add(job, at: until)
            if job.descriptor.hoursEnd == .stop { enterHours(job, at: now) }
        case .running(let run, _):
            if job.descriptor.kind != .service || run.silenceLimit != nil {
                agendas.add(job, at: run.expires)
            }
            if let instant = job.provesItself(run) { agendas.add(job, at: instant) }
            if job.descriptor.hoursEnd != .finish { enterHours(job, at: now) }
        case .expiring(_, _, _, let killAt): agendas.add(job, at: killAt)
        case .killed(_, _, _, let repeatAt): agendas.add(job, at: repeatAt)
        }
    }

    private mutating func enterHours(_ job: Job, at now: Now) {
        if let change = hoursChange(of: job, after: now) { agendas.add(job, at: change) }
    }

    /// A job without a run, which nobody holds back.
    private mutating func enterWaiting(_ job: Job, warning: WallTime?, at now: Now) {
        guard job.dueSince != nil else {
            let slack = planner.slack(of: job, at: now)
            if let at = job.plan.at { agendas.add(job, at: at, slack: slack) }
            if let end = job.plan.firstEnd { agendas.add(job, at: end, slack: slack) }
            if let quiet = job.quiet { agendas.add(job, at: quiet.until) }
            return
        }
        // Also where it has passed: a pause may have held the job over it, or the daemon was not running.
        if let tooLate = job.tooLateFrom { agendas.add(job, at: tooLate) }
        if let overdue = job.overdueFrom, now.wall < overdue { agendas.add(job, at: overdue) }
        if let warning { agendas.add(job, at: warning) }
        if let rest = job.rest {
            agendas.add(job, at: rest.end)
            return
        }
        enterHours(job, at: now)
        if let relaxes = job.relaxesAt, now.wall < relaxes { agendas.add(job, at: relaxes) }
    }

    /// The next job whose entry on the wall or the boot clock has come up: one without a run, or one whose hours change.
    mutating func takeWaiting(by now: Now, in jobs: JobTable) -> JobID? {
        agendas.takeWaiting(by: now, in: jobs)
    }

    /// The next job with a run whose entry has come up.
    mutating func takeRunning(by now: Now, in jobs: JobTable) -> JobID? {
        agendas.takeRunning(by: now, in: jobs)
    }

    /// The next entry on each clock.
    mutating func firsts(in jobs: JobTable) -> [(job: JobID, at: Wakeup.Moment)] { agendas.firsts(in: jobs) }

    mutating func compact(keeping jobs: JobTable) { agendas.compact(keeping: jobs) }

    // MARK: - Triggers

    /// From now on the job hears of what it waits for beside time.
    mutating func listen(for job: Job) { triggers.add(job) }

    mutating func stopListening(for job: Job) { triggers.remove(job) }

    /// Jobs that wait for the machine's start are told once all of them are there.
    mutating func awaitBoot() { triggers.awaitBoot() }

    mutating func takeBoot() -> Bool { triggers.takeBoot() }

    /// Takes note of why changes of a path are not seen; nil where they are.
    mutating func note(_ fault: PathFault?, of path: WatchedPath) { triggers.note(fault, of: path) }

    /// The jobs whose launch missed something that is there now, each once.
    mutating func takeJobs(missing path: WatchedPath) -> [JobID] { triggers.takeJobs(missing: path) }

    mutating func confirm(missing path: WatchedPath) { triggers.confirm(missing: path) }

    /// Takes note of why nobody tells of logins and unlocks; nil where somebody does.
    mutating func note(sessions fault: String?) { triggers.note(sessions: fault) }

    mutating func takeInterests() -> InterestTable.Changes { triggers.takeInterests() }

    // MARK: - The distance of starts

    mutating func started(_ job: JobID, at now: Now) { spacing.started(job, at: now) }

    mutating func startUndone(_ job: JobID) { spacing.startUndone(job) }

    mutating func ended(_ job: JobID, at now: Now) { spacing.ended(job, at: now) }

    /// An event, a file or a submission brings a job up.
    mutating func broughtUp(_ job: JobID, at now: Now) { spacing.broughtUp(job, at: now) }

    /// Takes over from the store when a job was started last, for as long as that matters.
    mutating func recall(_ job: JobID, started: WallTime, isActive: Bool, span: Duration, at now: Now) {
        spacing.recall(job, started: started, isActive: isActive, span: span, at: now)
    }

    mutating func forgetStarts(of owner: UserID) { spacing.forget(owner) }

    // MARK: - Pauses

    /// Whether somebody or something keeps the job from coming up at all.
    func isHeldBack(_ job: Job) -> Bool { job.isHeldBack || pauses.pause(of: job) != nil }

    /// Pauses the jobs of a scope; nil ends it.
    mutating func set(_ pause: Pause?, of scope: PauseScope) { pauses[scope] = pause }

    mutating func restore(_ scopes: [PauseScope: Pause]) { pauses = Pauses(scopes) }
}
