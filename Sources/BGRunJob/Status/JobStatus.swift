// The view of a job that `status` and `why` show.
import BGRunCalendar

/// One job as its owner may see it. No value of its environment is in here.
package struct JobStatus: Hashable, Sendable {
    /// The active run.
    package struct Run: Hashable, Sendable {
        package var run: RunID
        /// Nil while its program has not begun, and of a run that an earlier daemon began.
        package var process: Int32?
        package var started: WallTime
        package var timeBudget: Duration
        /// How much of the budget is used.
        package var used: Duration
        package var stopReason: StopReason?
        /// When SIGKILL follows, once the run was told to end, or while its program has not begun; nil where it was sent
        /// and the run has not ended.
        package var killAt: WallTime?
        package var isSimulated: Bool
        /// Why it stands still; nil while it does not.
        package var freeze: Freeze?
        /// How its main process left, where something of the run has outlived it.
        package var mainExit: ExitStatus?
        /// Where a task runs; nil for a program of its own.
        package var host: HostID?
        /// How far it is, as it has said last.
        package var progress: TaskProgress?
        /// Where it stands, as it has said last.
        package var sign: RunWords.Sign?
        /// How long earlier runs took as a rule.
        package var usual: Duration?
        /// That it takes too long.
        package var overrun: Overrun?
        /// When its allowed hours end, and it is told to end or stands still.
        package var hoursEnd: WallTime?

        package init(
            run: RunID, process: Int32?, started: WallTime, timeBudget: Duration, used: Duration,
            stopReason: StopReason? = nil, killAt: WallTime? = nil, isSimulated: Bool = false,
            freeze: Freeze? = nil, mainExit: ExitStatus? = nil, host: HostID? = nil,
            progress: TaskProgress? = nil, sign: RunWords.Sign? = nil, usual: Duration? = nil,
            overrun: Overrun? = nil, hoursEnd: WallTime? = nil
        ) {
            self.run = run
            self.process = process
            self.started = started
            self.timeBudget = timeBudget
            self.used = used
            self.stopReason = stopReason
            self.killAt = killAt
            self.isSimulated = isSimulated
            self.freeze = freeze
            self.mainExit = mainExit
            self.host = host
            self.progress = progress
            self.sign = sign
            self.usual = usual
            self.overrun = overrun
            self.hoursEnd = hoursEnd
        }
    }

    /// A run that stands still.
    package struct Freeze: Hashable, Sendable {
        /// `systemSleep`, `requirementLost:NAME` or `allowedHours`.
        package var reason: String
        package var since: WallTime
        /// When it is stopped instead, or, where its hours are over, goes on; nil where nothing says.
        package var until: WallTime?

        package init(reason: String, since: WallTime, until: WallTime?) {
            self.reason = reason
            self.since = since
            self.until = until
        }
    }

    package var id: JobID
    package var descriptor: JobDescriptor
    package var origin: JobRecord.Origin
    package var accepted: WallTime
    package var state: JobState
    /// All that keeps the job from starting now, in the fixed order; empty while it runs.
    package var blockers: [Blocker]
    /// Every requirement with its state, in the order of the descriptor; also while the job runs.
    package var requirements: [RequirementStatus]
    /// When the current occurrence is or was due; nil while it waits for an event or a file, or has none.
    package var due: WallTime?
    /// Until when it may become due, where its job lets it be later than `due`.
    package var dueBy: WallTime?
    /// The first instant before `due` at which it would have come up, had its schedule not left that day out.
    package var excepted: WallTime?
    /// From when on a waiting occurrence counts as overdue, by the descriptor's `latestBegin`.
    package var overdueFrom: WallTime?
    package var occurrence: Int64
    package var run: Run?
    package var lastRun: JobRecord.LastRun?
    package var lastSkip: Skip?
    package var recent: RecentEnds
    package var switches: JobRecord.Switches
    /// A newer request waits for the active run to end.
    package var hasSuccessor: Bool
    /// From when on what it only prefers holds it back no more; nil where it prefers nothing, or is not due.
    package var relaxesAt: WallTime?
    /// What is wrong with it.
    package var health: JobHealth
    /// Counts the descriptors that it has had, from 1.
    package var generation: Int
    /// What keeps it from starting by hand: its own pause, or that of all jobs of its owner or of everybody's.
    package var pause: Pause?
    /// What is simulated for it instead of what is seen.
    package var simulation: ConditionSimulation?

    package init(
        id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, accepted: WallTime, state: JobState,
        blockers: [Blocker], due: WallTime?, dueBy: WallTime? = nil, excepted: WallTime? = nil,
        overdueFrom: WallTime? = nil, occurrence: Int64, run: Run?,
        lastRun: JobRecord.LastRun?, lastSkip: Skip? = nil, recent: RecentEnds = RecentEnds(),
        switches: JobRecord.Switches = JobRecord.Switches(), hasSuccessor: Bool,
        requirements: [RequirementStatus] = [], relaxesAt: WallTime? = nil,
        health: JobHealth = JobHealth(), generation: Int = 1,
        pause: Pause? = nil,
        simulation: ConditionSimulation? = nil
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.state = state
        self.blockers = blockers
        self.due = due
        self.dueBy = dueBy
        self.excepted = excepted
        self.overdueFrom = overdueFrom
        self.occurrence = occurrence
        self.run = run
        self.lastRun = lastRun
        self.lastSkip = lastSkip
        self.recent = recent
        self.switches = switches
        self.hasSuccessor = hasSuccessor
        self.requirements = requirements
        self.relaxesAt = relaxesAt
        self.health = health
        self.generation = generation
        self.pause = pause ?? switches.pause
        self.simulation = simulation
    }
}
