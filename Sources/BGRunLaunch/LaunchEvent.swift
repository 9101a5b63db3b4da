// What the launcher has to tell.
import BGRunJob

/// Something that happened to a run, an errand or a host.
package enum LaunchEvent: Equatable, Sendable {
    /// The program runs, in the process. Told once for each run that begins, before all else of it.
    case launched(RunID, process: Int32)
    /// The program did not begin, and nothing of the run is left. Told in place of all else.
    case launchFailed(RunID, LaunchFailure)
    /// The main process has left, and something of the run has not. Told at most once for each run, before its end.
    case mainExited(RunID, ExitStatus)
    /// The main process has left and nothing of the run is left. Told exactly once for each run.
    case exited(RunID, ExitStatus, ResourceUsage)
    /// There is more to read with ``Launcher/output(of:from:limit:)``.
    case wroteOutput(RunID)
    /// A process of the run has said something of it.
    case said(RunID, RunWords)
    /// The number of an owner belongs to the account of this name: it is learnt for the first time, or is another than
    /// what ``Launcher/bind(_:to:)`` was told. Then nothing more is started for it.
    case ownerFound(UserID, name: String)
    /// The errand's main process has left and nothing of it is left. Told exactly once for each errand, with the
    /// last line that it wrote, where it was to be kept.
    case errandEnded(ErrandID, ExitStatus, lastLine: String? = nil)
    /// The errand did not begin, and nothing of it is left. Told in place of its end.
    case errandFailed(ErrandID, LaunchFailure)
    /// The host's program runs, in the process. Told once for each host that begins, before its end.
    case hostStarted(HostID, process: Int32)
    /// The host's program did not begin, and nothing of it is left. Told in place of all else.
    case hostFailed(HostID, LaunchFailure)
    /// The host's main process has left, what it has left behind was killed, and nothing of it is left. Told exactly once
    /// for each host.
    case hostEnded(HostID, ExitStatus)
}
