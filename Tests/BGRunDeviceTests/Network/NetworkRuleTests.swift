// The network rule on what a kernel answers, given as values.

import BGRunJob
import Testing

@testable import BGRunDevice

private let ready: NetworkLink.Flags = [.up, .running, .carrier]
private let wifi: Int32 = 3
private let tunnel: Int32 = 9

/// A kernel that answers what it was told to: a laptop on Wi-Fi (index 3) with a wired port (index 2) without a cable.
private struct Kernel {
    var links: [Int32: NetworkLink] = [:]
    var addresses: [NetworkAddress] = [address(wifi)]
    /// What it chooses for all places of a family.
    var choice: [AddressFamily: NetworkAnswer] = [.ipv4: way(wifi)]
    /// What it would choose through a link.
    var through: [Int32: NetworkAnswer] = [wifi: way(wifi)]
    /// What it chooses for packets that come from an address.
    var fromSource: [[UInt8]: NetworkAnswer] = [:]
    var ports: [Int32: Int32] = [:]
    var routesBeyond: Set<Int32> = []
    /// What sysfs says of a link, by its name.
    var transports: [String: Transport] = [:]

    init() {
        set(NetworkLink(index: 1, name: "lo", flags: ready.union(.loopback)))
        set(NetworkLink(index: 2, name: "eth0", flags: [.up]))
        set(NetworkLink(index: wifi, name: "wlan0", flags: ready))
    }

    /// With a full tunnel over the Wi-Fi.
    static func tunneled(
        _ kind: String = "wireguard", _ hardware: NetworkLink.Hardware = .none, from: [UInt8] = [10, 0, 0, 2]
    ) -> Kernel {
        var kernel = Kernel()
        kernel.set(
            NetworkLink(index: tunnel, name: "wg0", flags: ready, hardware: hardware, kind: kind))
        kernel.addresses.append(address(tunnel, from))
        kernel.choice = [.ipv4: way(tunnel, table: 51820, from: from)]
        return kernel
    }

    mutating func set(_ link: NetworkLink) { links[link.index] = link }

    /// Has the rule ask until it knows enough.
    func state() -> NetworkState {
        var state = NetworkState()
        state.addresses = Set(addresses)
        for _ in 0..<12 {
            let questions = NetworkRule.questions(state)
            if questions.isEmpty { return state }
            for question in questions { state.take(answer(to: question), to: question) }
        }
        Issue.record("it goes on asking \(NetworkRule.questions(state))")
        return state
    }

    var judgement: NetworkJudgement { NetworkRule.judge(state()) }
    var reading: NetworkReading { judgement.reading }

    private func answer(to question: NetworkQuestion) -> NetworkAnswer {
        switch question {
        case .way(let place, let link):
            (link.map { through[$0] } ?? choice[place.family]) ?? .noWay(errno: 101)
        case .wayFrom(let source, _): fromSource[source] ?? .noWay(errno: 101)
        case .link(let index): links[index].map { .link($0) } ?? .nothing
        case .below(let link): links[link.below].map { .link($0) } ?? .nothing
        case .parts(let whole):
            .links(links.values.filter { $0.master == whole.index }.sorted { $0.index < $1.index })
        case .transport(let link): .transport(transports[link.name])
        case .port(let bridge): ports[bridge].map { .found($0) } ?? .nothing
        case .routeBeyond(_, let link): routesBeyond.contains(link) ? .found(link) : .nothing
        }
    }
}

private func address(_ link: Int32, _ bytes: [UInt8] = [192, 168, 1, 5]) -> NetworkAddress {
    NetworkAddress(family: bytes.count == 4 ? .ipv4 : .ipv6, link: link, bytes: bytes)
}

private func way(
    _ link: Int32, table: UInt32 = 254, from source: [UInt8]? = [192, 168, 1, 5],
    _ effect: KernelRoute.Effect = .forwarded
) -> NetworkAnswer {
    .way(
        KernelRoute(
            family: source?.count == 16 ? .ipv6 : .ipv4, effect: effect, destination: [], prefixLength: 32,
            table: table, link: link, hasGateway: true, isOfKernel: false, source: source, isAnswer: true))
}

private let sixth: [UInt8] = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]

// B-7
@Suite struct `The network rule` {
    @Test func `the kernel's choice through a link with carrier, from an address that can be answered`() {
        #expect(
            Kernel().reading
                == NetworkReading(
                    verdict: .yes, reason: "internet through wlan0", interfaces: ["wlan0"],
                    uplinks: ["wlan0"]))
    }

    @Test func `no choice at all is no network, and says how a program is told`() {
        var kernel = Kernel()
        let cases: [(NetworkAnswer, String)] = [
            (.noWay(errno: 101), "no route to the internet"),
            (.noWay(errno: 113), "an unreachable route holds back all traffic"),
            (.noWay(errno: 13), "a prohibit route holds back all traffic"),
            (.noWay(errno: 22), "a blackhole route holds back all traffic"),
            (.noWay(errno: 95), "no route to the internet"),
            (.noWay(errno: 5), "the kernel finds no way to the internet: error 5"),
            (way(wifi, .refused(errno: 22)), "a blackhole route holds back all traffic"),
            (way(wifi, .other), "the route to the internet leads back to this machine"),
        ]
        for (answer, reason) in cases {
            kernel.choice = [.ipv4: answer]
            #expect(kernel.reading == NetworkReading(verdict: .no, reason: reason))
        }
    }

    @Test func `the link has to be up and carry`() {
        let cases: [(NetworkLink.Flags, String)] = [
            ([], "wlan0 is down"),
            ([.running, .carrier], "wlan0 is down"),
            ([.up], "wlan0 has no carrier"),
            ([.up, .carrier], "wlan0 is not ready yet"),
            (ready.union(.loopback), "the route to the internet leads to the loopback"),
        ]
        for (flags, reason) in cases {
            var kernel = Kernel()
            kernel.set(NetworkLink(index: wifi, name: "wlan0", flags: flags))
            #expect(kernel.reading == NetworkReading(verdict: .no, reason: reason))
        }
    }

    @Test func `a choice that outlives its link proves nothing`() {
        var kernel = Kernel()
        kernel.links[wifi] = nil
        #expect(kernel.reading.reason == "the route to the internet uses an unknown link")
    }

    @Test(arguments: ["dummy", "ifb"]) func `a link with nothing behind it is no way out`(_ kind: String) {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: wifi, name: "pvpn0", flags: ready, kind: kind))
        #expect(
            kernel.reading
                == NetworkReading(
                    verdict: .no, reason: "pvpn0 leads nowhere, as \(kind) links do"))
    }

    @Test func `a bridge needs something in it`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: wifi, name: "br0", flags: ready, kind: "bridge"))
        #expect(kernel.reading.reason == "br0 is an empty bridge")
        kernel.ports = [wifi: 2]
        #expect(kernel.reading.verdict == .yes)
    }

    @Test func `packets need an address that somebody beyond the link can answer to`() {
        var kernel = Kernel()
        for source: [UInt8]? in [nil, [], [169, 254, 7, 7], [0, 0, 0, 0], [127, 0, 0, 1], [1, 2]] {
            kernel.choice = [.ipv4: way(wifi, from: source)]
            #expect(kernel.reading.reason == "wlan0 has no usable IPv4 address")
        }
        kernel.choice = [.ipv6: way(wifi, from: [0xfe, 0x80] + [UInt8](repeating: 1, count: 14))]
        #expect(kernel.reading.reason == "wlan0 has no usable IPv6 address")
        kernel.choice = [.ipv6: way(wifi, from: sixth)]
        #expect(kernel.reading.verdict == .yes)
    }

    @Test func `packets need an address of the link itself, or of the machine as a whole`() {
        var kernel = Kernel()
        let other: [UInt8] = [172, 17, 0, 1]
        kernel.set(NetworkLink(index: 8, name: "docker0", flags: ready, kind: "bridge"))
        kernel.addresses = [address(8, other)]
        kernel.choice = [.ipv4: way(wifi, from: other)]
        #expect(kernel.reading.reason == "wlan0 has no usable IPv4 address")
        kernel.addresses = [address(1, other)]
        #expect(kernel.reading.verdict == .yes)
    }

    @Test func `a tap is a cable, which needs nothing below it`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: wifi, name: "tap0", flags: ready, kind: "tun"))
        kernel.through = [:]
        #expect(kernel.reading.reason == "internet through tap0")
        #expect(kernel.reading.vpn == nil)
    }

    @Test func `a route for packets of one address is a way for a program that gets this address`() {
        var kernel = Kernel()
        kernel.choice = [:]
        kernel.addresses = [address(wifi, sixth)]
        kernel.fromSource = [sixth: way(wifi, from: sixth)]
        #expect(kernel.reading.reason == "internet through wlan0")
        kernel.fromSource = [sixth: way(wifi, from: sixth, .refused(errno: 113))]
        #expect(kernel.reading.reason == "no route to the internet")
    }

    @Test func `one family is enough, and of two the reason names the one that has a way`() {
        var kernel = Kernel()
        kernel.choice[.ipv6] = way(2, from: sixth)
        #expect(kernel.reading.verdict == .yes)
        #expect(kernel.reading.interfaces == ["wlan0"])
        kernel.choice[.ipv4] = nil
        kernel.addresses = [address(2, sixth)]
        #expect(kernel.reading.reason == "eth0 has no carrier")
    }
}

// B-7
@Suite struct `A tunnel as the way out` {
    @Test func `counts over an uplink that stands`() {
        #expect(
            Kernel.tunneled().reading
                == NetworkReading(
                    verdict: .yes, reason: "internet through wg0 over wlan0", interfaces: ["wg0", "wlan0"],
                    uplinks: ["wlan0"], tunnels: ["wg0"], vpn: "wg0"))
    }

    @Test func `is none when the Wi-Fi below it has gone`() {
        let reason = "wg0 is a tunnel without a working uplink"
        let gone = NetworkReading(verdict: .no, reason: reason, tunnels: ["wg0"])
        var kernel = Kernel.tunneled()
        // The kernel makes a way up for a link without a route.
        kernel.through[wifi] = way(wifi, table: 0)
        #expect(kernel.reading == gone)
        kernel = Kernel.tunneled()
        kernel.set(NetworkLink(index: wifi, name: "wlan0", flags: [.up]))
        #expect(kernel.reading == gone)
        kernel = Kernel.tunneled()
        kernel.addresses.removeFirst()
        #expect(kernel.reading == gone)
        kernel = Kernel.tunneled()
        kernel.through[wifi] = way(2)
        #expect(kernel.reading == gone)
        kernel.through[wifi] = way(wifi, from: [169, 254, 1, 1])
        #expect(kernel.reading == gone)
    }

    @Test func `is carried by no other tunnel, dummy or empty bridge alone`() {
        for kind in ["wireguard", "dummy", "bridge", "sit"] {
            var kernel = Kernel.tunneled()
            kernel.set(NetworkLink(index: wifi, name: "below", flags: ready, kind: kind))
            #expect(kernel.reading.verdict == .no, "\(kind)")
        }
    }

    @Test func `may have a route of its own to the other end`() {
        var kernel = Kernel.tunneled("tun")
        kernel.through[wifi] = nil
        #expect(kernel.reading.verdict == .no)
        kernel.routesBeyond = [wifi]
        #expect(kernel.reading.reason == "internet through wg0 over wlan0")
    }

    @Test func `is carried by the newest of many links as well`() {
        var kernel = Kernel.tunneled()
        kernel.addresses.removeAll { $0.link == wifi }
        kernel.through = [20_000: way(20_000, from: [192, 0, 2, 9])]
        for index in Int32(100)..<10_100 {
            kernel.set(NetworkLink(index: index, name: "br\(index)", flags: ready, kind: "bridge"))
            kernel.addresses.append(address(index, [10, 200, UInt8(index >> 8), UInt8(index & 0xff)]))
        }
        #expect(kernel.reading.verdict == .no)
        kernel.set(NetworkLink(index: 20_000, name: "usb0", flags: ready))
        kernel.addresses.append(address(20_000, [192, 0, 2, 9]))
        #expect(kernel.reading.reason == "internet through wg0 over usb0")
    }

    @Test func `tells all links that may carry it`() {
        var kernel = Kernel.tunneled()
        kernel.set(NetworkLink(index: 4, name: "wwan0", flags: ready))
        kernel.addresses.append(address(4, [10, 64, 0, 9]))
        kernel.through[4] = way(4, from: [10, 64, 0, 9])
        #expect(kernel.reading.reason == "internet through wg0 over wlan0 or wwan0")
        #expect(kernel.reading.uplinks == ["wlan0", "wwan0"])
    }

    @Test(arguments: ["gre", "gretap", "ipip", "sit", "ip6tnl", "ip6gre", "vxlan"])
    func `that encrypts nothing needs an uplink as well, and is no VPN`(_ kind: String) {
        var kernel = Kernel.tunneled(kind)
        #expect(kernel.reading.vpn == nil)
        #expect(kernel.reading.tunnels == [])
        #expect(kernel.reading.verdict == .yes)
        kernel.through = [:]
        #expect(kernel.reading.verdict == .no)
    }
}

// B-7, B-27
@Suite struct `The interfaces of a network` {
    @Test func `are those that are used, not those that stand by`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: 4, name: "wwan0", flags: ready))
        kernel.addresses.append(address(4))
        kernel.through[4] = way(4)
        #expect(kernel.reading.interfaces == ["wlan0"])
        #expect(kernel.judgement.explanation.standby == ["wwan0"])
    }

    @Test func `are those of both families, each once`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: 2, name: "eth0", flags: ready))
        kernel.addresses.append(address(2, sixth))
        kernel.choice[.ipv6] = way(2, from: sixth)
        #expect(kernel.reading.interfaces == ["wlan0", "eth0"])
        #expect(kernel.reading.uplinks == ["wlan0", "eth0"])
    }
}

// B-113
@Suite struct `The devices that packets leave by` {
    private typealias Card = NetworkReading.Card

    /// The Wi-Fi's place is taken by a link of this kind, with these parts.
    private func kernel(
        _ name: String, kind: String, below: Int32 = 0, _ parts: [NetworkLink] = []
    ) -> Kernel {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: wifi, name: name, flags: ready, kind: kind, below: below))
        kernel.ports = [wifi: 20]
        for part in parts { kernel.set(part) }
        kernel.transports = ["eno1": .ethernet, "wlp2s0": .wifi, "wwan0": .mobile]
        return kernel
    }

    private func part(
        _ index: Int32, _ name: String, flags: NetworkLink.Flags = ready, kind: String? = nil,
        of master: Int32 = wifi
    ) -> NetworkLink {
        NetworkLink(index: index, name: name, flags: flags, kind: kind, master: master)
    }

    @Test func `are of the kind that their drivers say, or of none that can be told`() {
        var kernel = Kernel()
        #expect(kernel.reading.cards == [Card("wlan0", nil)])
        kernel.transports = ["wlan0": .wifi, "eth0": .ethernet]
        #expect(kernel.reading.cards == [Card("wlan0", .wifi)])
    }

    @Test func `are none without a network`() {
        var kernel = Kernel()
        kernel.choice = [:]
        #expect(kernel.reading.cards == [])
    }

    @Test func `are those of both families`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: 2, name: "eth0", flags: ready))
        kernel.addresses.append(address(2, sixth))
        kernel.choice[.ipv6] = way(2, from: sixth)
        kernel.transports = ["wlan0": .wifi, "eth0": .ethernet]
        #expect(kernel.reading.cards == [Card("wlan0", .wifi), Card("eth0", .ethernet)])
    }

    @Test func `are below a tunnel all that may carry it`() {
        var kernel = Kernel.tunneled()
        kernel.set(NetworkLink(index: 4, name: "wwan0", flags: ready))
        kernel.addresses.append(address(4, [10, 64, 0, 9]))
        kernel.through[4] = way(4, from: [10, 64, 0, 9])
        kernel.transports = ["wlan0": .wifi, "wwan0": .mobile]
        #expect(kernel.reading.cards == [Card("wlan0", .wifi), Card("wwan0", .mobile)])
    }

    @Test(arguments: ["vlan", "macvlan", "ipvlan", "macsec"])
    func `are what such a link is made on, where that is in this name space`(_ kind: String) {
        let card = part(20, "eno1", of: 0)
        #expect(kernel("up0", kind: kind, below: 20, [card]).reading.cards == [Card("eno1", .ethernet)])
        #expect(kernel("up0", kind: kind, below: 20).reading.cards == [Card("up0", nil)])
        #expect(kernel("up0", kind: kind).reading.cards == [Card("up0", nil)])
    }

    @Test func `are the active part of a bond, or all that are ready where none is it`() {
        let parts = [part(20, "eno1"), part(21, "wlp2s0"), part(22, "wwan0", flags: [.up])]
        #expect(kernel("bond0", kind: "bond", below: 21, parts).reading.cards == [Card("wlp2s0", .wifi)])
        for kind in ["bond", "team"] {
            #expect(
                kernel("bond0", kind: kind, parts).reading.cards
                    == [Card("eno1", .ethernet), Card("wlp2s0", .wifi)])
        }
        #expect(kernel("bond0", kind: "bond").reading.cards == [Card("bond0", nil)])
    }

    @Test func `are the parts of a bridge that are no cables of guests`() {
        let parts = [part(20, "eno1"), part(21, "vnet0", kind: "tun"), part(22, "veth1", kind: "veth")]
        #expect(kernel("br0", kind: "bridge", parts).reading.cards == [Card("eno1", .ethernet)])
        let guests = Array(parts.dropFirst())
        #expect(kernel("br0", kind: "bridge", guests).reading.cards == [Card("br0", nil)])
    }

    @Test func `are found through several, and not for ever`() {
        var kernel = kernel(
            "vlan5", kind: "vlan", below: 20,
            [
                part(20, "br0", kind: "bridge", of: 0), part(21, "bond0", kind: "bond", of: 20),
                part(22, "eno1", of: 21),
            ]
        )
        #expect(kernel.reading.cards == [Card("eno1", .ethernet)])
        // No kernel would.
        kernel.set(NetworkLink(index: 22, name: "eno1", flags: ready, kind: "vlan", master: 21, below: 20))
        #expect(kernel.reading.cards == [Card("vlan5", nil)])
    }

    @Test(arguments: ["wwan", "rmnet"]) func `are modems by the kind of their driver`(_ kind: String) {
        #expect(kernel("wwan1", kind: kind).reading.cards == [Card("wwan1", .mobile)])
    }

    @Test func `tell when they change, join or leave, and not when they repeat themselves or a guest comes`()
    {
        let eno1 = part(20, "eno1")
        var kernel = kernel("br0", kind: "bridge", [eno1, part(21, "vnet0", kind: "tun")])
        kernel.ports = [wifi: 21]
        let state = kernel.state()
        for news in [
            part(20, "eno1", flags: [.up]), part(20, "lan0"), part(20, "eno1", of: 0), part(25, "eno2"),
        ] {
            #expect(state.isNews(.linkChanged(news)), "\(news)")
        }
        #expect(state.isNews(.linkRemoved(index: 20)))
        for silence in [
            eno1, part(26, "vnet1", kind: "tun"), part(27, "eno3", of: 0), part(28, "eno4", of: 7),
        ] {
            #expect(!state.isNews(.linkChanged(silence)), "\(silence)")
        }
    }
}

// B-27
@Suite struct `The tunnels of a network` {
    private func tunnels(
        kind: String?, _ hardware: NetworkLink.Hardware = .none, flags: NetworkLink.Flags = ready
    ) -> [String] {
        var kernel = Kernel()
        kernel.set(
            NetworkLink(index: tunnel, name: "vpn", flags: flags, hardware: hardware, kind: kind))
        kernel.addresses.append(address(tunnel, [10, 0, 0, 2]))
        return kernel.reading.tunnels
    }

    @Test(arguments: ["wireguard", "amneziawg", "xfrm", "vti", "vti6", "ovpn", "ovpn-dco", "tun"])
    func `are made by a driver of VPNs`(_ kind: String) {
        #expect(tunnels(kind: kind) == ["vpn"])
    }

    @Test(arguments: ["veth", "bridge", "ppp", "gre", "ipip", "sit", "dummy", "Wireguard", "", nil])
    func `are of no other kind`(_ kind: String?) { #expect(tunnels(kind: kind) == []) }

    @Test func `do not have the cable of a virtual machine`() {
        #expect(tunnels(kind: "tun", .ethernet) == [])
        #expect(tunnels(kind: "tun", .other) == [])
    }

    @Test func `are up, with somebody at this end and an address that reaches beyond`() {
        #expect(tunnels(kind: "tun", flags: []) == [])
        #expect(tunnels(kind: "tun", flags: [.up]) == [])
        #expect(tunnels(kind: "tun", flags: [.up, .carrier]) == [])
    }

    @Test func `are no VPN that everything leaves through where something leaves beside it`() {
        var kernel = Kernel.tunneled()
        #expect(kernel.reading.vpn == "wg0")
        kernel.choice[.ipv6] = way(wifi, from: sixth)
        #expect(kernel.reading.vpn == nil)
        #expect(kernel.reading.tunnels == ["wg0"])
        #expect(Kernel().reading.vpn == nil)
    }

    @Test func `do not have what translates between IPv4 and IPv6`() {
        let kernel = Kernel.tunneled("tun", from: [192, 0, 0, 1])
        #expect(kernel.reading.verdict == .yes)
        #expect(kernel.reading.tunnels == [])
        #expect(kernel.reading.vpn == nil)
        #expect(Kernel.tunneled("tun", from: [192, 0, 0, 8]).reading.vpn == "wg0")
    }
}

@Suite struct `What the network rule asks` {
    @Test func `is bounded, however many links there are`() {
        var kernel = Kernel.tunneled()
        kernel.through = [:]
        for index in Int32(100)..<10_100 {
            kernel.set(NetworkLink(index: index, name: "veth\(index)", flags: ready, kind: "veth"))
            kernel.addresses.append(address(index))
        }
        #expect(kernel.state().answers.count < 1000)
        #expect(kernel.reading.verdict == .no)
    }

    @Test func `leaves a bridge of containers alone, and what comes and goes in it`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: 8, name: "docker0", flags: ready, kind: "bridge"))
        kernel.addresses.append(address(8, [172, 17, 0, 1]))
        let state = kernel.state()
        #expect(state.answers[.port(of: 8)] == nil)
        let port = NetworkLink(index: 50, name: "veth7", flags: ready, kind: "veth", master: 8)
        #expect(!state.isNews(.linkChanged(port)))
        kernel.through[8] = way(8, from: [172, 17, 0, 1])
        #expect(kernel.state().answers[.port(of: 8)] == .nothing)
    }

    @Test func `is asked once`() {
        let state = Kernel.tunneled().state()
        #expect(NetworkRule.questions(state) == [])
        #expect(NetworkRule.questions(NetworkState()).count == PublicPlace.allCases.count)
    }
}

@Suite struct `A route beyond a link` {
    @Test(
        arguments: [
            ([], 0, false, true), ([128, 0, 0, 0], 1, false, true), ([203, 0, 113, 5], 32, true, true),
            ([10, 0, 0, 5], 32, true, true), ([203, 0, 113, 5], 32, false, true),
            ([10, 244, 1, 5], 32, false, false), ([100, 64, 1, 5], 32, false, false),
            ([192, 168, 9, 9], 32, false, false), ([172, 31, 0, 9], 32, false, false),
            ([203, 0, 113, 0], 24, true, true), ([203, 0, 113, 0], 24, false, false),
            ([10, 0, 0, 0], 8, true, false), ([192, 168, 1, 0], 24, false, false),
        ] as [([UInt8], UInt8, Bool, Bool)])
    func `leads to the internet, or to a host that is no neighbour`(
        _ destination: [UInt8], _ length: UInt8, _ hasGateway: Bool, _ leadsBeyond: Bool
    ) {
        func route(isOfKernel: Bool = false, _ effect: KernelRoute.Effect = .forwarded) -> KernelRoute {
            KernelRoute(
                family: .ipv4, effect: effect, destination: destination, prefixLength: length, table: 254,
                link: wifi, hasGateway: hasGateway, isOfKernel: isOfKernel, source: nil, isAnswer: false)
        }
        #expect(route().leadsBeyond == leadsBeyond)
        #expect(!route(.refused(errno: 22)).leadsBeyond)
        if length == 32, !hasGateway { #expect(!route(isOfKernel: true).leadsBeyond) }
    }
}

@Suite struct `A network state` {
    @Test func `takes what is heard of a link for news that was asked for after the way`() {
        var kernel = Kernel()
        kernel.addresses = []
        #expect(kernel.state().isNews(.linkChanged(NetworkLink(index: wifi, name: "wlan0", flags: ready))))
    }

    @Test func `is concerned with dead routes of its links, and of all`() {
        let state = Kernel().state()
        for link in [wifi, -1, -2] { #expect(state.isNews(.deadRoutesChanged(link: link))) }
        #expect(!state.isNews(.deadRoutesChanged(link: 77)))
    }

    private func route(
        _ destination: [UInt8], _ length: UInt8, table: UInt32 = 254, family: AddressFamily = .ipv4,
        isAnswer: Bool = false
    ) -> RouteMessage {
        .route(
            KernelRoute(
                family: family, effect: .forwarded, destination: destination, prefixLength: length,
                table: table, link: wifi, hasGateway: true, isOfKernel: false, source: nil, isAnswer: isAnswer
            ))
    }

    @Test func `is not news to itself`() {
        let state = Kernel().state()
        for link in state.links { #expect(!state.isNews(.linkChanged(link))) }
        for address in state.addresses { #expect(!state.isNews(.addressUsable(address))) }
        #expect(!state.isNews(.addressUseless(address(99))))
        #expect(!state.isNews(.irrelevant))
    }

    @Test func `takes what it lacks as news`() {
        let state = Kernel().state()
        for link in [
            NetworkLink(index: wifi, name: "wlan0", flags: [.up]),
            NetworkLink(index: wifi, name: "wlan0", flags: ready, kind: "tun"),
            NetworkLink(index: wifi, name: "wlan0", flags: ready, hardware: .none),
        ] { #expect(state.isNews(.linkChanged(link))) }
        #expect(state.isNews(.linkRemoved(index: wifi)))
        #expect(state.isNews(.addressUsable(address(2))))
        #expect(state.isNews(.addressUseless(address(wifi))))
        #expect(state.isNews(.choiceChanged))
    }

    @Test func `is not concerned with links that have no address, as containers come and go`() {
        let state = Kernel().state()
        #expect(!state.isNews(.linkChanged(NetworkLink(index: 77, name: "veth1", flags: ready))))
        #expect(!state.isNews(.linkRemoved(index: 77)))
    }

    @Test func `is concerned with routes that lead to a public place, whatever their table`() {
        let state = Kernel().state()
        #expect(state.isNews(route([], 0)))
        #expect(state.isNews(route([], 0, table: 51820)))
        #expect(state.isNews(route([128, 0, 0, 0], 1)))
        #expect(state.isNews(route([], 1)))
        #expect(state.isNews(route([0x20], 3, family: .ipv6)))
        #expect(!state.isNews(route([172, 17, 0, 0], 16)))
        #expect(!state.isNews(route([], 0, table: 255)))
        #expect(!state.isNews(route([], 0, isAnswer: true)))
        #expect(!state.isNews(route([64, 0, 0, 1], 33)))
        #expect(!state.isNews(route([104, 156, 228, 133], 32)))
    }

    @Test func `is concerned with the route to a tunnel's other end while it rests on that`() {
        var kernel = Kernel.tunneled("tun")
        kernel.through = [:]
        kernel.routesBeyond = [wifi]
        #expect(kernel.state().isNews(route([104, 156, 228, 133], 32)))
    }

    @Test func `is concerned with what is in the bridge that it rests on`() {
        var kernel = Kernel()
        kernel.set(NetworkLink(index: wifi, name: "br0", flags: ready, kind: "bridge"))
        let port = NetworkLink(index: 5, name: "eth1", flags: ready, master: wifi)
        #expect(kernel.state().isNews(.linkChanged(port)))
        kernel.ports = [wifi: 5]
        let other = NetworkLink(index: 6, name: "vnet0", flags: ready, kind: "tun", master: wifi)
        #expect(!kernel.state().isNews(.linkChanged(other)))
        #expect(kernel.state().isNews(.linkRemoved(index: 5)))
        #expect(kernel.state().isNews(.linkChanged(NetworkLink(index: 5, name: "eth1", flags: ready))))
    }
}
