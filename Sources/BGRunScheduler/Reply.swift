// The scheduler's answer to a request.
import BGRunCalendar
import BGRunJob

/// What a request is answered with.
package enum Reply: Hashable, Sendable {
    /// Stored for good.
    case accepted(JobID, Acceptance)
    /// All of several, in their order; stored for good in one transaction.
    case allAccepted([AcceptedJob])
    case done
    case started(RunID)
    /// Conditions are simulated until then; nil where that was ended.
    case simulating(until: WallTime?)
    /// The occurrence that was waited for has ended. A job cancelled before it ran has no last run.
    case ended(Outcome, JobRecord.LastRun?)
    case attached(HostID, ApplicationID, permitted: [TaskPattern])
    /// The host is told of runs from now on, but of none of these.
    case serving(refused: [TaskPattern])
    case permitted(ApplicationID, isReplaced: Bool)
    /// The assertion is held for so long, by a clock that stands still while the machine sleeps. Where a sleep is
    /// announced, that comes by then, and this is the warning.
    case asserted(AssertionID, for: Duration, until: WallTime, sleepsIn: Duration?)
    /// What a run has said was taken in; it has so much time left.
    case heard(timeLeft: Duration)
    case refused(Refusal)
}
