// An address of an interface, as far as the network rule asks.

/// One address on one link.
package struct NetworkAddress: Hashable, Sendable {
    package let family: AddressFamily
    /// The link's index.
    package let link: Int32
    /// In network order: 4 bytes or 16.
    package let bytes: [UInt8]
    package let prefixLength: UInt8
    /// It reaches beyond the link (scope global or site), and it is not an IPv6 address whose uniqueness is
    /// still being checked or has been refuted.
    package let isUsable: Bool

    package init(
        family: AddressFamily, link: Int32, bytes: [UInt8], prefixLength: UInt8, isUsable: Bool
    ) {
        self.family = family
        self.link = link
        self.bytes = bytes
        self.prefixLength = prefixLength
        self.isUsable = isUsable
    }
}
