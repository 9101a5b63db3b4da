// Why the machine counts as connected or not: the kernel's choice, and what it lacks.

/// The verdict with all that led to it, as `doctor network` tells it.
package struct NetworkExplanation: Hashable, Sendable {
    package enum Family: String, CaseIterable, Sendable { case ipv4, ipv6 }

    /// What the kernel would choose for a place on the internet, with what lies below it.
    package struct Road: Hashable, Sendable {
        package var family: Family
        /// The interface that it leaves through; nil where there is none, or the kernel knows it no more.
        package var link: String?
        /// The number of the routing table that led there.
        package var table: Int64?
        /// The address that packets get, as text.
        package var source: String?
        /// Where the link is a tunnel, the interfaces that may carry it.
        package var over: [String]
        /// What it lacks, in words; nil where nothing is missing.
        package var fault: String?

        package init(
            family: Family, link: String?, table: Int64?, source: String?, over: [String], fault: String?
        ) {
            self.family = family
            self.link = link
            self.table = table
            self.source = source
            self.over = over
            self.fault = fault
        }
    }

    /// What NetworkManager says of an interface that is connected.
    package struct Connection: Hashable, Sendable {
        package var interface: String
        /// Nil where it does not know.
        package var isMetered: Bool?
        package var ssid: String?

        package init(interface: String, isMetered: Bool?, ssid: String?) {
            self.interface = interface
            self.isMetered = isMetered
            self.ssid = ssid
        }
    }

    /// Whether jobs that require a network have one.
    package var network: Verdict
    /// In words: "internet through wlan0".
    package var why: String
    /// Each once, IPv4 first.
    package var roads: [Road]
    /// Interfaces that lead to the internet too, and that the kernel does not choose.
    package var standby: [String]
    /// The devices that packets leave by.
    package var cards: [NetworkReading.Card]
    /// By the interface's name.
    package var connections: [Connection] = []
    /// The VPNs that are connected, by the names that NetworkManager has for them, sorted.
    package var vpns: [String] = []
    /// Why NetworkManager tells nothing of these; nil where it does.
    package var managerLack: String?

    package init(
        network: Verdict, why: String, roads: [Road], cards: [NetworkReading.Card] = [], standby: [String],
        connections: [Connection] = [],
        vpns: [String] = [], managerLack: String? = nil
    ) {
        self.network = network
        self.why = why
        self.roads = roads
        self.cards = cards
        self.standby = standby
        self.connections = connections
        self.vpns = vpns
        self.managerLack = managerLack
    }

    /// Adds what NetworkManager says; nil while it is not asked, because no job requires a network.
    package mutating func add(_ word: Observation?) {
        guard case .connection(let reading)? = word else {
            managerLack = word?.whyUnknown ?? "it is asked while a job requires a network"
            return
        }
        connections = reading.interfaces.sorted { $0.key < $1.key }
            .map { Connection(interface: $0.key, isMetered: $0.value.isMetered, ssid: $0.value.ssid) }
        vpns = reading.vpns.sorted()
        guard reading.isPortal, network == .yes else { return }
        (network, why) = (.no, ConnectionReading.portal)
    }
}
