// A job in the scheduler's table: its record, with the phase in place of what the phase implies.
import BGRunCalendar
import BGRunJob

/// One job the daemon has accepted.
struct Job {
    let id: JobID
    var descriptor: JobDescriptor
    var origin: JobRecord.Origin
    var accepted: WallTime
    /// The first point of a grid.
    var anchor: WallTime
    /// The current occurrence's number, and when it comes up.
    var number: Int64
    var plan: Plan
    var unfinishedRuns = 0
    /// Counts the descriptors that it has had.
    private(set) var generation: UInt32 = 1
    /// A watched file changed while the run was active.
    var isTriggeredAgain = false
    /// The current occurrence was called up by hand, and stands beside the plan.
    var isByHand = false
    /// How far the schedule has come: what most jobs have of ``progress``, and what few have.
    private var usedPoint: WallTime?
    private var runs: Int64 = 0
    private var lastStart: WallTime?
    private(set) var recent = RecentEnds()
    private var rareApart: Apart<Rare>?
    var phase: Phase
    private var switchesApart: Apart<JobRecord.Switches>?
    private var successorApart: Apart<JobRecord.Successor>?
    var lastRun: JobRecord.LastRun?
    /// A watched file has changed, and may go on changing. Not stored: the watch finds the change again.
    private var quietApart: Apart<Quiet>?
    /// Why its file can't be used any more.
    var fileFault: String?
    /// Why its schedule can't be followed on this machine.
    var zoneFault: String?
    /// The policy lets its owner have no jobs.
    var isDenied = false
    /// Its owner was told that this occurrence waits too long.
    var isWarned = false
    /// Its owner does not want to be told so before. Not stored: after a restart it is told at once, which is better than never.
    var snoozedUntil: WallTime?
    /// How often in a row its run could not be launched for want of what it alone needs. Not stored: after a restart it
    /// may be there.
    var failedLaunches: UInt8 = 0
    /// What it requires; and that with what it prefers, none where it prefers nothing.
    var need = Need.none
    var preferredNeed = Need.none
    /// The need in whose queues it waits.
    var waitsWith = Need.none
    /// That of its current agenda entries.
    var ticket = Ticket(number: 0)

    /// What only jobs have that watch files, wait for devices, have skipped something, were cancelled ahead of their time, have failed, are
    /// continued, or come after others.
    private struct Rare {
        var paths: WallTime?
        var lastSkip: Skip?
        var usedAheadAt: WallTime?
        var failedAttempts = 0
        var failures: Failing?
        var hookFault: HookReport?
        var host: HostID?
        var successorHost: HostID?
        var successes = Successes()
        var awaitedNeed = Need.none
        var awaitedPath: WatchedPath?

        var isEmpty: Bool {
            paths == nil && lastSkip == nil && usedAheadAt == nil && failedAttempts == 0
                && failures == nil && hookFault == nil && host == nil && successorHost == nil
                && successes.isEmpty
                && awaitedNeed == .none && awaitedPath == nil
        }
    }

    private var rare: Rare {
        get { rareApart?.value ?? Rare() }
        set { rareApart = newValue.isEmpty ? nil : .value(newValue) }
    }

    /// The wait for a watched file to be left alone.
    struct Quiet {
        /// Waiting is over at the latest then, however often it changes.
        let latest: BootTime
        var until: BootTime
        /// The newest change that was seen.
        var newest: WallTime
    }

    init(
        id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, accepted: WallTime, anchor: WallTime,
        plan: Plan
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.anchor = anchor
        self.plan = plan
        number = 1
        phase = .scheduled
    }

    /// A request that follows the active run. Few jobs have one, so it is kept apart.
    var successor: JobRecord.Successor? {
        get { successorApart?.value }
        set {
            successorApart = newValue.map { .value($0) }
            successorHost = nil
        }
    }

    /// The bytes of its descriptor's text, and of that of the request which follows its run.
    var textBytes: Int { descriptor.textSize.bytes + (successor?.descriptor.textSize.bytes ?? 0) }

    var progress: JobRecord.Progress {
        get {
            let rare = rareApart?.value
            return JobRecord.Progress(
                usedPoint: usedPoint, usedAheadAt: rare?.usedAheadAt, runs: runs, pathsSeen: rare?.paths,
                lastStart: lastStart, lastSkip: rare?.lastSkip, recent: recent,
                successes: rare?.successes ?? Successes())
        }
        set {
            usedPoint = newValue.usedPoint
            runs = newValue.runs
            lastStart = newValue.lastStart
            recent = newValue.recent
            var rare = rare
            rare.paths = newValue.pathsSeen
            rare.lastSkip = newValue.lastSkip
            rare.usedAheadAt = newValue.usedAheadAt
            rare.successes = newValue.successes
            self.rare = rare
        }
    }

    /// The host that a continued request is for; nil for all others. Not stored: none outlives its host, nor the daemon.
    var host: HostID? {
        get { rareApart?.value.host }
        set { if newValue != host { rare.host = newValue } }
    }

    /// The host that a continued request is for which follows the active run.
    var successorHost: HostID? {
        get { rareApart?.value.successorHost }
        set { if newValue != successorHost { rare.successorHost = newValue } }
    }

    /// How many runs of the current occurrence have failed and were to be tried again.
    var failedAttempts: Int {
        get { rareApart?.value.failedAttempts ?? 0 }
        set { if newValue != failedAttempts { rare.failedAttempts = newValue } }
    }

    /// Its failures since its last success.
    var failures: Failing? {
        get { rareApart?.value.failures }
        set { if newValue != failures { rare.failures = newValue } }
    }

    /// Those by which it is said to fail.
    var failing: Failing? { failures.flatMap { $0.isLasting ? $0 : nil } }

    /// Which attempt of its occurrence is the next one, or is made now; nil for the first, and where no end is set to them.
    var attempt: Attempt? {
        guard failedAttempts > 0, let retry = descriptor.retrying, !retry.isEndless else { return nil }
        return Attempt(failedAttempts + 1, of: retry.attempts)
    }

    /// The last call of its hook that has failed.
    var hookFault: HookReport? {
        get { rareApart?.value.hookFault }
        set { if newValue != hookFault { rare.hookFault = newValue } }
    }

    /// The requirements whose gain makes it due; none for most.
    var awaitedNeed: Need {
        get { rareApart?.value.awaitedNeed ?? .none }
        set { if newValue != awaitedNeed { rare.awaitedNeed = newValue } }
    }

    /// What was not there for its last launch, and is looked for.
    var awaitedPath: WatchedPath? {
        get { rareApart?.value.awaitedPath }
        set { if newValue != awaitedPath { rare.awaitedPath = newValue } }
    }

    var quiet: Quiet? {
        get { quietApart?.value }
        set { quietApart = newValue.map { .value($0) } }
    }

    var switches: JobRecord.Switches {
        get { switchesApart?.value ?? JobRecord.Switches() }
        set { switchesApart = newValue == JobRecord.Switches() ? nil : .value(newValue) }
    }

    /// What it has to do with others; nil for nothing, as with most. What the request comes after that follows its run counts
    /// with the rest.
    var ordering: OrderRules? {
        let next = successor?.descriptor.order.after ?? []
        guard descriptor.hasOrder || !next.isEmpty else { return nil }
        var rules = descriptor.order
        rules.after += next.filter { !rules.after.contains($0) }
        return rules
    }

    var isEnabled: Bool { switches.enabled ?? descriptor.isEnabled }

    /// How often it has failed in a row, where that is as often as it says that it is disabled for.
    var failuresThatDisable: Int? {
        guard switches.enabled == false, let most = descriptor.disableAfterFailures, let failures,
            most <= failures.givenUp
        else { return nil }
        return failures.givenUp
    }

    var fault: String? { isDenied ? Job.denial : fileFault ?? zoneFault }

    private static let denial = "the policy lets its owner have no jobs (allowOwners, denyOwners)"

    /// Whether the job may come up at all; a pause is another matter, since others' count too.
    var isHeldBack: Bool { !isEnabled || fault != nil }

    /// Since when its occurrence has been due, where it waits for a start.
    var dueSince: WallTime? {
        guard case .due(let since, _) = phase else { return nil }
        return since
    }

    /// The pause before its unfinished occurrence runs again.
    var rest: Deadline? {
        guard case .due(_, let rest) = phase else { return nil }
        return rest
    }

    /// From when on its occurrence is skipped, where it waits for a start.
    var tooLateFrom: WallTime? { dueSince.flatMap(tooLate) }

    /// From when on an occurrence that is due since an instant is skipped: a second after it could last begin.
    func tooLate(since due: WallTime) -> WallTime? {
        descriptor.maxLateness.map { due.advanced(by: $0 + .seconds(1)) }
    }

    /// From when on waiting is called overdue.
    var overdueFrom: WallTime? {
        switch descriptor.latestBegin {
        case .after(let span): dueSince?.advanced(by: span)
        case .date(let date): date
        case nil: nil
        }
    }

    /// From when on what it prefers holds it back no more; nil where it prefers nothing, or is not due.
    var relaxesAt: WallTime? {
        guard let preference = descriptor.preference, let since = dueSince else { return nil }
        return [preference.span.map { since.advanced(by: $0) }, overdueFrom].compactMap { $0 }.min()
    }

    /// All that it asks for, what it prefers included.
    var fullNeed: Need { preferredNeed == .none ? need : preferredNeed }

    /// All that holds it back from a start: what it prefers only for as long as that counts.
    func needToStart(at now: Now) -> Need { relaxesAt.map { now.wall < $0 } ?? false ? preferredNeed : need }

    /// Whether it has been run as often as it asked for.
    var isOver: Bool { progress.isOver(for: descriptor) }

    /// Whether no occurrence may begin any more.
    func isPast(at now: Now) -> Bool { descriptor.until.map { $0 < now.wall } ?? false }

    /// More runs in a row that did not finish tell nobody more, and where each lasts a second they come by the thousand.
    private static let mostUnfinished = 1000

    mutating func countUnfinished() { unfinishedRuns = min(unfinishedRuns + 1, Self.mostUnfinished) }

    /// From so many skipped occurrences in a row on, a job is one that does not run.
    static let mostSkips = 3

    /// Goes on to the next occurrence.
    mutating func begin(_ next: Plan) {
        plan = next
        number = number.addingSaturating(1)
        awaitPlan()
    }

    /// Goes on to the occurrence that is planned. It counts on: what was called up by hand is beside the count.
    mutating func awaitPlan() {
        unfinishedRuns = 0
        failedAttempts = 0
        failedLaunches = 0
        isTriggeredAgain = false
        isByHand = false
        // That its occurrences are skipped one after the other is told once, until it has run.
        isWarned = isWarned && recent.skipsInRow > Self.mostSkips
        snoozedUntil = nil
        phase = .scheduled
    }

    /// Has its unfinished occurrence wait for no next try, and counts tries anew.
    mutating func endRest() {
        guard case .due(let since, .some) = phase else { return }
        phase = .due(since: since, rest: nil)
        unfinishedRuns = 0
        failedAttempts = 0
        failedLaunches = 0
    }

    /// Where the plan has come by now, what was called up by hand before it is what was planned.
    mutating func joinPlan(at now: Now) {
        guard isByHand, plan.hasCome(at: now) else { return }
        isByHand = false
        plan = plan.reached(at: now)
    }

    /// Notes that the plan's point is used up, so that it does not come again.
    mutating func usePoint(at now: Now) {
        guard let point = plan.point else { return }
        let hasCome = point <= now.wall || dueOrRunSince.map { point <= $0 } ?? false
        progress.usedPoint = point
        progress.usedAheadAt = hasCome ? nil : now.wall
    }

    /// Since when its occurrence has been due, with a run or without.
    private var dueOrRunSince: WallTime? { phase.run?.due ?? dueSince }

    /// Takes over what outlives a new request: history, what people switched by hand, and, so that the same point
    /// never comes twice, how far the schedule has come.
    mutating func inherit(from old: Job) {
        lastRun = old.lastRun
        failures = old.failures
        noteDescriptor(after: old.end)
        switches = old.switches
        progress.lastSkip = old.progress.lastSkip
        progress.recent = old.progress.recent
        progress.usedPoint = old.progress.usedPoint
        progress.usedAheadAt = old.progress.usedAheadAt
        progress.lastStart = old.progress.lastStart
        progress.successes = old.progress.successes
        if old.keepsOccurrence(under: descriptor) { progress = old.progress }
    }

    /// Counts the descriptor where it is another one, and forgets what is no fault of it.
    mutating func noteDescriptor(after old: EndedJob) {
        generation = UInt32(clamping: old.generation)
        if descriptor != old.descriptor, generation < .max { generation += 1 }
        // A new command has not been called yet.
        hookFault = old.hookFault.flatMap { fault in
            descriptor[hook: fault.kind] == old.descriptor[hook: fault.kind] ? fault : nil
        }
    }

    /// Takes on a newer descriptor without touching the occurrence where both ask for the same schedule.
    ///
    /// Correcting a title must not run a daily backup a second time today.
    func keepsOccurrence(under descriptor: JobDescriptor) -> Bool {
        let old = self.descriptor
        return !old.schedules.isEmpty && old.schedules == descriptor.schedules
            && old.earliestBegin == descriptor.earliestBegin && old.until == descriptor.until
            && old.randomDelay == descriptor.randomDelay && old.fixedDelay == descriptor.fixedDelay
    }
}

extension Job {
    /// What the store keeps.
    var record: JobRecord {
        JobRecord(
            id: id, descriptor: descriptor, origin: origin, accepted: accepted, anchor: anchor,
            occurrence: storedOccurrence, progress: progress, switches: switches, activeRun: storedRun,
            successor: successor, lastRun: lastRun, failures: failures, hookFault: hookFault,
            generation: Int(generation))
    }

    /// The current occurrence as the store keeps it.
    var storedOccurrence: JobRecord.Occurrence {
        var occurrence = JobRecord.Occurrence(
            number: number, plan: plan, unfinishedRuns: unfinishedRuns, failedAttempts: failedAttempts,
            isTriggeredAgain: isTriggeredAgain,
            isWarned: isWarned, isByHand: isByHand)
        switch phase {
        case .scheduled: break
        case .due(let since, let rest):
            occurrence.dueSince = since
            occurrence.rest = rest
        case .launching(let run, _, _), .running(let run, _), .frozen(let run, _, _, _),
            .expiring(let run, _, _, _), .killed(let run, _, _, _):
            occurrence.dueSince = run.due
        }
        return occurrence
    }

    /// The active run as the store keeps it: enough to find what is left of it after a crash.
    var storedRun: JobRecord.ActiveRun? {
        guard let run = phase.run else { return nil }
        return JobRecord.ActiveRun(
            run: run.id, started: run.started.wall, isSimulated: run.isSimulated,
            stopReason: phase.stop?.reason, mainExit: phase.mainExit, host: run.host)
    }

    /// The job as a dead daemon left it.
    ///
    /// A recorded run may still have processes. The job starts in `launching` with the stop already given, so
    /// that what is found is ended by the ordinary ladder and what is not found ends the run at once.
    ///
    /// - Parameter goingOn: Its active run, where the daemon has not died: then it stands where it stood.
    init(recovered record: JobRecord, goingOn: ContinuedRun? = nil, at now: Now) {
        let occurrence = record.occurrence
        id = record.id
        descriptor = record.descriptor
        origin = record.origin
        accepted = record.accepted
        anchor = record.anchor
        number = occurrence.number
        plan = occurrence.plan
        unfinishedRuns = occurrence.unfinishedRuns
        isTriggeredAgain = occurrence.isTriggeredAgain
        isWarned = occurrence.isWarned
        isByHand = occurrence.isByHand
        switchesApart = record.switches == JobRecord.Switches() ? nil : .value(record.switches)
        lastRun = record.lastRun
        successorApart = record.successor.map { .value($0) }
        if let goingOn {
            phase = goingOn.phase
        } else if let active = record.activeRun {
            let run = Run(
                id: active.run, due: occurrence.dueSince ?? active.started,
                started: Now(wall: active.started, boot: now.boot, awake: now.awake),
                timeBudget: descriptor.timeBudget, gracePeriod: descriptor.gracePeriod,
                isSimulated: active.isSimulated, isOurs: false, host: active.host)
            phase = .launching(
                run, active.ending(of: descriptor), killAt: now.awake.advanced(by: longestLaunch))
        } else if let since = occurrence.dueSince {
            phase = .due(since: since, rest: occurrence.rest)
        } else {
            phase = .scheduled
        }
        progress = record.progress
        failedAttempts = occurrence.failedAttempts
        failures = record.failures
        hookFault = record.hookFault
        generation = UInt32(clamping: record.generation)
    }
}

extension JobRecord.ActiveRun {
    /// Why what is left of it is ended by the next daemon.
    fileprivate func ending(of descriptor: JobDescriptor) -> RunEnding {
        guard let mainExit else { return .told(StopOrder(stopReason ?? .daemonRestart)) }
        return RunEnding(Exit(mainExit, of: descriptor), after: stopReason.map { StopOrder($0) })
    }
}
