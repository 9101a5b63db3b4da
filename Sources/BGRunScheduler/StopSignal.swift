// The two steps by which a run is ended.
import BGRunJob

/// The two steps of the ladder. The launcher delivers them and decides nothing.
package enum StopSignal: Hashable, Sendable {
    /// Write the reason where the job can read it, then SIGTERM, then SIGCONT, to the whole tree.
    case terminate(StopReason)
    /// SIGKILL to everything that is left.
    case kill
}
