// Everything that can make the scheduler move: facts, and requests received.
import BGRunJob

/// One thing that happened. Past tense: facts, or requests received.
package enum Event: Hashable, Sendable {
    case recovered(Recovery)
    case filesRead([JobFile], unreadable: [UnreadableFile])
    case powerRead(PowerReading, PowerReadingCause)
    case networkRead(NetworkReading)

    case submitted(JobDescriptor, Requester, owner: UserID)
    case cancelRequested(Target, Requester)
    case runRequested(Target, RunMode, Requester)
    case stopRequested(Target, Requester)
    case simulationRequested(Target, Simulation, Requester)
    case waitRequested(Target, Requester)
    /// The client went away; nobody reads the answer.
    case requestDropped(RequestID)

    case launched(RunID, process: Int32)
    case launchFailed(RunID, LaunchFault)
    /// The run is over: its main process has left and nothing of it is left. Exactly once for each run.
    case exited(RunID, ExitStatus, ResourceUsage)

    /// A timer fired. Too early or too often is harmless.
    case wokeUp
    /// The wall clock was set, or the machine resumed from sleep.
    case clockChanged
    case shutdownRequested

    /// The saves of this turn are on disk; its promises are being carried out.
    case saved
    /// The saves of this turn failed as a whole; none of its promises was carried out.
    case notSaved(reason: String)
}
