// What the launcher has to tell.
import BGRunJob

/// Something that happened to a run or an errand.
package enum LaunchEvent: Hashable, Sendable {
    /// The main process has left and nothing of the run is left. Told exactly once for each run.
    case exited(RunID, ExitStatus, ResourceUsage)
    /// There is more to read with ``Launcher/output(of:from:limit:)``.
    case wroteOutput(RunID)
    /// The errand's main process has left and nothing of it is left. Told exactly once for each errand.
    case errandEnded(ErrandID, ExitStatus)
}
