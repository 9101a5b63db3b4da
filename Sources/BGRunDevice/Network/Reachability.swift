// Whether a connection to a host can be opened, found out by trying.
import BGRunJob
import BGRunLinux

/// What came of trying to reach an endpoint.
package enum Reachability: Equatable, Sendable {
    case reachable
    /// Nobody has answered at any of its addresses.
    case silent
    /// Its name has no address, or nobody could be asked for it.
    case nameless

    /// Opens a connection. Waits: only for a process of its own.
    package static func find(_ endpoint: Endpoint, patience: Patience = Patience()) -> Reachability {
        let attempts = AddressAttempts.first(of: endpoint, patience) {
            address, deadline throws(SystemError) in
            try StreamConnection.attempt(to: address, until: deadline)
        }
        switch attempts {
        case .answered: return .reachable
        case .silent: return .silent
        case .nameless: return .nameless
        }
    }
}
