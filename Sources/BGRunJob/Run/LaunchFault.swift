// Why a run could not be launched, and whether trying again makes sense.

/// What the launcher says of a launch that failed.
package enum LaunchFault: Hashable, Sendable {
    /// The job itself is at fault, and stays so: no such program.
    case lasting(reason: String)
    /// Something of the job's own was not there just then: room on the disk, a server that answers.
    case passing(reason: String)
    /// The owner's home is not there yet: it may be mounted, or unlocked by a login. It is looked for at the path.
    case missing(path: String, reason: String)
    /// The machine, or the owner's share of it, lacked what runs hold and give back: processes, memory, descriptors. All
    /// launches of the owner would fail alike.
    case shortage(reason: String)

    /// What the next launch waits for; nil where it waits for time alone.
    package var missingPath: String? { if case .missing(let path, _) = self { path } else { nil } }

    package var reason: String {
        switch self {
        case .lasting(let reason), .passing(let reason), .missing(_, let reason), .shortage(let reason):
            reason
        }
    }
}
