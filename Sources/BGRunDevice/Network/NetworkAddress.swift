// An address of an interface, as far as the network rule asks.

/// One address on one link.
struct NetworkAddress: Hashable, Sendable {
    let family: AddressFamily
    /// The link's index.
    let link: Int32
    /// In network order: 4 bytes or 16.
    let bytes: [UInt8]
    let prefixLength: UInt8
    /// It reaches beyond the link (scope global or site), and it is not an IPv6 address whose uniqueness is
    /// still being checked or has been refuted.
    let isUsable: Bool
}

/// The two families whose routes count.
enum AddressFamily: UInt8, CaseIterable, Hashable, Sendable {
    case ipv4 = 2
    case ipv6 = 10

    /// As people write it.
    var words: String {
        switch self {
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        }
    }
}
