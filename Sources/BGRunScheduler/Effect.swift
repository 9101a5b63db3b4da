// Everything the scheduler can ask for: small acts, in the order stop, save, promise, wish.
import BGRunJob

/// One small act. Imperative, and performed in the order of the list.
package enum Effect: Hashable, Sendable {
    // Stop: nothing that fails later may keep a process alive. What is read for the next decision goes with it.
    case signal(RunID, RunSignal)
    /// Take over what is left of a run that a dead daemon recorded: report it as launched, with its process 0,
    /// or as exited where nothing is left.
    case adopt(RunID, JobID)
    /// Read the power supplies again and report it.
    case readPower
    /// Read how busy the machine is and report it.
    case readPressure
    /// Have one look at what tells of no change itself, and report it; a check is reported when its process has ended.
    case read(Subject)
    /// End a check that nobody waits for any more. It is not reported.
    case abandon(Subject)
    // Save: one transaction for a whole turn of the loop.
    case save(JobRecord)
    case forget(JobID)
    case appendHistory(HistoryEntry)
    case appendSkip(SkippedOccurrence)
    /// The pause of all jobs of a scope; nil ends it.
    case savePause(PauseScope, Pause?)
    case rememberFinishedFile(FinishedFile)
    case forgetFinishedFile(JobID)
    case rememberSilentPower
    case appendCondition(ConditionChange)
    case appendHold(HoldChange)
    // Promise: only what is on disk.
    case launch(LaunchOrder)
    case reply(RequestID, Reply)
    /// Nothing is running any more: leave.
    case exit
    // Wish: what nobody waits for, and what is done whatever becomes of the saves.
    /// Ask whether anybody is at the machine and report it.
    case readPresence
    /// Begin or cease to observe something; what is observed is reported whole at once.
    case observe(Interest)
    case ignore(Interest)
    /// Tell a job's owner of it.
    case notify(Notice)
    /// Keep the machine from falling asleep, just so much; replaces what was held before.
    case holdAwake(Inhibition)
    /// All is ready for the sleep that was announced.
    case letSleep
    /// Put the machine back to sleep.
    case suspend
}
