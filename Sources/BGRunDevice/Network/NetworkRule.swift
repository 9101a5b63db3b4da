// The rule that says whether a machine has a network, from what the kernel would choose.

import BGRunJob
import Glibc

/// Does this machine have a network?
///
/// **Yes** where the kernel's own choice for a public place, of IPv4 or IPv6, is a road that stands: it leaves through a
/// link that is up, ready and has a carrier, that leads somewhere (no loopback, no dummy, no bridge with nothing in it),
/// from an address that somebody beyond it can answer to; and where that link is a tunnel, over an uplink that stands as
/// well. A pulled cable leaves the route in place and only takes the carrier, and a tunnel keeps its default route when
/// the Wi-Fi below it has gone, so a route alone proves nothing. Otherwise **no**, with what the choice lacks.
///
/// An **uplink** is a link that is no tunnel and through which the kernel would reach a public place if it were the only
/// one, or through which the main table has a route beyond it: to the tunnel's server, or a default route that a refusal
/// hides from all but the tunnel's own packets, as kill switches have it. Which of several a tunnel's own packets take is
/// not known: they may bear a mark that only the tunnel knows.
///
/// A **VPN** is a tunnel of a driver that encrypts, unless it translates between IPv4 and IPv6. Whether somebody answers
/// at its other end is not known to the kernel.
enum NetworkRule {
    /// Links with an address that are looked at, the oldest and the newest: a laptop has a few, a machine with ten thousand
    /// containers gets its answer in time.
    private static let linkLimit = 256
    /// Uplinks that are thought of where nothing rests on them, and those whose routes are gone through.
    private static let uplinkLimit = 32
    /// Addresses of its own that a packet is thought to come from.
    private static let sourceLimit = 8

    // MARK: - What to ask

    /// What is to be asked next, given what is known; none once it can be judged. What was asked is not asked again.
    static func questions(_ state: NetworkState) -> [NetworkQuestion] {
        let choices = PublicPlace.allCases.compactMap { choice(for: $0, in: state) }
        let addressed = lookedAt(state.addressedLinks)
        let chosen = choices.map(\.link)
        let uplinks = possibleUplinks(in: state)
        // A link is asked before the ways that rest on it: what changes between the two comes as an event, and differs from
        // what the link said.
        var questions: [NetworkQuestion] = addressed.map { .link($0) }
        questions += PublicPlace.allCases.map { .way(to: $0, through: nil) }
        for place in PublicPlace.allCases where lacksWay(to: place, in: state) {
            questions += sources(for: place, in: state).map { .wayFrom($0, to: place) }
        }
        questions += chosen.map { .link($0) }
        questions += uplinks.flatMap { uplink in
            AddressFamily.allCases.map { .way(to: .first(of: $0), through: uplink.index) }
        }
        let isOpen = questions.contains { state.answers[$0] == nil }
        let needsUplink = chosen.contains { state.link($0)?.isTunnel ?? false }
        if needsUplink, !isOpen, !uplinks.contains(where: { hasWay($0, in: state) }) {
            questions += uplinks.prefix(uplinkLimit).flatMap { uplink in
                AddressFamily.allCases.map { .routeBeyond($0, through: uplink.index) }
            }
        }
        // Bridges of containers, which lead nowhere, are left alone, with all that comes and goes in them.
        let bridges = chosen.compactMap(state.link) + uplinks.filter { leadsOut($0, in: state) }
        questions += bridges.filter(\.isBridge).map { .port(of: $0.index) }
        var asked: Set<NetworkQuestion> = []
        let open = questions.filter { state.answers[$0] == nil && asked.insert($0).inserted }
        // Only of what carries the traffic it is asked what it is.
        guard open.isEmpty else { return open }
        let roads = roads(over: Self.uplinks(in: state), in: state)
        return Self.questions(ofCardsBelow: links(below: roads), in: state)
    }

    private static func lookedAt(_ links: [Int32]) -> [Int32] {
        if links.count <= linkLimit { return links }
        return Array(links.prefix(linkLimit / 2) + links.suffix(linkLimit / 2))
    }

    // MARK: - The verdict

    static func judge(_ state: NetworkState) -> NetworkJudgement {
        let uplinks = uplinks(in: state)
        let roads = roads(over: uplinks, in: state)
        return NetworkJudgement(
            reading: reading(roads, in: state), roads: roads, uplinks: uplinks.map(\.name))
    }

    private static func uplinks(in state: NetworkState) -> [NetworkLink] {
        possibleUplinks(in: state).filter { isUplink($0, in: state) }
    }

    private static func roads(over uplinks: [NetworkLink], in state: NetworkState) -> [NetworkRoad] {
        var roads: [NetworkRoad] = []
        for place in PublicPlace.allCases {
            let road = road(to: place, over: uplinks, in: state)
            if !roads.contains(road) { roads.append(road) }
        }
        return roads
    }

    private static func reading(_ roads: [NetworkRoad], in state: NetworkState) -> NetworkReading {
        let standing = roads.filter { $0.fault == nil }
        let tunnels = state.addressedLinks.compactMap(state.link)
            .filter { $0.isReady && isVPN($0, in: state) }.map(\.name).sorted()
        guard let first = standing.first else {
            // A machine without IPv6 lacks it in silence: what holds back the other family says more.
            let telling =
                roads.first { $0.link != nil } ?? roads.first { $0.fault != noRoute } ?? roads.first
            return NetworkReading(verdict: .no, reason: telling?.fault ?? noRoute, tunnels: tunnels)
        }
        let carriers = standing.map(\.link).map { link in link.flatMap { isVPN($0, in: state) ? $0 : nil } }
        return NetworkReading(
            verdict: .yes, reason: first.words,
            interfaces: unique(standing.flatMap { [$0.link?.name].compactMap { $0 } + $0.over.map(\.name) }),
            uplinks: unique(standing.flatMap(\.uplinks).map(\.name)),
            cards: cards(below: links(below: roads), in: state), tunnels: tunnels,
            vpn: carriers.contains(nil) ? nil : carriers.first??.name)
    }

    /// The links by which packets leave the machine on the roads that stand.
    private static func links(below roads: [NetworkRoad]) -> [NetworkLink] {
        roads.filter { $0.fault == nil }.flatMap(\.uplinks)
    }

    private static func unique(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }
    }

    // MARK: - A road

    private static func choice(for place: PublicPlace, in state: NetworkState) -> KernelRoute? {
        answer(for: place, in: state)?.forwarded
    }

    /// What the kernel would do. A route of IPv6 may be only for packets that come from a certain address; a program that
    /// has chosen none gets one and its packet is looked at again, so this does the same.
    private static func answer(for place: PublicPlace, in state: NetworkState) -> NetworkAnswer? {
        let plain = state.answers[.way(to: place, through: nil)]
        guard lacksWay(to: place, in: state) else { return plain }
        let others = sources(for: place, in: state).compactMap { state.answers[.wayFrom($0, to: place)] }
        return others.first { $0.forwarded != nil } ?? plain
    }

    private static func lacksWay(to place: PublicPlace, in state: NetworkState) -> Bool {
        guard case .noWay = state.answers[.way(to: place, through: nil)] else { return false }
        return place.family == .ipv6
    }

    private static func sources(for place: PublicPlace, in state: NetworkState) -> ArraySlice<[UInt8]> {
        state.sources[place.family, default: []].prefix(sourceLimit)
    }

    private static func road(
        to place: PublicPlace, over uplinks: [NetworkLink], in state: NetworkState
    ) -> NetworkRoad {
        let refusal: String
        switch answer(for: place, in: state) {
        case .way(let route):
            switch route.effect {
            case .forwarded:
                let link = state.link(route.link)
                let over = link?.isTunnel ?? false ? uplinks : []
                return NetworkRoad(
                    family: place.family, link: link, table: route.table, source: route.source, over: over,
                    fault: fault(of: link, route, isOverUplink: !over.isEmpty, in: state))
            case .refused(let number): refusal = words(ofRefusal: number)
            case .other: refusal = "the route to the internet leads back to this machine"
            }
        case .noWay(let number): refusal = words(ofRefusal: number)
        case .link, .links, .transport, .found, .nothing, nil: refusal = "the kernel was not asked"
        }
        return NetworkRoad(
            family: place.family, link: nil, table: 0, source: nil, over: [], fault: refusal)
    }

    private static let noRoute = "no route to the internet"

    /// What a program is told when it tries, route(8).
    private static func words(ofRefusal number: Int32) -> String {
        switch number {
        // The others: a kernel that was started without IPv6.
        case ENETUNREACH, EOPNOTSUPP, EAFNOSUPPORT: noRoute
        case EHOSTUNREACH: "an unreachable route holds back all traffic"
        case EACCES: "a prohibit route holds back all traffic"
        case EINVAL: "a blackhole route holds back all traffic"
        case _: "the kernel finds no way to the internet: error \(number)"
        }
    }

    private static func fault(
        of link: NetworkLink?, _ route: KernelRoute, isOverUplink: Bool, in state: NetworkState
    ) -> String? {
        guard let link else { return "the route to the internet uses an unknown link" }
        if link.flags.contains(.loopback) { return "the route to the internet leads to the loopback" }
        if !link.flags.contains(.up) { return "\(link.name) is down" }
        if !link.flags.contains(.carrier) { return "\(link.name) has no carrier" }
        if !link.flags.contains(.running) { return "\(link.name) is not ready yet" }
        if link.leadsNowhere { return "\(link.name) leads nowhere, as \(link.kind ?? "dummy") links do" }
        if isEmptyBridge(link, in: state) { return "\(link.name) is an empty bridge" }
        if !canBeAnswered(route, in: state) {
            return "\(link.name) has no usable \(route.family.words) address"
        }
        if link.isTunnel, !isOverUplink {
            return "\(link.name) is a tunnel without a working uplink"
        }
        return nil
    }

    private static func isEmptyBridge(_ link: NetworkLink, in state: NetworkState) -> Bool {
        link.isBridge && state.answers[.port(of: link.index)] == .nothing
    }

    /// A tunnel that hides what it carries, and is no end of a translation.
    private static func isVPN(_ link: NetworkLink, in state: NetworkState) -> Bool {
        link.isPrivate && !state.addresses.contains { $0.link == link.index && $0.isOfTranslation }
    }

    // MARK: - Below a tunnel

    /// Links that could be below a tunnel, in a fixed order.
    private static func possibleUplinks(in state: NetworkState) -> [NetworkLink] {
        let links = state.addressedLinks.compactMap(state.link).filter { link in
            link.isReady && !link.isTunnel && !link.leadsNowhere && !link.flags.contains(.loopback)
        }
        // Cards come before what programs have made, of which there may be many.
        let isTunneled = PublicPlace.allCases.contains { place in
            choice(for: place, in: state).flatMap { state.link($0.link) }?.isTunnel ?? false
        }
        let sorted = links.sorted { ($0.isMade ? 1 : 0, $0.index) < ($1.isMade ? 1 : 0, $1.index) }
        return Array(sorted.prefix(isTunneled ? linkLimit : uplinkLimit))
    }

    private static func isUplink(_ link: NetworkLink, in state: NetworkState) -> Bool {
        leadsOut(link, in: state) && !isEmptyBridge(link, in: state)
    }

    /// By a route that the kernel would choose through it, or by one of the main table that leads beyond it.
    private static func leadsOut(_ link: NetworkLink, in state: NetworkState) -> Bool {
        hasWay(link, in: state)
            || AddressFamily.allCases.contains { family in
                state.answers[.routeBeyond(family, through: link.index)] == .found(link.index)
                    && state.addresses.contains { $0.link == link.index && $0.family == family }
            }
    }

    /// Whether the kernel would reach a public place through this link, unasked or where a packet is bound to it. By a
    /// route: it makes one up, of no table, for a packet that is bound to a link without any.
    private static func hasWay(_ link: NetworkLink, in state: NetworkState) -> Bool {
        let unasked = PublicPlace.allCases.map { answer(for: $0, in: state) }
        let bound = AddressFamily.allCases.map {
            state.answers[.way(to: .first(of: $0), through: link.index)]
        }
        return (unasked + bound).contains { answer in
            guard let route = answer?.forwarded else { return false }
            return route.link == link.index && route.table != 0 && canBeAnswered(route, in: state)
        }
    }

    /// Packets get an address that somebody beyond the link can answer to. Where the link has none the kernel takes another
    /// link's, of which nobody beyond this one knows: unless it is the loopback's, where addresses of the machine as a whole
    /// are kept, or there are no neighbours on the link, as in a tunnel or at a modem.
    private static func canBeAnswered(_ route: KernelRoute, in state: NetworkState) -> Bool {
        guard let source = route.source, NetworkAddress.reachesBeyond(source) else { return false }
        guard state.link(route.link)?.hardware == .ethernet else { return true }
        guard let owners = state.owners[source] else { return true }
        return owners.contains { $0 == route.link || state.link($0)?.flags.contains(.loopback) ?? false }
    }
}
