// The network rule on links, addresses and routes given as values.

import BGRunJob
import Testing

@testable import BGRunDevice

private let ready: NetworkLink.Flags = [.up, .running, .carrier]

/// A laptop on Wi-Fi (index 3) with a wired port (index 2) that has no cable.
private func laptop() -> NetworkState {
    var state = NetworkState()
    state.links[1] = NetworkLink(index: 1, name: "lo", flags: [.loopback, .up, .running, .carrier])
    state.links[2] = NetworkLink(index: 2, name: "eth0", flags: [.up])
    state.links[3] = NetworkLink(index: 3, name: "wlan0", flags: ready)
    state.addresses = [address(3)]
    state.routes = [route(3, metric: 600)]
    return state
}

private func address(
    _ link: Int32, _ family: AddressFamily = .ipv4, bytes: [UInt8] = [192, 0, 2, 2], isUsable: Bool = true
) -> NetworkAddress {
    NetworkAddress(family: family, link: link, bytes: bytes, prefixLength: 24, isUsable: isUsable)
}

private func route(
    _ links: Int32..., family: AddressFamily = .ipv4, table: UInt32 = 254, metric: UInt32 = 0,
    source: [UInt8]? = nil, isDown: Bool = false
) -> DefaultRoute {
    DefaultRoute(
        family: family, table: table, metric: metric, preferredSource: source,
        hops: links.map { DefaultRoute.Hop(link: $0, isDown: isDown) })
}

// B-7
@Suite struct `The network rule` {
    @Test func `a default route through a link with carrier and address is a network`() {
        #expect(
            NetworkRule.judge(laptop()).reading
                == NetworkReading(
                    verdict: .yes, reason: "default route through wlan0", interfaces: ["wlan0"]))
    }

    @Test func `nothing at all is no network`() {
        #expect(
            NetworkRule.judge(NetworkState()).reading
                == NetworkReading(verdict: .no, reason: "there is no default route"))
    }

    @Test func `the link has to be up and carry`() {
        let cases: [(NetworkLink.Flags, String)] = [
            ([], "wlan0, the default route's link, is down"),
            ([.running, .carrier], "wlan0, the default route's link, is down"),
            ([.up], "wlan0, the default route's link, has no carrier"),
            ([.up, .carrier], "wlan0, the default route's link, is not ready yet"),
            ([.up, .running, .carrier, .loopback], "the default route leads to the loopback"),
        ]
        for (flags, reason) in cases {
            var state = laptop()
            state.links[3] = NetworkLink(index: 3, name: "wlan0", flags: flags)
            #expect(NetworkRule.judge(state).reading == NetworkReading(verdict: .no, reason: reason))
        }
    }

    @Test func `a route that outlives its link proves nothing`() {
        var state = laptop()
        state.links[3] = nil
        #expect(NetworkRule.judge(state).reading.verdict == .no)
    }

    @Test func `a route marked as down proves nothing`() {
        var state = laptop()
        state.routes = [route(3, isDown: true)]
        #expect(
            NetworkRule.judge(state).reading
                == NetworkReading(verdict: .no, reason: "the default route through wlan0 is marked as down"))
    }

    @Test func `an address of the route's family is needed`() {
        var state = laptop()
        state.routes = [route(3, family: .ipv6)]
        let reason = "wlan0, the default route's link, has no IPv6 address that reaches beyond it"
        #expect(NetworkRule.judge(state).reading == NetworkReading(verdict: .no, reason: reason))
        state.addresses.insert(address(3, .ipv6, bytes: [UInt8](repeating: 1, count: 16), isUsable: false))
        #expect(NetworkRule.judge(state).reading.verdict == .no)
        state.addresses.insert(address(3, .ipv6, bytes: [UInt8](repeating: 2, count: 16)))
        #expect(NetworkRule.judge(state).reading.verdict == .yes)
    }

    @Test func `a link may borrow the address of the loopback, or the one its route names`() {
        var state = laptop()
        state.addresses = [address(1)]
        #expect(NetworkRule.judge(state).reading.verdict == .yes)
        state.addresses = [address(2)]
        #expect(NetworkRule.judge(state).reading.verdict == .no)
        state.routes = [route(3, source: [192, 0, 2, 2])]
        #expect(NetworkRule.judge(state).reading.verdict == .yes)
    }

    @Test func `one good hop of a multipath route is enough`() {
        var state = laptop()
        state.routes = [route(2, 3)]
        #expect(NetworkRule.judge(state).reading.reason == "default route through wlan0")
    }

    @Test func `a dead wire in front does not hide the working Wi-Fi`() {
        var state = laptop()
        state.routes.insert(route(2, metric: 100))
        #expect(NetworkRule.judge(state).reading.reason == "default route through wlan0")
    }

    @Test func `the reason names the route the kernel would have taken`() {
        var state = laptop()
        state.links[3] = NetworkLink(index: 3, name: "wlan0", flags: [.up])
        state.routes.insert(route(2, metric: 100))
        state.routes.insert(route(3, table: 100))
        #expect(NetworkRule.judge(state).reading.reason == "eth0, the default route's link, has no carrier")
    }

    @Test func `a table of its own, as a VPN has it, counts`() {
        var state = laptop()
        state.routes = [route(3, table: 51820)]
        #expect(NetworkRule.judge(state).reading.verdict == .yes)
    }
}

// B-7, B-27
@Suite struct `The interfaces of a network` {
    @Test func `are those a usable default route leaves through, the preferred first, each once`() {
        var state = laptop()
        state.links[2] = NetworkLink(index: 2, name: "eth0", flags: ready)
        state.links[4] = NetworkLink(index: 4, name: "wwan0", flags: ready)
        state.addresses.formUnion([address(2), address(2, .ipv6), address(4)])
        state.routes.formUnion([
            route(2, metric: 100), route(2, family: .ipv6, metric: 50), route(4, table: 100),
            route(3, metric: 601),
        ])
        #expect(NetworkRule.judge(state).reading.interfaces == ["eth0", "wlan0", "wwan0"])
    }

    @Test func `do not have one whose route lacks something, or that has no route`() {
        var state = laptop()
        state.routes.insert(route(2, metric: 100))
        state.links[4] = NetworkLink(index: 4, name: "docker0", flags: ready)
        state.addresses.insert(address(4))
        #expect(NetworkRule.judge(state).reading.interfaces == ["wlan0"])
        state.links[3] = NetworkLink(index: 3, name: "wlan0", flags: [.up])
        #expect(NetworkRule.judge(state).reading.interfaces == [])
    }

    @Test func `are all hops of a multipath route that work`() {
        var state = laptop()
        state.links[4] = NetworkLink(index: 4, name: "wwan0", flags: ready)
        state.addresses.insert(address(4))
        state.routes = [route(4, 2, 3)]
        #expect(NetworkRule.judge(state).reading.interfaces == ["wwan0", "wlan0"])
    }
}

// B-27
@Suite struct `The tunnels of a network` {
    private func tunnels(
        kind: String?, _ hardware: NetworkLink.Hardware = .none, flags: NetworkLink.Flags = ready,
        isUsable: Bool = true
    ) -> [String] {
        var state = laptop()
        state.links[9] = NetworkLink(index: 9, name: "vpn", flags: flags, hardware: hardware, kind: kind)
        state.addresses.insert(address(9, bytes: [10, 0, 0, 2], isUsable: isUsable))
        return NetworkRule.judge(state).reading.tunnels
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
        #expect(tunnels(kind: "wireguard", isUsable: false) == [])
    }

    @Test func `are told sorted, with a network and without one`() {
        var state = laptop()
        for (index, name) in [(Int32(8), "wg1"), (9, "tailscale0"), (10, "wg0")] {
            state.links[index] = NetworkLink(
                index: index, name: name, flags: ready, hardware: .none, kind: "wireguard")
            state.addresses.insert(address(index))
        }
        let all = ["tailscale0", "wg0", "wg1"]
        #expect(NetworkRule.judge(state).reading.tunnels == all)
        state.routes = []
        #expect(
            NetworkRule.judge(state).reading
                == NetworkReading(verdict: .no, reason: "there is no default route", tunnels: all))
    }
}

@Suite struct `A network state` {
    @Test func `is not news to itself`() {
        let state = laptop()
        for link in state.links.values { #expect(!state.isNews(.linkChanged(link))) }
        for address in state.addresses { #expect(!state.isNews(.addressAdded(address))) }
        #expect(!state.isNews(.linkRemoved(index: 99)))
        #expect(!state.isNews(.addressRemoved(address(99))))
        #expect(!state.isNews(.irrelevant))
    }

    @Test func `takes what it lacks as news`() {
        let state = laptop()
        #expect(state.isNews(.linkChanged(NetworkLink(index: 3, name: "wlan0", flags: [.up]))))
        #expect(
            state.isNews(.linkChanged(NetworkLink(index: 3, name: "wlan0", flags: ready, kind: "tun"))))
        #expect(
            state.isNews(.linkChanged(NetworkLink(index: 3, name: "wlan0", flags: ready, hardware: .none))))
        #expect(state.isNews(.linkRemoved(index: 3)))
        #expect(state.isNews(.addressAdded(address(2))))
        #expect(state.isNews(.addressRemoved(address(3))))
        #expect(state.isNews(.routeChanged(nil)))
    }
}
