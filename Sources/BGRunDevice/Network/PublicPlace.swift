// Where the network rule asks the way to.

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
