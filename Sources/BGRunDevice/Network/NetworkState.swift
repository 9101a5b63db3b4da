// The links, addresses and default routes of a machine: what the network rule judges.

/// All that the kernel says of the network, as far as the rule asks.
struct NetworkState: Equatable, Sendable {
    /// By index.
    var links: [Int32: NetworkLink] = [:]
    var addresses: Set<NetworkAddress> = []
    var routes: Set<DefaultRoute> = []

    /// Takes one message of a dump into the state; what is no link, address or default route leaves it alone.
    mutating func add(_ message: RouteMessage) {
        switch message {
        case .linkChanged(let link): links[link.index] = link
        case .addressAdded(let address): addresses.insert(address)
        case .routeChanged(let route?): routes.insert(route)
        case .routeChanged(nil), .linkRemoved, .addressRemoved, .dumpEnded, .failed, .irrelevant: break
        }
    }

    /// Whether an event tells anything that the state does not hold yet.
    ///
    /// Much of what arrives is repetition: an IPv6 router refreshes the lifetime of an address every few
    /// minutes, a Wi-Fi scan repeats the link. A route event always counts, since replacing a route does not
    /// say which one went.
    func isNews(_ message: RouteMessage) -> Bool {
        switch message {
        case .linkChanged(let link): links[link.index] != link
        case .linkRemoved(let index): links[index] != nil
        case .addressAdded(let address): !addresses.contains(address)
        case .addressRemoved(let address): addresses.contains(address)
        case .routeChanged: true
        case .dumpEnded, .failed, .irrelevant: false
        }
    }
}
