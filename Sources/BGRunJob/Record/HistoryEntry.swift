// An ended run, as history keeps it.
import BGRunCalendar

/// Which of the runs that are made of an occurrence has failed.
package struct Attempt: Hashable, Sendable {
    /// Counts from 1.
    package var number: Int
    /// So many are made at most.
    package var most: Int

    package init(_ number: Int, of most: Int) {
        self.number = number
        // A newer descriptor may want fewer than were made.
        self.most = max(number, most)
    }

    /// Whether no end to them was set.
    package var isEndless: Bool { most == .max }

    /// Whether no more are made.
    package var isLast: Bool { most <= number }
}

/// An ended run, as history keeps it for good.
package struct HistoryEntry: Hashable, Sendable {
    package var run: RunID
    package var job: JobID
    package var title: String?
    /// When the occurrence became due.
    package var due: WallTime
    package var started: WallTime
    package var ended: WallTime
    /// For how long it has worked: without the time in which the machine slept or the run stood still, whatever became of the wall
    /// clock meanwhile; nil where it was not the same daemon that saw its beginning and its end.
    package var duration: Duration?
    package var outcome: Outcome
    package var stopReason: StopReason?
    package var exit: ExitStatus?
    /// Why the run could not be launched, or what the kernel has killed it for.
    package var failure: String?
    /// The start or the stop was simulated by `bgrun simulate`.
    package var isSimulated: Bool
    /// Of a failed run of a job that tries again.
    package var attempt: Attempt?
    package var usage: ResourceUsage
    /// Which processes it has left behind as it ended by itself, in words; they were ended.
    package var leftBehind: String?
    /// What it wrote is kept no more: newer output of its owner's has taken its room.
    package var isOutputDropped = false
    /// The commands of the job that were called when it had ended, in their order.
    package var hooks: [HookReport] = []

    package init(
        run: RunID, job: JobID, title: String? = nil, due: WallTime, started: WallTime, ended: WallTime,
        duration: Duration? = nil, outcome: Outcome, stopReason: StopReason? = nil, exit: ExitStatus? = nil,
        failure: String? = nil,
        isSimulated: Bool = false, attempt: Attempt? = nil, usage: ResourceUsage = ResourceUsage()
    ) {
        self.run = run
        self.job = job
        self.title = title
        self.due = due
        self.started = started
        self.ended = ended
        self.duration = duration
        self.outcome = outcome
        self.stopReason = stopReason
        self.exit = exit
        self.failure = failure
        self.isSimulated = isSimulated
        self.attempt = attempt
        self.usage = usage
    }
}
