// What is done to a run's processes from outside.
import BGRunJob

/// The two steps of the ladder that ends a run, and standing still. The launcher delivers them and decides nothing.
package enum RunSignal: Hashable, Sendable {
    /// Write the reason where the job can read it, then SIGTERM, then SIGCONT, to the whole tree, which is thawed. No reason
    /// for what a main process that has ended by itself has left behind.
    case terminate(StopReason?)
    /// SIGKILL to everything that is left.
    case kill
    /// Everything of the run stands still.
    case freeze
    case thaw
}
