// Where the network rule asks the way to.

/// A place on the internet that stands for all of it. Nothing is ever sent there: the kernel is asked which way it would
/// send.
///
/// There is one in each half of the IPv4 addresses, since VPNs take the halves instead of a default route, and two of IPv6,
/// both in 2000::/3, of which all that is public comes. They are of carriers' ranges that no split tunnel, list of private
/// networks or filter of bogus addresses names.
enum PublicPlace: UInt8, CaseIterable, Hashable, Sendable {
    case ipv4LowerHalf, ipv4UpperHalf, ipv6, ipv6Other

    var family: AddressFamily {
        switch self {
        case .ipv4LowerHalf, .ipv4UpperHalf: .ipv4
        case .ipv6, .ipv6Other: .ipv6
        }
    }

    /// In network order.
    var bytes: [UInt8] {
        switch self {
        case .ipv4LowerHalf: [64, 0, 0, 1]
        case .ipv4UpperHalf: [208, 0, 0, 1]
        case .ipv6: [0x26, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        case .ipv6Other: [0x2a, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        }
    }

    /// The first of a family.
    static func first(of family: AddressFamily) -> PublicPlace {
        switch family {
        case .ipv4: .ipv4LowerHalf
        case .ipv6: .ipv6
        }
    }
}
