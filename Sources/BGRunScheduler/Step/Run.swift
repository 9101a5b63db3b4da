// A run, as it was started.
import BGRunCalendar
import BGRunJob

/// One attempt at one occurrence.
package struct Run: Hashable, Sendable {
    package let id: RunID
    /// Since when the occurrence has been due.
    package let due: WallTime
    package let started: Now
    package private(set) var timeBudget: Duration
    package let gracePeriod: Duration
    /// Started over the head of its requirements: losing them does not stop it.
    package let isForced: Bool
    /// Started in its job's allowed hours, so that their end may be its end too. As it was then, whatever clock and zone are
    /// since.
    package let isInHours: Bool
    /// The start was ordered by `bgrun simulate`, or conditions were simulated for it.
    package let isSimulated: Bool
    /// Started by this daemon, so that the clock of its boot says when.
    package let isOurs: Bool
    /// The host of a task; nil for a program of its own.
    package let host: HostID?
    /// How long it may take to begin.
    package let launchLimit: Duration
    /// How long it may work without a sign of life; nil for what owes none. Of a task, progress is one.
    package let silenceLimit: Duration?
    /// What its job prefers and it was started without, by the names of the blockers.
    package let relaxed: [String]
    /// How long it stood still while the machine was awake; its budget is not charged for it.
    package var frozenFor: Duration = .zero
    /// When it last made progress, or gave a sign of life; moved on by the time that it has stood still since.
    package var progressed: AwakeTime

    package init(
        id: RunID, due: WallTime, started: Now, timeBudget: Duration, gracePeriod: Duration,
        isForced: Bool = false, isInHours: Bool = true, isSimulated: Bool = false, isOurs: Bool = true,
        host: HostID? = nil,
        launchLimit: Duration = longestLaunch, silenceLimit: Duration? = nil,
        relaxed: [String] = []
    ) {
        self.id = id
        self.due = due
        self.started = started
        self.timeBudget = timeBudget
        self.gracePeriod = gracePeriod
        self.isForced = isForced
        self.isInHours = isInHours
        self.isSimulated = isSimulated
        self.isOurs = isOurs
        self.host = host
        self.launchLimit = launchLimit
        self.silenceLimit = silenceLimit
        self.relaxed = relaxed
        progressed = started.awake
    }

    /// When the budget is used up. The awake clock stands still in suspend, so sleeping costs nothing.
    var budgetEnds: AwakeTime { started.awake.advanced(by: timeBudget).advanced(by: frozenFor) }

    /// When time alone ends it, and why: its budget is used up, or it has given no sign of life for too long.
    package var expiration: (at: AwakeTime, reason: StopReason) {
        let end = budgetEnds
        guard let silenceLimit, case let silent = progressed.advanced(by: silenceLimit), silent < end else {
            return (end, .timeBudget)
        }
        // A task whose progress nobody sees has had its time; nobody says that it hangs.
        return (silent, host == nil ? .unresponsive : .timeBudget)
    }

    /// When time alone ends it.
    package var expires: AwakeTime { expiration.at }

    /// The same run after it made progress, or gave a sign of life.
    func progressed(at instant: AwakeTime) -> Run {
        var run = self
        run.progressed = max(progressed, instant)
        return run
    }

    /// How much of its budget it has used, which is none while it stands still.
    func worked(until instant: AwakeTime) -> Duration {
        max(.zero, started.awake.duration(to: instant) - frozenFor)
    }

    /// The same run with a longer budget.
    func extended(by span: Duration) -> Run {
        var run = self
        run.timeBudget += span
        return run
    }

    /// The same run once it has begun, which is a sign of life. A task's budget counts from then on, however long its host took
    /// to come up.
    func begun(at now: Now) -> Run {
        host == nil ? progressed(at: now.awake) : frozen(from: started.awake, to: now.awake)
    }

    /// The same run after it stood still for a while.
    func frozen(from start: AwakeTime, to end: AwakeTime) -> Run {
        var run = self
        run.frozenFor += max(.zero, start.duration(to: end))
        // What it had said just before may be heard of only now.
        run.progressed = progressed.advanced(by: max(.zero, max(start, progressed).duration(to: end)))
        return run
    }
}
