// The addresses of a host, tried one after the other.
import BGRunJob
import BGRunLinux

/// What came of trying a host.
package enum AddressAttempts<Answer> {
    case answered(Answer)
    /// Nobody has answered at any of its addresses.
    case silent
    /// Its name has no address, or nobody could be asked for it.
    case nameless

    /// Tries one address after the other until one answers. Waits: only for a process of its own.
    ///
    /// - Parameter attempt: Tries one address, until an instant of the monotonic clock, in microseconds.
    static func first(
        of endpoint: Endpoint, _ patience: Patience,
        _ attempt: (SocketAddress, _ deadline: Int64) throws(SystemError) -> Answer
    ) -> AddressAttempts {
        let end = deadline(in: patience.total)
        guard let addresses = try? SocketAddress.all(of: endpoint.host, port: endpoint.port),
            !addresses.isEmpty
        else { return .nameless }
        for address in addresses {
            if Clock.read(.monotonic) >= end { break }
            do throws(SystemError) {
                return .answered(try attempt(address, min(end, deadline(in: patience.each))))
            } catch {
                // The next address may be better.
            }
        }
        return .silent
    }

    private static func deadline(in span: Duration) -> Int64 {
        let (seconds, attoseconds) = span.components
        return Clock.read(.monotonic) &+ seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    }
}

/// How long a host is tried.
package struct Patience: Sendable {
    /// In all, the look-up of the name included.
    package var total: Duration = .seconds(10)
    /// For each address, so that a dead one leaves time for the next.
    package var each: Duration = .seconds(3)

    package init() {}
}
