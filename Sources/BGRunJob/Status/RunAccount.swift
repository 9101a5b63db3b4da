// What a run may know of itself: why it runs, how late it is, and how long it may go on.
import BGRunCalendar

/// The answer to a run that asks about itself.
package struct RunAccount: Hashable, Sendable {
    package var run: RunID
    package var job: JobID
    /// Since when its occurrence has been due.
    package var due: WallTime
    package var started: WallTime
    /// What its job prefers and it was started without.
    package var relaxed: [String]
    /// Somebody has called it up, beside the schedule.
    package var isByHand: Bool
    /// Until it is told to end; once it was, until it is killed. Nil where nothing ends it but what it requires.
    package var timeLeft: Duration?
    package var timeBudget: Duration
    /// How far it may extend its budget.
    package var maxTimeBudget: Duration
    /// Set once it was told to end.
    package var stopReason: StopReason?

    package init(
        run: RunID, job: JobID, due: WallTime, started: WallTime, relaxed: [String], isByHand: Bool,
        timeLeft: Duration?, timeBudget: Duration, maxTimeBudget: Duration, stopReason: StopReason?
    ) {
        self.run = run
        self.job = job
        self.due = due
        self.started = started
        self.relaxed = relaxed
        self.isByHand = isByHand
        self.timeLeft = timeLeft
        self.timeBudget = timeBudget
        self.maxTimeBudget = maxTimeBudget
        self.stopReason = stopReason
    }

    /// How late it has begun.
    package var lateness: Duration { max(.zero, due.duration(to: started)) }
}
