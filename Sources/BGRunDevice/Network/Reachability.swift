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

    /// How long it is tried.
    package struct Patience: Sendable {
        /// In all, the look-up of the name included.
        package var total: Duration = .seconds(10)
        /// For each address, so that a dead one leaves time for the next.
        package var each: Duration = .seconds(3)

        package init() {}
    }

    /// Opens a connection to one address after the other until one answers. Waits: only for a process of its
    /// own.
    package static func find(_ endpoint: Endpoint, patience: Patience = Patience()) -> Reachability {
        let end = deadline(in: patience.total)
        guard let addresses = try? SocketAddress.all(of: endpoint.host, port: endpoint.port),
            !addresses.isEmpty
        else { return .nameless }
        for address in addresses {
            if Clock.read(.monotonic) >= end { break }
            do throws(SystemError) {
                try StreamConnection.attempt(to: address, until: min(end, deadline(in: patience.each)))
                return .reachable
            } catch {
                // The next address may be better.
            }
        }
        return .silent
    }

    static func deadline(in span: Duration) -> Int64 {
        let (seconds, attoseconds) = span.components
        return Clock.read(.monotonic) &+ seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }
}
