// Tunnels of a real kernel: a program holds the other end of each, as a VPN's does.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import TestConditions
import Testing

@testable import BGRunDevice

/// The tracker's tunnels, once they are these; the last others where they don't come within thirty seconds.
private func tunnels(_ tracker: NetworkTracker, become names: [String]) throws -> [String] {
    let deadline = Clock.read(.monotonic) + 30_000_000
    while tracker.judgement.reading.tunnels != names,
        try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
    { if tracker.drain().hasNews { tracker.read() } }
    return tracker.judgement.reading.tunnels
}

// B-27
@Suite(.root) struct `A tunnel` {
    @Test func `counts from when it is up, held and has an address, until it is let go`() throws {
        try inNamespaces {
            let tracker = try NetworkTracker()
            try ip("tuntap add tun0 mode tun", "link set tun0 up", "addr add 10.8.0.2/24 dev tun0")
            while tracker.drain().hasNews { tracker.read() }
            #expect(tracker.judgement.reading.tunnels == [])
            do {
                let program = try TunnelProgram("tun0")
                #expect(try tunnels(tracker, become: ["tun0"]) == ["tun0"])
                try ip("addr del 10.8.0.2/24 dev tun0")
                #expect(try tunnels(tracker, become: []) == [])
                try ip("addr add 10.8.0.2/24 dev tun0")
                #expect(try tunnels(tracker, become: ["tun0"]) == ["tun0"])
                try ip("link set tun0 down")
                #expect(try tunnels(tracker, become: []) == [])
                try ip("link set tun0 up")
                #expect(try tunnels(tracker, become: ["tun0"]) == ["tun0"])
                withExtendedLifetime(program) {}
            }
            #expect(try tunnels(tracker, become: []) == [])
        }
    }

    @Test func `is no tap, bridge or cable, and its own address within the link is not enough`() throws {
        try inNamespaces {
            try ip(
                "tuntap add tap0 mode tap", "tuntap add tun0 mode tun", "tuntap add tun1 mode tun",
                "link add br0 type bridge", "link add eth0 type veth peer name far",
                "addr add 10.0.1.1/24 dev tap0", "addr add 10.0.2.1/24 dev br0",
                "addr add 10.0.3.1/24 dev eth0", "addr add 10.0.4.1/24 dev tun1", "link set tap0 up",
                "link set br0 up", "link set eth0 up", "link set far up", "link set tun0 up",
                "link set tun1 up")
            let programs = (
                try TunnelProgram("tap0", isTap: true), try TunnelProgram("tun0"), try TunnelProgram("tun1")
            )
            let tracker = try NetworkTracker()
            #expect(try tunnels(tracker, become: ["tun1"]) == ["tun1"])
            withExtendedLifetime(programs) {}
        }
    }

    @Test func `is a way out over a link that leads to the internet, and no longer`() throws {
        try inNamespaces {
            try ip(
                "link add eth0 type veth peer name far", "link set far up", "addr add 192.0.2.2/24 dev eth0",
                "link set eth0 up", "route add default via 192.0.2.1", "tuntap add tun0 mode tun",
                "addr add 10.8.0.2/24 dev tun0", "link set tun0 up")
            let program = try TunnelProgram("tun0")
            try ip("route add 0.0.0.0/1 dev tun0", "route add 128.0.0.0/1 dev tun0")
            let tracker = try NetworkTracker()
            #expect(
                try reading(tracker, becomes: "internet through tun0 over eth0")
                    == NetworkReading(
                        verdict: .yes, reason: "internet through tun0 over eth0",
                        interfaces: ["tun0", "eth0"], uplinks: ["eth0"], tunnels: ["tun0"], vpn: "tun0"))
            // A pulled cable leaves everything in place.
            try ip("link set far down")
            let gone = "tun0 is a tunnel without a working uplink"
            #expect(
                try reading(tracker, becomes: gone)
                    == NetworkReading(verdict: .no, reason: gone, tunnels: ["tun0"]))
            withExtendedLifetime(program) {}
        }
    }

    private func reading(_ tracker: NetworkTracker, becomes reason: String) throws -> NetworkReading {
        let deadline = Clock.read(.monotonic) + 30_000_000
        while tracker.judgement.reading.reason != reason,
            try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
        { if tracker.drain().hasNews { tracker.read() } }
        return tracker.judgement.reading
    }
}
