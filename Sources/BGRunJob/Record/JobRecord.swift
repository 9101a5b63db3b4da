// A job as the store keeps it: everything that must survive a crash, and nothing else.
import BGRunCalendar

/// One row of the job table.
package struct JobRecord: Hashable, Sendable {
    /// What brought the job.
    package enum Origin: Hashable, Sendable {
        case submission
        /// A file of a jobs directory; `path` is where it lies.
        case file(path: String)

        /// Where that file lies; nil of what was submitted.
        package var path: String? {
            switch self {
            case .submission: nil
            case .file(let path): path
            }
        }
    }

    /// Which occurrence is current, and where it stands.
    package struct Occurrence: Hashable, Sendable {
        /// Counts from 1.
        package var number: Int64
        package var plan: Plan
        /// When it became due, by the wall clock then; nil while it lies ahead.
        package var dueSince: WallTime?
        /// Set while the occurrence rests after a run that did not finish.
        package var rest: Deadline?
        /// How many runs of this occurrence in a row expired or were deferred.
        package var unfinishedRuns: Int
        /// How many runs of this occurrence have failed and were to be tried again.
        package var failedAttempts: Int
        /// A file it watches changed while its run was active: there is one more occurrence after it.
        package var isTriggeredAgain: Bool
        /// Its owner was told that it waits too long.
        package var isWarned: Bool
        /// It was called up by hand, and stands beside the plan, which it leaves as it is.
        package var isByHand: Bool

        package init(
            number: Int64 = 1, plan: Plan, dueSince: WallTime? = nil, rest: Deadline? = nil,
            unfinishedRuns: Int = 0, failedAttempts: Int = 0, isTriggeredAgain: Bool = false,
            isWarned: Bool = false,
            isByHand: Bool = false
        ) {
            self.number = number
            self.plan = plan
            self.dueSince = dueSince
            self.rest = rest
            self.unfinishedRuns = unfinishedRuns
            self.failedAttempts = failedAttempts
            self.isTriggeredAgain = isTriggeredAgain
            self.isWarned = isWarned
            self.isByHand = isByHand
        }
    }

    /// What a person has decided about the job beside its descriptor; outlives a new one.
    package struct Switches: Hashable, Sendable {
        /// `bgrun enable` or `disable`; nil leaves it to the descriptor's `enabled`.
        package var enabled: Bool?
        private var pauseApart: Apart<Pause>?

        package var pause: Pause? {
            get { pauseApart?.value }
            set { pauseApart = newValue.map { .value($0) } }
        }

        package init(enabled: Bool? = nil, pause: Pause? = nil) {
            self.enabled = enabled
            self.pause = pause
        }
    }

    /// What the schedule has brought so far.
    package struct Progress: Hashable, Sendable {
        /// The point of the schedule that was used up last: the same one never comes again.
        package var usedPoint: WallTime?
        /// Where that was before it had come, since somebody cancelled it: what the wall clock said then.
        package var usedAheadAt: WallTime?
        /// How many occurrences were run, for `maxRuns`.
        package var runs: Int64
        /// Changes of watched files up to here have been dealt with.
        package var pathsSeen: WallTime?
        /// When an occurrence was started last that nobody has called up by hand.
        package var lastStart: WallTime?
        package var lastSkip: Skip?
        /// How its last runs and skips ended.
        package var recent: RecentEnds
        /// Which of the jobs that it comes after have succeeded.
        package var successes: Successes

        package init(
            usedPoint: WallTime? = nil, usedAheadAt: WallTime? = nil, runs: Int64 = 0,
            pathsSeen: WallTime? = nil, lastStart: WallTime? = nil, lastSkip: Skip? = nil,
            recent: RecentEnds = RecentEnds(), successes: Successes = Successes()
        ) {
            self.usedPoint = usedPoint
            self.usedAheadAt = usedAheadAt
            self.runs = runs
            self.pathsSeen = pathsSeen
            self.lastStart = lastStart
            self.lastSkip = lastSkip
            self.recent = recent
            self.successes = successes
        }
    }

    /// The run that was started, or was about to be, and of which no end is recorded.
    package struct ActiveRun: Hashable, Sendable {
        package var run: RunID
        package var started: WallTime
        package var isSimulated: Bool
        /// Set once the run was told to end.
        package var stopReason: StopReason?
        /// How its main process left, where something of the run has outlived it.
        package var mainExit: ExitStatus?
        /// The host that a task's run was given to; nil for a program of its own.
        package var host: HostID?

        package init(
            run: RunID, started: WallTime, isSimulated: Bool = false, stopReason: StopReason? = nil,
            mainExit: ExitStatus? = nil, host: HostID? = nil
        ) {
            self.run = run
            self.started = started
            self.isSimulated = isSimulated
            self.stopReason = stopReason
            self.mainExit = mainExit
            self.host = host
        }
    }

    /// A request that follows the run that is active now.
    package struct Successor: Hashable, Sendable {
        package var descriptor: JobDescriptor
        package var origin: Origin
        package var accepted: WallTime
        /// When its first occurrence comes up; counted from acceptance, not from the end of the run before it.
        package var plan: Plan

        package init(descriptor: JobDescriptor, origin: Origin, accepted: WallTime, plan: Plan) {
            self.descriptor = descriptor
            self.origin = origin
            self.accepted = accepted
            self.plan = plan
        }
    }

    /// How the last run ended.
    package struct LastRun: Hashable, Sendable {
        package var run: RunID
        package var outcome: Outcome
        package var stopReason: StopReason?
        package var ended: WallTime
        /// When a run of the job succeeded last, this one or one before it; nil where none is known to have.
        package private(set) var lastSuccess: WallTime?

        /// - Parameter earlier: When one before it succeeded last.
        package init(
            run: RunID, outcome: Outcome, stopReason: StopReason?, ended: WallTime,
            lastSuccess earlier: WallTime? = nil
        ) {
            self.run = run
            self.outcome = outcome
            self.stopReason = stopReason
            self.ended = ended
            lastSuccess = outcome == .succeeded ? ended : earlier
        }
    }

    package var id: JobID
    package var descriptor: JobDescriptor
    package var origin: Origin
    /// When the request was accepted. No two requests for a job have the same instant.
    package var accepted: WallTime
    /// The first instant of the schedule's grid.
    package var anchor: WallTime
    package var occurrence: Occurrence
    package var progress: Progress
    package var switches: Switches
    package var activeRun: ActiveRun?
    package var successor: Successor?
    package var lastRun: LastRun?
    package var failures: Failing?
    /// The last call of its hook that has failed; nil once that hook has succeeded.
    package var hookFault: HookReport?
    /// Counts the descriptors that it has had, from 1.
    package var generation: Int

    package init(
        id: JobID, descriptor: JobDescriptor, origin: Origin, accepted: WallTime, anchor: WallTime,
        occurrence: Occurrence, progress: Progress = Progress(), switches: Switches = Switches(),
        activeRun: ActiveRun? = nil, successor: Successor? = nil, lastRun: LastRun? = nil,
        failures: Failing? = nil, hookFault: HookReport? = nil, generation: Int = 1
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.anchor = anchor
        self.occurrence = occurrence
        self.progress = progress
        self.switches = switches
        self.activeRun = activeRun
        self.successor = successor
        self.lastRun = lastRun
        self.failures = failures
        self.hookFault = hookFault
        self.generation = generation
    }
}
