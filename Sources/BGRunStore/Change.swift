// What can be written: one case for each save among the scheduler's effects.
import BGRunJob

/// One change of what is on disk.
package enum Change: Hashable, Sendable {
    /// The job is as this record says, whether it was there before or not.
    case save(JobRecord)
    case forget(JobID)
    case appendHistory(HistoryEntry)
    case appendSkip(SkippedOccurrence)
    case appendCondition(ConditionChange)
    case appendHold(HoldChange)
    /// The pause of all jobs of a scope; nil ends it.
    case savePause(PauseScope, Pause?)
    case rememberFinishedFile(FinishedFile)
    case forgetFinishedFile(JobID)
    case rememberSilentPower
}
