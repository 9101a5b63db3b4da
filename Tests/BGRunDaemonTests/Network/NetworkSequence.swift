// What happens to the network of a laptop in a day, as commands for a name space.
import Testing

/// One change of the network, and how long it lasts.
struct NetworkStep: Sendable {
    let isOnline: Bool
    let duration: Duration
    let commands: [String]

    /// There is a network after it; long enough for all that waits to be done.
    static func online(for duration: Duration = .seconds(900), _ commands: String...) -> NetworkStep {
        NetworkStep(isOnline: true, duration: duration, commands: commands)
    }

    /// There is none.
    static func offline(for duration: Duration, _ commands: String...) -> NetworkStep {
        NetworkStep(isOnline: false, duration: duration, commands: commands)
    }
}

struct NetworkSequence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let setup: [String]
    /// Tunnels whose program is there.
    var tunnels: [String] = []
    let steps: [NetworkStep]

    init(_ name: String, _ setup: [String], tunnels: [String] = [], _ steps: NetworkStep...) {
        (testDescription, self.setup, self.tunnels, self.steps) = (name, setup, tunnels, steps)
    }

    /// How often a run has to be stopped: once for each time without a network that is longer than the loss settle time.
    var interruptions: Int {
        var (count, away) = (0, Duration.zero)
        for step in steps {
            let before = away
            away = step.isOnline ? .zero : away + step.duration
            if before < .seconds(20), away >= .seconds(20) { count += 1 }
        }
        return count
    }
}

/// A card with an address and a default route. Its other end is `far-NAME`.
private func card(_ name: String, _ network: String, metric: Int) -> [String] {
    [
        "link add \(name) type veth peer name far-\(name)", "link set far-\(name) up", "link set \(name) up",
        "addr add \(network).2/24 dev \(name)", "route add default via \(network).1 metric \(metric)",
    ]
}

private let cable = ["link set lo up"] + card("eth0", "192.0.2", metric: 100)
private let wifi = ["link set lo up"] + card("wlan0", "198.51.100", metric: 600)
/// What wg-quick and OpenVPN set up: the halves of all addresses through the tunnel, one host beside it.
private let tunnel = [
    "tuntap add tun0 mode tun", "addr add 10.8.0.2/24 dev tun0", "link set tun0 up",
]
private let throughTunnel = [
    "route add 203.0.113.5 via 198.51.100.1", "route add 0.0.0.0/1 dev tun0",
    "route add 128.0.0.0/1 dev tun0",
]

extension NetworkSequence {
    static let all = carriers + addresses + tunnels + choices + storms

    private static let carriers = [
        NetworkSequence(
            "a cable that has no carrier for 3 s", cable,
            .offline(for: .seconds(3), "link set far-eth0 down"), .online("link set far-eth0 up")),
        NetworkSequence(
            "a cable that is out for 18 s", cable,
            .offline(for: .seconds(18), "link set far-eth0 down"), .online("link set far-eth0 up")),
        NetworkSequence(
            "a cable that is out for a minute", cable,
            .offline(for: .seconds(60), "link set far-eth0 down"), .online("link set far-eth0 up")),
        NetworkSequence(
            "a loose plug that has contact for 2 s every 15 s", cable,
            .offline(for: .seconds(13), "link set far-eth0 down"),
            .online(for: .seconds(2), "link set far-eth0 up"),
            .offline(for: .seconds(13), "link set far-eth0 down"),
            .online(for: .seconds(2), "link set far-eth0 up"),
            .offline(for: .seconds(13), "link set far-eth0 down"), .online("link set far-eth0 up")),
        NetworkSequence(
            "a dock that is pulled off and put back after 10 s", cable,
            .offline(for: .seconds(10), "link del eth0"),
            NetworkStep(
                isOnline: true, duration: .seconds(900), commands: card("eth0", "192.0.2", metric: 100))),
        NetworkSequence(
            "a dock that is pulled off, and a Wi-Fi that takes over after 6 s", cable,
            .offline(for: .seconds(6), "link del eth0"),
            NetworkStep(
                isOnline: true, duration: .seconds(900), commands: card("wlan0", "198.51.100", metric: 600))),
        NetworkSequence(
            "a cable that is put in beside a Wi-Fi", wifi,
            NetworkStep(
                isOnline: true, duration: .seconds(30), commands: card("eth0", "192.0.2", metric: 100)),
            .online("link set wlan0 down")),
        NetworkSequence(
            "a dead cable that stays preferred for 4 s until its route is taken away",
            cable + card("wlan0", "198.51.100", metric: 600),
            .offline(for: .seconds(4), "link set far-eth0 down"),
            .online("route del default dev eth0")),
    ]

    private static let addresses = [
        NetworkSequence(
            "a Wi-Fi that roams to another access point in 5 s", wifi,
            .offline(for: .seconds(5), "link set wlan0 down"),
            .online("link set wlan0 up", "route add default via 198.51.100.1 metric 600")),
        NetworkSequence(
            "a lease that is renewed with another address", wifi,
            .online(
                "addr del 198.51.100.2/24 dev wlan0", "addr add 198.51.100.77/24 dev wlan0",
                "route add default via 198.51.100.1 metric 600")),
        NetworkSequence(
            "a server of addresses that is silent for half a minute", wifi,
            .offline(
                for: .seconds(30), "addr del 198.51.100.2/24 dev wlan0", "addr add 169.254.7.7/16 dev wlan0",
                "route add default dev wlan0 metric 600"),
            .online(
                "addr del 169.254.7.7/16 dev wlan0", "addr add 198.51.100.2/24 dev wlan0",
                "route add default via 198.51.100.1 metric 600")),
        NetworkSequence(
            "IPv4 that goes while IPv6 stays",
            wifi + [
                "addr add 2001:db8::2/64 dev wlan0 nodad", "route add ::/0 via 2001:db8::1 dev wlan0",
            ],
            .online("route del default"),
            .offline(for: .seconds(25), "route del ::/0 dev wlan0"),
            .online("route add ::/0 via 2001:db8::1 dev wlan0")),
    ]

    private static let tunnels = [
        NetworkSequence(
            "a VPN that comes and goes", wifi + tunnel, tunnels: ["tun0"],
            NetworkStep(isOnline: true, duration: .seconds(900), commands: throughTunnel),
            .online("link set tun0 down"), .online("link del tun0")),
        NetworkSequence(
            "a VPN whose Wi-Fi goes for good", wifi + tunnel + throughTunnel, tunnels: ["tun0"],
            .offline(for: .seconds(600), "link set wlan0 down")),
        NetworkSequence(
            "a VPN whose Wi-Fi is away for 8 s", wifi + tunnel + throughTunnel, tunnels: ["tun0"],
            .offline(for: .seconds(8), "link set far-wlan0 down"), .online("link set far-wlan0 up")),
        NetworkSequence(
            "a VPN that goes over from Wi-Fi to a cable", wifi + tunnel + throughTunnel, tunnels: ["tun0"],
            NetworkStep(
                isOnline: true, duration: .seconds(10), commands: card("eth0", "192.0.2", metric: 100)),
            .online("link set wlan0 down")),
    ]

    private static let choices = [
        NetworkSequence(
            "a default route that is replaced", wifi,
            .online("route replace default via 198.51.100.254 metric 600")),
        NetworkSequence(
            "a default route that is deleted and there again within 0.8 s", wifi,
            .offline(for: .milliseconds(800), "route del default"),
            .online("route add default via 198.51.100.1")),
        NetworkSequence(
            "a next hop that is deleted",
            wifi + [
                "route del default", "nexthop add id 7 via 198.51.100.1 dev wlan0",
                "route add default nhid 7",
            ],
            .offline(for: .seconds(30), "nexthop del id 7"),
            .online("nexthop add id 7 via 198.51.100.1 dev wlan0", "route add default nhid 7")),
        NetworkSequence(
            "a rule that is removed",
            wifi + [
                "route del default", "route add default via 198.51.100.1 table 7",
                "rule add from all table 7",
            ],
            .offline(for: .seconds(30), "rule del from all table 7"), .online("rule add from all table 7")),
        NetworkSequence(
            "a kill switch", wifi,
            .offline(for: .seconds(30), "route add blackhole default metric 1"),
            .online("route del blackhole default metric 1")),
        NetworkSequence(
            "a kill switch behind a tunnel, which goes round it by a mark",
            wifi + tunnel + [
                "route add default dev tun0 table 51820", "rule add not fwmark 51820 table 51820",
            ], tunnels: ["tun0"],
            .online("route add blackhole default metric 9999 table 51820"),
            .offline(for: .seconds(30), "link set far-wlan0 down"), .online("link set far-wlan0 up")),
        NetworkSequence(
            "a Wi-Fi without an address beside a bridge of containers that has one",
            wifi + [
                "link add docker0 type bridge", "addr add 172.17.0.1/16 dev docker0", "link set docker0 up",
                "link add v0 type veth peer name w0", "link set v0 master docker0 up", "link set w0 up",
            ],
            .offline(
                for: .seconds(30), "addr del 198.51.100.2/24 dev wlan0", "route add default dev wlan0"),
            .online(
                "route del default", "addr add 198.51.100.2/24 dev wlan0",
                "route add default via 198.51.100.1 metric 600")),
        NetworkSequence(
            "a link to nowhere that is preferred", wifi + ["link add leak0 type ifb", "link set leak0 up"],
            .offline(for: .seconds(30), "route add default dev leak0 metric 1"), .online("link del leak0")),
    ]

    private static let storms: [NetworkSequence] = {
        let containers = 0..<40
        let come =
            ["link add docker0 type bridge", "addr add 172.17.0.1/16 dev docker0", "link set docker0 up"]
            + containers.flatMap { number in
                [
                    "link add veth\(number) type veth peer name in\(number)",
                    "link set veth\(number) master docker0", "link set veth\(number) up",
                    "link set in\(number) up",
                ]
            }
        let go = containers.map { "link del veth\($0)" }
        return [
            NetworkSequence(
                "containers that come and go", cable,
                NetworkStep(isOnline: true, duration: .seconds(30), commands: come),
                NetworkStep(isOnline: true, duration: .seconds(30), commands: go),
                .online("link del docker0")),
            NetworkSequence(
                "containers that come and go without a network", cable,
                .offline(for: .seconds(30), "link set far-eth0 down"),
                NetworkStep(isOnline: false, duration: .seconds(30), commands: come),
                NetworkStep(isOnline: false, duration: .seconds(30), commands: go),
                .online("link set far-eth0 up")),
        ]
    }()
}
