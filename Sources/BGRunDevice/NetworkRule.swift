// The rule that says whether a machine has a network, from its links, addresses and default routes.

import BGRunJob

/// Does this machine have a network?
///
/// **Yes** where a default route, IPv4 or IPv6, in any table but the local one, leaves through a link that is
/// not the loopback, is up and has a carrier, with an address of the route's family that reaches beyond the
/// link. A pulled cable leaves the route in place and only takes the carrier, so the route alone proves
/// nothing. Otherwise **no**, with what is missing on the route the kernel would have taken first.
package enum NetworkRule {
    package static func judge(_ state: NetworkState) -> NetworkReading {
        var firstFault: String?
        for route in state.routes.sorted(by: comesFirst) {
            for hop in route.hops {
                switch test(hop, of: route, in: state) {
                case .carries(let link):
                    return NetworkReading(verdict: .yes, reason: "default route through \(link)")
                case .lacks(let fault): firstFault = firstFault ?? fault
                }
            }
        }
        return NetworkReading(verdict: .no, reason: firstFault ?? "there is no default route")
    }

    private enum Finding {
        case carries(String)
        case lacks(String)
    }

    private static func test(
        _ hop: DefaultRoute.Hop, of route: DefaultRoute, in state: NetworkState
    ) -> Finding {
        guard let link = state.links[hop.link] else {
            return .lacks("the default route's link is not known")
        }
        let subject = "\(link.name), the default route's link,"
        if link.flags.contains(.loopback) { return .lacks("the default route leads to the loopback") }
        if !link.flags.contains(.up) { return .lacks("\(subject) is down") }
        if !link.flags.contains(.carrier) { return .lacks("\(subject) has no carrier") }
        if !link.flags.contains(.running) { return .lacks("\(subject) is not ready yet") }
        if hop.isDown { return .lacks("the default route through \(link.name) is marked as down") }
        guard hasAddress(route, on: hop.link, in: state) else {
            return .lacks("\(subject) has no \(route.family.words) address that reaches beyond it")
        }
        return .carries(link.name)
    }

    /// The address sits on the link; or, where the link borrows one, on the loopback (as some hosters and
    /// routing daemons set it up), or it is the one that the route names.
    private static func hasAddress(
        _ route: DefaultRoute, on link: Int32, in state: NetworkState
    ) -> Bool {
        state.addresses.contains { address in
            guard address.isUsable, address.family == route.family else { return false }
            return address.link == link || address.bytes == route.preferredSource
                || state.links[address.link]?.flags.contains(.loopback) == true
        }
    }

    /// The main table before others, then by metric, IPv4 first: the order makes the reason the same each time.
    private static func comesFirst(_ left: DefaultRoute, _ right: DefaultRoute) -> Bool {
        key(left) < key(right)
    }

    private static func key(_ route: DefaultRoute) -> (Int, UInt32, UInt32, UInt8, Int32) {
        let main: UInt32 = 254
        return (
            route.table == main ? 0 : 1, route.table, route.metric, route.family.rawValue,
            route.hops.first?.link ?? 0
        )
    }
}

extension AddressFamily {
    fileprivate var words: String {
        switch self {
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        }
    }
}
