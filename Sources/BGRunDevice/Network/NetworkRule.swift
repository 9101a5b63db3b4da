// The rule that says whether a machine has a network, from its links, addresses and default routes.

import BGRunJob

/// Does this machine have a network?
///
/// **Yes** where a default route, IPv4 or IPv6, in any table but the local one, leaves through a link that is
/// not the loopback, is up and has a carrier, with an address of the route's family that reaches beyond the
/// link. A pulled cable leaves the route in place and only takes the carrier, so the route alone proves
/// nothing. Otherwise **no**, with what is missing on the route the kernel would have taken first.
///
/// A **tunnel** is a link of a driver that makes VPNs, up and ready, with an address that reaches beyond it. Whether
/// somebody answers at its other end is not known to the kernel. A `tun` that carries Ethernet (a tap) is the cable of
/// a virtual machine. `ppp` is left out, since a mobile modem is one as well; so are the tunnels that encrypt nothing
/// (`gre`, `ipip`, `sit`).
enum NetworkRule {
    private static let tunnelKinds: Set = [
        "wireguard", "amneziawg", "xfrm", "vti", "vti6", "ovpn", "ovpn-dco", "tun",
    ]

    static func judge(_ state: NetworkState) -> NetworkJudgement {
        let routes = state.routes.sorted(by: comesFirst).flatMap { route in
            route.hops.map { score($0, of: route, in: state) }
        }
        return NetworkJudgement(reading: reading(routes, tunnels: tunnels(state)), routes: routes)
    }

    private static func reading(_ routes: [RouteStanding], tunnels: [String]) -> NetworkReading {
        var interfaces: [String] = []
        for route in routes where route.fault == nil {
            if let link = route.link, !interfaces.contains(link) { interfaces.append(link) }
        }
        if let first = interfaces.first {
            return NetworkReading(
                verdict: .yes, reason: "default route through \(first)", interfaces: interfaces,
                tunnels: tunnels)
        }
        return NetworkReading(
            verdict: .no, reason: routes.first?.fault ?? "there is no default route", tunnels: tunnels)
    }

    private static func tunnels(_ state: NetworkState) -> [String] {
        let addressed = Set(state.addresses.lazy.filter(\.isUsable).map(\.link))
        return state.links.values.filter { isTunnel($0) && $0.isReady && addressed.contains($0.index) }
            .map(\.name).sorted()
    }

    private static func isTunnel(_ link: NetworkLink) -> Bool {
        guard let kind = link.kind, tunnelKinds.contains(kind) else { return false }
        return kind != "tun" || link.hardware == .none
    }

    private static func score(
        _ hop: DefaultRoute.Hop, of route: DefaultRoute, in state: NetworkState
    ) -> RouteStanding {
        let link = state.links[hop.link]
        return RouteStanding(
            family: route.family, link: link?.name, table: route.table, metric: route.metric,
            fault: fault(of: link, hop, route, state))
    }

    private static func fault(
        of link: NetworkLink?, _ hop: DefaultRoute.Hop, _ route: DefaultRoute, _ state: NetworkState
    ) -> String? {
        guard let link else { return "the default route's link is not known" }
        let subject = "\(link.name), the default route's link,"
        if link.flags.contains(.loopback) { return "the default route leads to the loopback" }
        if !link.flags.contains(.up) { return "\(subject) is down" }
        if !link.flags.contains(.carrier) { return "\(subject) has no carrier" }
        if !link.flags.contains(.running) { return "\(subject) is not ready yet" }
        if hop.isDown { return "the default route through \(link.name) is marked as down" }
        if !hasAddress(route, on: hop.link, in: state) {
            return "\(subject) has no \(route.family.words) address that reaches beyond it"
        }
        return nil
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

    /// The main table before others, then by metric, IPv4 first; the rest only makes the order the same each
    /// time, whatever the set's own order is.
    private static func comesFirst(_ left: DefaultRoute, _ right: DefaultRoute) -> Bool {
        let (first, second) = (key(left), key(right))
        if first != second { return first < second }
        return left.hops.map(\.link).lexicographicallyPrecedes(right.hops.map(\.link))
    }

    private static func key(_ route: DefaultRoute) -> (Int, UInt32, UInt32, UInt8) {
        let main: UInt32 = 254
        return (route.table == main ? 0 : 1, route.table, route.metric, route.family.rawValue)
    }
}
