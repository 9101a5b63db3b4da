// How this daemon keeps its runs together, for `doctor`.

/// Which way the processes of a run are found and ended.
package enum RunHolding: Equatable, Sendable, CustomStringConvertible {
    /// A cgroup of its own for each run, below this path: nothing can leave it unseen.
    case cgroups(path: String)
    /// A session of its own for each run, its descendants, and BGRUN_RUN in their environment.
    case sessions(reason: String)

    package var description: String {
        switch self {
        case .cgroups(let path): "each run has a cgroup of its own below \(path)"
        case .sessions(let reason):
            "each run has a session of its own, and what leaves it is found by BGRUN_RUN in its environment "
                + "(no cgroups: \(reason))"
        }
    }
}
