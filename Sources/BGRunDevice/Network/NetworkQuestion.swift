// What the network rule wants to know of the kernel, and what the kernel may answer.

/// One question to the kernel.
enum NetworkQuestion: Hashable, Sendable {
    /// Which way a packet to this place would take, by all rules, tables and refusals; where it is bound to a link, only
    /// through that.
    case way(to: PublicPlace, through: Int32?)
    /// The same for a packet that comes from an address.
    case wayFrom([UInt8], to: PublicPlace)
    case link(Int32)
    /// Whether the link is a bridge with something in it: the first port.
    case port(of: Int32)
    /// Whether the main table has a route through the link to one host beyond it, as VPN clients set up for their server.
    case hostRoute(AddressFamily, through: Int32)
}

/// What the kernel answers.
enum NetworkAnswer: Hashable, Sendable {
    case way(KernelRoute)
    /// No way: the errno that a program would get.
    case noWay(errno: Int32)
    case link(NetworkLink)
    /// There is one: its index.
    case found(Int32)
    /// There is none.
    case nothing
}

/// A place on the internet that stands for all of it. Nothing is ever sent there: the kernel is asked which way it would
/// send.
struct PublicPlace: Hashable, Sendable {
    let family: AddressFamily
    let bytes: [UInt8]

    /// One in each half of the IPv4 addresses, since VPNs take the halves instead of a default route; two of IPv6, both
    /// in 2000::/3, of which all that is public comes. They are of carriers' ranges that no split tunnel, list of private
    /// networks or filter of bogus addresses names.
    static let all = [
        PublicPlace(family: .ipv4, bytes: [64, 0, 0, 1]),
        PublicPlace(family: .ipv4, bytes: [208, 0, 0, 1]),
        PublicPlace(family: .ipv6, bytes: [0x26, 0] + [UInt8](repeating: 0, count: 13) + [1]),
        PublicPlace(family: .ipv6, bytes: [0x2a, 0] + [UInt8](repeating: 0, count: 13) + [1]),
    ]

    /// The first of a family.
    static func first(of family: AddressFamily) -> PublicPlace {
        guard let first = all.first(where: { $0.family == family }) else {
            preconditionFailure("each family has a public place")
        }
        return first
    }
}
