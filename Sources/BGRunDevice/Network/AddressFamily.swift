// The two families of addresses whose routes count.

/// The two families whose routes count.
package enum AddressFamily: UInt8, CaseIterable, Hashable, Sendable {
    case ipv4 = 2
    case ipv6 = 10

    /// As people write it.
    package var words: String {
        switch self {
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        }
    }
}
