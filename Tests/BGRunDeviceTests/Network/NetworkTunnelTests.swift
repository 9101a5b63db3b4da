// Tunnels of a real kernel: a program holds the other end of each, as a VPN's does.

import BGRunJob
import BGRunLinux
import BGRunTestSupport
import Testing

@testable import BGRunDevice

/// The tracker's tunnels, once they are these; the last others where they don't come within thirty seconds.
private func tunnels(_ tracker: NetworkTracker, become names: [String]) throws -> [String] {
    let deadline = Clock.read(.monotonic) + 30_000_000
    while tracker.judgement.reading.tunnels != names,
        try Readiness.wait(for: tracker.descriptor, to: .read, until: deadline)
    { if tracker.drain() { tracker.read() } }
    return tracker.judgement.reading.tunnels
}

// B-27
@Suite struct `A tunnel` {
    @Test func `counts from when it is up, held and has an address, until it is let go`() throws {
        try inNamespaces {
            let tracker = try NetworkTracker()
            try ip("tuntap add tun0 mode tun", "link set tun0 up", "addr add 10.8.0.2/24 dev tun0")
            while tracker.drain() { tracker.read() }
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
            let links = try NetworkTables.read().links.values.filter { $0.name != "lo" }
            let kinds = Dictionary(grouping: links, by: \.kind).mapValues { $0.map(\.name).sorted() }
            #expect(
                kinds == ["tun": ["tap0", "tun0", "tun1"], "bridge": ["br0"], "veth": ["eth0", "far"]])
            withExtendedLifetime(programs) {}
        }
    }

    @Test func `may be the way out`() throws {
        try inNamespaces {
            try ip(
                "tuntap add tun0 mode tun", "addr add 10.8.0.2/24 dev tun0", "link set tun0 up",
                "route add default dev tun0")
            let program = try TunnelProgram("tun0")
            let tracker = try NetworkTracker()
            #expect(try tunnels(tracker, become: ["tun0"]) == ["tun0"])
            #expect(
                tracker.judgement.reading
                    == NetworkReading(
                        verdict: .yes, reason: "default route through tun0", interfaces: ["tun0"],
                        tunnels: ["tun0"]))
            withExtendedLifetime(program) {}
        }
    }
}
