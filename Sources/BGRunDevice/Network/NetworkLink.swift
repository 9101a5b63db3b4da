// A network interface as rtnetlink tells it.

/// One link. Its flags are the kernel's `IFF_*` (`linux/if.h`), which sum up the operational state and the
/// carrier; what it is made of is said by its hardware and its kind.
package struct NetworkLink: Hashable, Sendable {
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        /// `IFF_UP`: somebody switched it on.
        package static let up = Flags(rawValue: 1 << 0)
        package static let loopback = Flags(rawValue: 1 << 3)
        /// `IFF_RUNNING`: its operational state is up, or its driver does not tell.
        package static let running = Flags(rawValue: 1 << 6)
        /// `IFF_LOWER_UP`: it has a carrier.
        package static let carrier = Flags(rawValue: 1 << 16)
        /// Those that the rule reads; the rest (promiscuous mode, multicast) may change as it likes.
        package static let judged: Flags = [.up, .loopback, .running, .carrier]
    }

    /// `ARPHRD_*` (`linux/if_arp.h`), as far as the rule asks.
    package enum Hardware: UInt16, Hashable, Sendable {
        case ethernet = 1
        /// `ARPHRD_NONE`: packets without a header of a link, as a tunnel has them.
        case none = 0xfffe
        /// Any other.
        case other = 0xffff
    }

    package let index: Int32
    package let name: String
    /// Only ``Flags/judged`` ones.
    package let flags: Flags
    package let hardware: Hardware
    /// The name of the driver that makes such links, `IFLA_INFO_KIND`: "wireguard"; nil for a device of its own.
    package let kind: String?

    package init(
        index: Int32, name: String, flags: Flags, hardware: Hardware = .ethernet, kind: String? = nil
    ) {
        self.index = index
        self.name = name
        self.flags = flags.intersection(.judged)
        self.hardware = hardware
        self.kind = kind
    }

    /// It is up and has what it needs to carry packets.
    package var isReady: Bool { flags.isSuperset(of: [.up, .running, .carrier]) }
}
