// Following links, addresses and routes of a real kernel.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Foundation
import TestConditions
import Testing

@testable import BGRunDevice

/// A network namespace with `eth0`, 192.0.2.2/24, whose cable's other end is `far`.
private final class Cable {
    let tracker: NetworkTracker

    /// Both ends are ready when this returns.
    init(receiveBuffer: Int32 = 1 << 20) throws {
        try ip(
            "link set lo up", "link add eth0 type veth peer name far", "link set far up",
            "addr add 192.0.2.2/24 dev eth0", "link set eth0 up")
        tracker = try NetworkTracker(receiveBuffer: receiveBuffer)
        let deadline = Clock.read(.monotonic) + 30_000_000
        while try NetworkTables.read().links.contains(where: { !$0.flags.contains(.running) }),
            try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        { if tracker.drain().hasNews { tracker.read() } }
    }

    /// The reading that says `reason`; the last other one where it does not come within thirty seconds.
    func reading(thatSays reason: String) throws -> NetworkReading {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while tracker.judgement.reading.reason != reason,
            try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        { if tracker.drain().hasNews { tracker.read() } }
        return tracker.judgement.reading
    }

    func becomes(_ verdict: Verdict, _ reason: String) throws -> Bool {
        let reading = try reading(thatSays: reason)
        return reading.verdict == verdict && reading.reason == reason
    }
}

private let up = "internet through eth0"
private let none = "no route to the internet"

// B-7
@Suite(.root) struct `A network tracker` {
    @Test func `follows the default route`() throws {
        try inNamespaces {
            let cable = try Cable()
            #expect(try cable.becomes(.no, none))
            try ip("route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip("route del default")
            #expect(try cable.becomes(.no, none))
        }
    }

    @Test func `notices that a link going down took the route along without a word`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip("link set eth0 down")
            #expect(try cable.becomes(.no, none))
        }
    }

    @Test func `notices a pulled cable, which leaves the route in place, and its return`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip("link set far down")
            #expect(try cable.becomes(.no, "eth0 has no carrier"))
            try ip("link set far up")
            #expect(try cable.becomes(.yes, up))
        }
    }

    @Test func `counts IPv6 like IPv4`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("addr add 2001:db8::2/64 dev eth0 nodad", "route add ::/0 via 2001:db8::1")
            #expect(try cable.becomes(.yes, up))
            try ip("addr del 2001:db8::2/64 dev eth0")
            let reason = "eth0 has no usable IPv6 address"
            #expect(try cable.becomes(.no, reason))
        }
    }

    @Test func `waits for an IPv6 address until it is known to be no duplicate`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip(
                "addr del 192.0.2.2/24 dev eth0", "addr add 2001:db8::2/64 dev eth0",
                "route add ::/0 via fe80::1 dev eth0")
            #expect(try cable.becomes(.yes, up))
        }
    }

    @Test(arguments: [
        ("blackhole", "a blackhole route holds back all traffic"),
        ("unreachable", "an unreachable route holds back all traffic"),
        ("prohibit", "a prohibit route holds back all traffic"),
    ])
    func `does not count what a refusal hides`(_ kind: String, _ reason: String) throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("route add default via 192.0.2.1 metric 600")
            #expect(try cable.becomes(.yes, up))
            try ip("route add \(kind) default metric 1")
            #expect(try cable.becomes(.no, reason))
            try ip("route del \(kind) default metric 1")
            #expect(try cable.becomes(.yes, up))
            try ip("addr add 2001:db8::2/64 dev eth0 nodad", "route add \(kind) ::/0 metric 1")
            #expect(try cable.becomes(.yes, up))
            try ip("route del default")
            #expect(try cable.becomes(.no, reason))
        }
    }

    @Test func `knows a replaced route's link`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip(
                "link add eth1 type veth peer name far1", "addr add 198.51.100.2/24 dev eth1",
                "link set eth1 up", "link set far1 up", "route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip("route replace default via 198.51.100.1")
            #expect(try cable.becomes(.yes, "internet through eth1"))
            #expect(cable.tracker.judgement.reading.interfaces == ["eth1"])
        }
    }

    @Test func `takes the hop of several that the kernel takes`() throws {
        try inNamespaces {
            let cable = try Cable()
            try set("net/ipv4/conf/all/ignore_routes_with_linkdown", "1")
            try ip(
                "link add eth1 type veth peer name far1", "addr add 198.51.100.2/24 dev eth1",
                "link set eth1 up", "link set far1 up",
                "route add default nexthop via 192.0.2.1 nexthop via 198.51.100.1")
            try ip("link set far1 down")
            #expect(try cable.becomes(.yes, up))
            try ip("link set far1 up", "link set far down")
            #expect(try cable.becomes(.yes, "internet through eth1"))
            #expect(cable.tracker.judgement.reading.interfaces == ["eth1"])
        }
    }

    @Test func `notices that routes through dead links are passed over from now on`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip(
                "link add eth1 type veth peer name far1", "addr add 198.51.100.2/24 dev eth1",
                "link set eth1 up", "link set far1 up", "route add default via 192.0.2.1 metric 1",
                "route add default via 198.51.100.1 metric 2", "link set far down")
            #expect(try cable.becomes(.no, "eth0 has no carrier"))
            try set("net/ipv4/conf/all/ignore_routes_with_linkdown", "1")
            #expect(try cable.becomes(.yes, "internet through eth1"))
            try set("net/ipv4/conf/all/ignore_routes_with_linkdown", "0")
            #expect(try cable.becomes(.no, "eth0 has no carrier"))
        }
    }

    @Test func `counts another table once a rule leads there`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("route add default via 192.0.2.1 table 51820")
            #expect(try cable.becomes(.no, none))
            try ip("rule add table 51820")
            #expect(try cable.becomes(.yes, up))
            #expect(cable.tracker.judgement.roads.first?.table == 51820)
            try ip("rule del table 51820")
            #expect(try cable.becomes(.no, none))
        }
    }

    @Test func `notices a next hop that takes its route along without a word`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("nexthop add id 20 via 192.0.2.1 dev eth0", "route add default nhid 20")
            #expect(try cable.becomes(.yes, up))
            try ip("nexthop del id 20")
            #expect(try cable.becomes(.no, none))
        }
    }

    @Test func `takes a route that is for packets of its own address alone`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip(
                "addr add 2001:db8::2/64 dev eth0 nodad",
                "route add default from 2001:db8::/64 via fe80::1 dev eth0")
            #expect(try cable.becomes(.yes, up))
            try ip("route del default from 2001:db8::/64 via fe80::1 dev eth0")
            #expect(try cable.becomes(.no, none))
        }
    }

    @Test func `takes the halves of all addresses for a default route`() throws {
        try inNamespaces {
            let cable = try Cable()
            try ip("route add 0.0.0.0/1 via 192.0.2.1", "route add 128.0.0.0/1 via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip("route del 0.0.0.0/1", "route del 128.0.0.0/1")
            #expect(try cable.becomes(.no, none))
            try ip("addr add 2001:db8::2/64 dev eth0 nodad", "route add 2000::/3 via 2001:db8::1")
            #expect(try cable.becomes(.yes, up))
        }
    }

    private func set(_ setting: String, _ value: String) throws {
        try Data(value.utf8).write(to: URL(filePath: "/proc/sys/\(setting)"))
    }

    @Test func `takes a renewed lifetime for no news`() throws {
        try inNamespaces {
            let cable = try Cable()
            // Addresses of the links' own would send news of themselves a second or two later.
            for link in ["eth0", "far"] { try ip("link set \(link) addrgenmode none") }
            try ip(
                "addr add 2001:db8::2/64 dev eth0 nodad valid_lft 1000 preferred_lft 1000",
                "route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            while cable.tracker.drain().hasNews { cable.tracker.read() }
            try ip("addr change 2001:db8::2/64 dev eth0 nodad valid_lft 2000 preferred_lft 2000")
            #expect(try Readiness.wait(for: cable.tracker.descriptor, to: .read, until: 0))
            #expect(!cable.tracker.drain().hasNews)
        }
    }

    @Test func `reads anew when messages were lost`() throws {
        try inNamespaces {
            let cable = try Cable(receiveBuffer: 2048)
            var proof = try NetlinkSocket(family: NetworkTables.family, groups: NetworkTracker.groups)
            try proof.setReceiveBuffer(2048)
            try ip("route add default via 192.0.2.1")
            #expect(try cable.becomes(.yes, up))
            try ip((10..<60).map { "addr add 203.0.113.\($0)/32 dev eth0" })
            try ip("route del default")
            #expect(try hasOverrun(&proof))
            while cable.tracker.drain().hasNews { cable.tracker.read() }
            #expect(cable.tracker.judgement.reading == NetworkReading(verdict: .no, reason: none))
        }
    }

    private func hasOverrun(_ socket: inout NetlinkSocket) throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            switch try socket.receive(into: &buffer) {
            case .overrun: return true
            case .wouldBlock: return false
            case .message: continue
            }
        }
    }
}

// B-7
@Suite(.root) struct `The network's tables` {
    @Test func `are asked for what the rule wants to know`() throws {
        try inNamespaces {
            try ip(
                "link set lo up", "link add eth0 type veth peer name far", "addr add 192.0.2.2/24 dev eth0")
            let state = try NetworkTables.read()
            #expect(state.links.map(\.name) == ["eth0"])
            #expect(NetworkRule.judge(state).reading == NetworkReading(verdict: .no, reason: none))
        }
    }

    @Test func `of many addresses come in several parts, all read`() throws {
        try inNamespaces {
            try ip("link add v0 type veth peer name w0")
            try ip((0..<250).map { "addr add 203.0.113.\($0)/32 dev v0" })
            #expect(try NetworkTables.read().addresses.count == 250)
        }
    }
}
