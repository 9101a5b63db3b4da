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

    init(
        index: Int32, name: String, flags: Flags, hardware: Hardware = .ethernet, kind: String? = nil
    ) {
        self.index = index
        self.name = name
        self.flags = flags.intersection(.judged)
        self.hardware = hardware
        self.kind = kind
    }

    /// It is up and has what it needs to carry packets.
    var isReady: Bool { flags.isSuperset(of: [.up, .running, .carrier]) }
}
