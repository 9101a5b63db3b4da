// Everything the scheduler can ask for: small acts, in the order stop, save, promise.
import BGRunJob

/// One small act. Imperative, and performed in the order of the list.
package enum Effect: Hashable, Sendable {
    // Stop: nothing that fails later may keep a process alive. What depends on nothing stored goes with it.
    case signal(RunID, StopSignal)
    /// Take over what is left of a run that a dead daemon recorded: report it as launched, with its process 0,
    /// or as exited where nothing is left.
    case adopt(RunID, JobID)
    /// Read the power supplies again and report it.
    case readPower
    // Save: one transaction for a whole turn of the loop.
    case save(JobRecord)
    case forget(JobID)
    case appendHistory(HistoryEntry)
    case rememberFinishedFile(FinishedFile)
    case forgetFinishedFile(JobID)
    case rememberSilentPower
    // Promise: only what is on disk.
    case launch(LaunchOrder)
    case reply(RequestID, Reply)
    /// Nothing is running any more: leave.
    case exit
}
