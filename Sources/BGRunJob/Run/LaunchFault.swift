// Why a run could not be launched, and whether trying again makes sense.

/// What the launcher says of a launch that failed.
package enum LaunchFault: Hashable, Sendable {
    /// The job itself is at fault, and stays so: no such program.
    case lasting(reason: String)
    /// The machine lacked something just then: descriptors, memory, the owner's home.
    case passing(reason: String)

    package var reason: String {
        switch self {
        case .lasting(let reason), .passing(let reason): reason
        }
    }
}
