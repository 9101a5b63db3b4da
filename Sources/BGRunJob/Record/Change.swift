// One change of what is on disk: what the scheduler asks to be saved, and what the store writes.
import BGRunCalendar

/// One change of what is on disk. All changes of a turn are one transaction.
package enum Change: Hashable, Sendable {
    /// The job is as this record says, whether it was there before or not.
    case save(JobRecord)
    case forget(JobID)
    /// The job is over, and was like this at its end; one of its name that was before is replaced.
    case saveEnd(EndedJob)
    /// The end of the job is removed.
    case forgetEnd(JobID)
    /// The pause of all jobs of a scope; nil ends it.
    case savePause(PauseScope, Pause?)
    case rememberFinishedFile(FinishedFile)
    case forgetFinishedFile(JobID)
    case rememberSilentPower
    /// The number belongs to the account of this name.
    case bindOwner(UserID, name: String)
    /// All that is kept of the owner goes out of the way, and is forgotten.
    case setAside(owner: UserID, reason: String, at: WallTime)
    /// A user has permitted an application, or permits another form of it.
    case saveApplication(ApplicationManifest, owner: UserID)
    case forgetApplication(ApplicationID)
    /// The job's history goes, and with it what its runs have written and kept.
    case purge(JobID)
    /// What has become of an occurrence, which history has to tell.
    case append(HistoryLine)
    /// A hook was called when the run had ended.
    case appendHook(RunID, of: JobID, HookReport)
    /// A line of history that may be lost.
    case note(Note)

    package enum Note: Hashable, Sendable {
        case condition(ConditionChange)
        case hold(HoldChange)
    }
}
