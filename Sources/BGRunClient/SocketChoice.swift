// Which daemon a client talks to.
import BGRunWire

/// The socket of a daemon, chosen by what the caller said and by the environment.
///
/// The system's daemon and the user's are never taken one in place of the other.
package enum SocketChoice: Hashable, Sendable {
    /// `BGRUN_SOCKET` where it is set, else the system's daemon.
    case usual
    /// The daemon of the calling user.
    case user
    case path(String)

    package static let system = "/run/bgrun/\(SchedulerInterface.name)"

    /// The user's daemon was asked for, and the environment does not say where its socket lies.
    package struct NoRuntimeDirectory: Error, Hashable, Sendable {}

    /// - Parameter environment: looks up a variable of the caller's environment.
    package func path(environment: (String) -> String?) throws(NoRuntimeDirectory) -> String {
        func variable(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        switch self {
        case .path(let path): return path
        case .usual: return variable("BGRUN_SOCKET") ?? Self.system
        case .user:
            guard let directory = variable("XDG_RUNTIME_DIR") else { throw NoRuntimeDirectory() }
            return "\(directory)/bgrun/\(SchedulerInterface.name)"
        }
    }
}
