// Why a run could not be launched, and whether trying again makes sense.

/// What the launcher says of a launch that failed.
package enum LaunchFault: Hashable, Sendable {
    /// The job itself is at fault, and stays so: no such program.
    case lasting(reason: String)
    /// Something of the job's own was not there just then: the owner's home, room on the disk.
    case passing(reason: String)
    /// The machine, or the owner's share of it, lacked what runs hold and give back: processes, memory, descriptors. All
    /// launches of the owner would fail alike.
    case shortage(reason: String)

    package var reason: String {
        switch self {
        case .lasting(let reason), .passing(let reason), .shortage(let reason): reason
        }
    }
}
