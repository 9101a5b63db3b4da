// Everything that can make the scheduler move: facts, and requests received.
import BGRunCalendar
import BGRunJob

/// One thing that happened. Past tense: facts, or requests received.
package enum Event: Hashable, Sendable {
    case recovered(Recovery)
    case filesRead([JobFile], unreadable: [UnreadableFile])
    /// A whole listing of the applications directories.
    case manifestsRead([ManifestFile], unreadable: [UnreadableFile])
    case powerRead(PowerReading, PowerReadingCause)
    case networkRead(NetworkReading)
    case pressureRead(PressureReading)
    /// What a requirement rests on, as it is now. Told at once when it begins to be observed, then whenever it changes,
    /// and in answer to `read`.
    case observed(Subject, Observation)
    case presenceRead(Presence)
    /// A zone that schedules name, or the machine's own for nil; nil for a zone that is not on this machine.
    case zoneRead(name: String?, Zone?)
    /// The machine is about to sleep, and waits for us a few seconds.
    case sleepAnnounced
    /// The machine has slept, or the sleep was called off.
    case sleepOver
    /// The machine is about to shut down, and waits for us a few seconds.
    case shutdownAnnounced
    /// It was called off.
    case shutdownOver
    /// A user's first session began.
    case loggedIn(UserID)
    case unlocked(UserID)
    /// Logins and unlocks are seen from now on; or why nobody tells of them.
    case sessionsRead(fault: String?)
    /// A path is watched from now on; its newest change lies at the instant, by the times the file system keeps.
    case pathFound(WatchedPath, newest: WallTime)
    /// A watched path has changed.
    case pathChanged(WatchedPath, newest: WallTime)
    /// Nothing is at the path; what comes there is seen.
    case pathMissing(WatchedPath)
    /// Changes of the path, or of a part of it, can't be seen, for that reason.
    case pathUnwatchable(WatchedPath, reason: String, isInPart: Bool = false)

    case submitted(JobDescriptor, Requester, owner: UserID, SubmitTerms = SubmitTerms())
    /// All of them, or none.
    case submittedTogether([JobDescriptor], Requester, owner: UserID, IfExists)
    /// - Parameter isNext: One occurrence that has not begun alone is meant, and the job stays.
    case cancelRequested(Target, Requester, isNext: Bool = false)
    /// What is kept besides the job, which may be gone, is to go.
    case purgeRequested(JobID, Requester)
    case runRequested(Target, RunMode, Requester)
    case stopRequested(Target, Requester)
    case simulationRequested(Target, Simulation, Requester)
    /// Conditions are simulated, for the requester's jobs or one of them; nil ends that.
    case conditionSimulationRequested(SimulatedConditions?, for: Duration, Target?, Requester)
    /// `since`: an occurrence that has ended since then is told of at once, where none is due.
    /// - Parameter isOneRun: The end of one run is enough, also where its occurrence goes on.
    case waitRequested(Target, Requester, since: WallTime? = nil, isOneRun: Bool = false)
    case switchRequested(SwitchTurn, Selection, Requester)
    /// The client went away; nobody reads the answer.
    case requestDropped(RequestID)

    /// The number belongs to the account of this name: it is told for the first time, or it is another than before.
    case ownerFound(UserID, name: String)
    case launched(RunID, process: Int32)
    case launchFailed(RunID, LaunchFault)
    /// The main process has left, and something of the run has not: at most once for each run, before its end.
    case mainExited(RunID, ExitStatus)
    /// The run is over: its main process has left and nothing of it is left. Exactly once for each run.
    case exited(RunID, ExitStatus, ResourceUsage)

    /// A hook has ended, or could not be started. Exactly once for each call.
    case hookEnded(HookID, HookEnd, owner: UserID)
    /// So long took the last runs of the job of a run that has begun, of those that succeeded.
    case earlierRunsRead(RunID, [Duration])
    /// A run has said something of itself; to whom it is answered, where it waits for that.
    case runSpoke(RunID, RunWords, Requester?)

    case permitted(ApplicationManifest, owner: UserID, Requester)
    case forbidden(ApplicationID, Requester)
    case taskSubmitted(TaskRequest, of: ApplicationID, from: HostID?, Requester)
    /// Pending requests of the application are not wanted any more: for one task, or for all.
    case taskCancelRequested(JobIdentifier?, of: ApplicationID, from: HostID?, Requester)
    /// The program of a host runs; 0 for one that a daemon before us has started.
    case hostStarted(HostID, process: Int32)
    /// The program of a host did not begin, and nothing of it is left.
    case hostFailed(HostID, LaunchFault)
    /// Nothing of a started host is left. Exactly once for each that was started.
    case hostEnded(HostID, ExitStatus)
    /// A process of an application can be told of runs from now on: one that was started, or a guest.
    case hostAttached(ApplicationID, started: HostID?, busy: [BusyTask], process: Int32, Requester)
    case hostServed(HostID, [TaskPattern], Requester)
    /// The stream of a host has ended, or a guest's process.
    case hostLost(HostID)
    /// A handler is about to be entered, and asks whether it may.
    case taskBegan(RunID, in: HostID, Requester)
    case taskProgressed(RunID, in: HostID, TaskProgress)
    case taskEnded(RunID, in: HostID, success: Bool)

    /// A program is finishing something.
    case assertionAsked(AssertionClaim, Requester)
    /// It has finished, or has ended.
    case assertionEnded(AssertionID)

    /// A timer fired. Too early or too often is harmless.
    case wokeUp
    /// The wall clock was set, or the machine resumed from sleep.
    case clockChanged
    case shutdownRequested
    /// A newer program is there, or other settings: it is to take over, with the runs.
    case renewalRequested

    /// The saves of this turn are on disk; its promises are being carried out.
    case saved
    /// Nothing was to be saved in this turn; its promises are being carried out.
    case kept
    /// The saves of this turn failed as a whole; none of its promises was carried out.
    case notSaved(reason: String)
}

extension Event {
    /// Whether it tells what became of the saves of the turn, which is heard in that turn.
    package var isAboutSaving: Bool {
        switch self {
        case .saved, .kept, .notSaved: true
        case .recovered, .filesRead, .manifestsRead, .powerRead, .networkRead, .pressureRead, .observed,
            .presenceRead,
            .zoneRead, .sleepAnnounced, .sleepOver, .loggedIn, .unlocked, .sessionsRead, .pathFound,
            .pathChanged,
            .pathMissing, .pathUnwatchable, .submitted, .submittedTogether, .cancelRequested, .purgeRequested,
            .runRequested,
            .stopRequested,
            .simulationRequested, .conditionSimulationRequested, .waitRequested, .switchRequested,
            .requestDropped, .ownerFound, .launched, .launchFailed, .mainExited, .exited, .hookEnded,
            .earlierRunsRead,
            .runSpoke, .wokeUp,
            .clockChanged, .permitted, .forbidden, .taskSubmitted, .taskCancelRequested,
            .hostStarted, .hostFailed, .hostEnded, .hostAttached, .hostServed, .hostLost, .taskBegan,
            .taskProgressed, .taskEnded, .assertionAsked, .assertionEnded, .shutdownAnnounced, .shutdownOver,
            .shutdownRequested, .renewalRequested:
            false
        }
    }
}
