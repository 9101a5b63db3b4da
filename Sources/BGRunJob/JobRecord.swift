// A job as the store keeps it: everything that must survive a crash, and nothing else.
import BGRunCalendar

/// One row of the job table.
package struct JobRecord: Hashable, Sendable {
    /// What brought the job.
    package enum Origin: Hashable, Sendable {
        case submission
        /// A file of a jobs directory; `path` is where it lies.
        case file(path: String)
    }

    /// Which occurrence is current, and where it stands.
    package struct Occurrence: Hashable, Sendable {
        package enum Due: Hashable, Sendable {
            case at(WallTime)
            case after(Deadline)
        }

        /// Counts from 1.
        package var number: Int64
        package var due: Due
        /// When it became due, by the wall clock then; nil while it lies ahead.
        package var dueSince: WallTime?
        /// Set while the occurrence rests after a run that did not finish.
        package var rest: Deadline?
        /// How many runs of this occurrence in a row expired or were deferred.
        package var unfinishedRuns: Int

        package init(
            number: Int64 = 1, due: Due, dueSince: WallTime? = nil, rest: Deadline? = nil,
            unfinishedRuns: Int = 0
        ) {
            self.number = number
            self.due = due
            self.dueSince = dueSince
            self.rest = rest
            self.unfinishedRuns = unfinishedRuns
        }
    }

    /// The run that was started, or was about to be, and of which no end is recorded.
    package struct ActiveRun: Hashable, Sendable {
        package var run: RunID
        package var started: WallTime
        package var isSimulated: Bool
        /// Set once the run was told to end.
        package var stopReason: StopReason?

        package init(run: RunID, started: WallTime, isSimulated: Bool = false, stopReason: StopReason? = nil)
        {
            self.run = run
            self.started = started
            self.isSimulated = isSimulated
            self.stopReason = stopReason
        }
    }

    /// A request that follows the run that is active now.
    package struct Successor: Hashable, Sendable {
        package var descriptor: JobDescriptor
        package var origin: Origin
        package var accepted: WallTime
        /// When its first occurrence is due; counted from acceptance, not from the end of the run before it.
        package var due: Occurrence.Due

        package init(descriptor: JobDescriptor, origin: Origin, accepted: WallTime, due: Occurrence.Due) {
            self.descriptor = descriptor
            self.origin = origin
            self.accepted = accepted
            self.due = due
        }
    }

    /// How the last run ended.
    package struct LastRun: Hashable, Sendable {
        package var run: RunID
        package var outcome: Outcome
        package var stopReason: StopReason?
        package var ended: WallTime

        package init(run: RunID, outcome: Outcome, stopReason: StopReason?, ended: WallTime) {
            self.run = run
            self.outcome = outcome
            self.stopReason = stopReason
            self.ended = ended
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
    package var activeRun: ActiveRun?
    package var successor: Successor?
    package var lastRun: LastRun?

    package init(
        id: JobID, descriptor: JobDescriptor, origin: Origin, accepted: WallTime, anchor: WallTime,
        occurrence: Occurrence, activeRun: ActiveRun? = nil, successor: Successor? = nil,
        lastRun: LastRun? = nil
    ) {
        self.id = id
        self.descriptor = descriptor
        self.origin = origin
        self.accepted = accepted
        self.anchor = anchor
        self.occurrence = occurrence
        self.activeRun = activeRun
        self.successor = successor
        self.lastRun = lastRun
    }
}
