// A network interface as rtnetlink tells it.

/// One link. Its flags are the kernel's `IFF_*` (`linux/if.h`), which sum up the operational state and the
/// carrier; what it is made of is said by its hardware and its kind.
struct NetworkLink: Hashable, Sendable {
    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt32
        init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `IFF_UP`: somebody switched it on.
        static let up = Flags(rawValue: 1 << 0)
        static let loopback = Flags(rawValue: 1 << 3)
        /// `IFF_RUNNING`: its operational state is up, or its driver does not tell.
        static let running = Flags(rawValue: 1 << 6)
        /// `IFF_LOWER_UP`: it has a carrier.
        static let carrier = Flags(rawValue: 1 << 16)
        /// Those that the rule reads; the rest (promiscuous mode, multicast) may change as it likes.
        static let judged: Flags = [.up, .loopback, .running, .carrier]
    }

    /// `ARPHRD_*` (`linux/if_arp.h`), as far as the rule asks.
    enum Hardware: UInt16, Hashable, Sendable {
        case ethernet = 1
        /// `ARPHRD_NONE`: packets without a header of a link, as a tunnel has them.
        case none = 0xfffe
        /// Any other.
        case other = 0xffff
    }

    let index: Int32
    let name: String
    /// Only ``Flags/judged`` ones.
    let flags: Flags
    let hardware: Hardware
    /// The name of the driver that makes such links, `IFLA_INFO_KIND`: "wireguard"; nil for a device of its own.
    let kind: String?
    /// The bridge or bond that it is a port of, `IFLA_MASTER`; 0 for none.
    let master: Int32
    /// The link that its packets leave by next, where the kernel says so: what a VLAN is made on, the active part of a bond.
    /// 0 for none.
    let below: Int32

    init(
        index: Int32, name: String, flags: Flags, hardware: Hardware = .ethernet, kind: String? = nil,
        master: Int32 = 0, below: Int32 = 0
    ) {
        self.index = index
        self.name = name
        self.flags = flags.intersection(.judged)
        self.hardware = hardware
        self.kind = kind
        self.master = master
        self.below = below
    }

    // MARK: - What it is good for

    /// It is up and has what it needs to carry packets.
    var isReady: Bool { flags.isSuperset(of: [.up, .running, .carrier]) }

    /// Nothing is behind it: it is made so that traffic ends in it.
    var leadsNowhere: Bool { kind.map { Self.blindKinds.contains($0) } ?? false }

    /// A bridge has a carrier before anything was put into it.
    var isBridge: Bool { kind == "bridge" }

    /// What is sent through it leaves the machine through another link.
    var isTunnel: Bool { isPrivate || kind.map { Self.openKinds.contains($0) } ?? false }

    /// A tunnel that hides what it carries. A `tun` that carries Ethernet (a tap) is none: most are the cable of a virtual
    /// machine, or of a container to a network of its user's.
    var isPrivate: Bool {
        guard let kind, Self.privateKinds.contains(kind) else { return false }
        return kind != "tun" || hardware == .none
    }

    /// Somebody has made it: it is no card.
    var isMade: Bool { kind != nil }

    /// It is made on another link, whose index is ``below``: 0 where that is in another name space.
    var isStacked: Bool { kind.map { Self.stackedKinds.contains($0) } ?? false }

    /// It sends by the links that are its parts.
    var hasParts: Bool { kind.map { Self.joiningKinds.contains($0) } ?? false }

    /// A modem's connection, by its driver.
    var isModem: Bool { kind.map { Self.modemKinds.contains($0) } ?? false }

    /// Whether what it sends may leave through this part: through a bridge's cable to a virtual machine or a container nothing
    /// leaves.
    func takesTraffic(through part: NetworkLink) -> Bool {
        !isBridge || !(part.kind.map { Self.guestKinds.contains($0) } ?? false)
    }

    static let stackedKinds: Set = ["vlan", "macvlan", "ipvlan", "macsec"]
    private static let joiningKinds: Set = ["bond", "team", "bridge"]
    private static let modemKinds: Set = ["wwan", "rmnet"]
    private static let guestKinds: Set = ["veth", "tun"]
    private static let blindKinds: Set = ["dummy", "ifb"]
    /// `ppp` is left out, since a mobile modem is one as well.
    private static let privateKinds: Set = [
        "wireguard", "amneziawg", "xfrm", "vti", "vti6", "ovpn", "ovpn-dco", "tun",
    ]
    /// Tunnels that encrypt nothing.
    private static let openKinds: Set = [
        "gre", "gretap", "ipip", "sit", "ip6tnl", "ip6gre", "ip6gretap", "vxlan", "geneve",
    ]
}
