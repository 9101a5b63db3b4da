// The view of a job and of the device that `status` and `why` show.
import BGRunCalendar

/// Where a job stands, in the words of the design.
package enum JobState: String, CaseIterable, Sendable {
    case scheduled, due, running, expiring, disabled, invalid
}

/// One job as its owner may see it. No value of its environment is in here.
package struct JobStatus: Hashable, Sendable {
    /// The active run.
    package struct Run: Hashable, Sendable {
        package var run: RunID
        package var process: Int32?
        package var started: WallTime
        package var timeBudget: Duration
        /// How much of the budget is used.
        package var used: Duration
        package var stopReason: StopReason?
        /// When SIGKILL follows, once the run was told to end.
        package var killAt: WallTime?
        package var isSimulated: Bool

        package init(
            run: RunID, process: Int32?, started: WallTime, timeBudget: Duration, used: Duration,
            stopReason: StopReason? = nil, killAt: WallTime? = nil, isSimulated: Bool = false
        ) {
            self.run = run
            self.process = process
            self.started = started
            self.timeBudget = timeBudget
            self.used = used
            self.stopReason = stopReason
            self.killAt = killAt
            self.isSimulated = isSimulated
        }
    }

    package var id: JobID
    package var descriptor: JobDescriptor
    package var origin: JobRecord.Origin
    package var accepted: WallTime
    package var state: JobState
    /// All that keeps the job from starting now, in the fixed order; empty while it runs.
    package var blockers: [Blocker]
    /// When the current occurrence is or was due.
    package var due: WallTime
    package var occurrence: Int64
    package var run: Run?
    package var lastRun: JobRecord.LastRun?
    /// How many runs of this occurrence in a row did not finish; from three on it is a warning.
    package var unfinishedRuns: Int
    /// A newer request waits for the active run to end.
    package var hasSuccessor: Bool

    package init(
        id: JobID, descriptor: JobDescriptor, origin: JobRecord.Origin, accepted: WallTime, state: JobState,
        blockers: [Blocker], due: WallTime, occurrence: Int64, run: Run?, lastRun: JobRecord.LastRun?,
        unfinishedRuns: Int, hasSuccessor: Bool
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.state = state
        self.blockers = blockers
        self.due = due
        self.occurrence = occurrence
        self.run = run
        self.lastRun = lastRun
        self.unfinishedRuns = unfinishedRuns
        self.hasSuccessor = hasSuccessor
    }
}

/// A file of a jobs directory that brought no job.
package struct BrokenFile: Hashable, Sendable {
    package var path: String
    /// What is wrong and what to do.
    package var fault: String

    package init(path: String, fault: String) {
        self.path = path
        self.fault = fault
    }
}

/// The device as the scheduler sees it.
package struct DeviceStatus: Hashable, Sendable {
    /// One requirement: what was read last, since when, and from when on it counts.
    package struct Condition: Hashable, Sendable {
        package var verdict: Verdict
        package var reason: String
        /// When the verdict last changed; nil before the first reading.
        package var since: WallTime?
        /// Set while it holds and does not count yet.
        package var settlesAt: WallTime?

        package init(verdict: Verdict, reason: String, since: WallTime?, settlesAt: WallTime?) {
            self.verdict = verdict
            self.reason = reason
            self.since = since
            self.settlesAt = settlesAt
        }
    }

    package var externalPower: Condition
    package var batteryLevel: Int?
    package var network: Condition
    /// The supplies of this machine change without an event, as was seen or as the policy says.
    package var isPowerSilent: Bool

    package init(externalPower: Condition, batteryLevel: Int?, network: Condition, isPowerSilent: Bool) {
        self.externalPower = externalPower
        self.batteryLevel = batteryLevel
        self.network = network
        self.isPowerSilent = isPowerSilent
    }
}
