// What moves a job from phase to phase.
import BGRunCalendar
import BGRunJob

/// What can happen to one job. Past tense.
package enum Input: Hashable, Sendable {
    /// Its instant came, or somebody brought it forward; due since the given instant.
    case becameDue(since: WallTime)
    /// The rest after an unfinished run is over, or was waived.
    case restEnded
    /// Nothing blocks it: this run may start.
    case cleared(Run)
    /// The start could not be stored, so it was not carried out.
    case launchUndone
    case launched(process: Int32)
    case launchFailed
    case budgetEnded
    /// The grace period is over, or the time after a SIGKILL that nobody answered.
    case graceEnded
    /// It has made progress, or given a sign of life, at this instant.
    case progressed(at: AwakeTime)
    /// It has asked for so much more time, and may have it.
    case extended(by: Duration)
    case told(StopOrder)
    /// It is to stand still.
    case frozen(FreezeReason)
    /// What it stood still for is over.
    case thawed(FreezeCause)
    /// It has stood still for as long as it may.
    case freezeEnded
    /// Its main process has left, and something of the run has not.
    case mainExited(Exit)
    /// Nothing of the run is left.
    case exited(Exit)
}
