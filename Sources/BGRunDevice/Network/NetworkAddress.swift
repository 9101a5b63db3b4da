// An address of an interface, as far as the network rule asks.

/// One address on one link.
struct NetworkAddress: Hashable, Sendable {
    let family: AddressFamily
    /// The link's index.
    let link: Int32
    /// In network order: 4 bytes or 16.
    let bytes: [UInt8]

    /// Whether somebody beyond the link can answer to an address. Its scope alone does not tell: DHCP clients that have
    /// found no server give the link-local address of IPv4 (RFC 3927) any scope.
    static func reachesBeyond(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: bytes[0] != 0 && bytes[0] != 127 && !bytes.starts(with: [169, 254])
        case 16:
            // fe80::/10, :: and ::1.
            !(bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80) && bytes.dropLast().contains { $0 != 0 }
        case _: false
        }
    }

    /// Whether an address belongs to one machine of the internet: no private, shared or link-local range (RFC 1918, 6598, 3927,
    /// 4193).
    static func isPublic(_ bytes: [UInt8]) -> Bool {
        guard reachesBeyond(bytes) else { return false }
        return switch (bytes.count, bytes[0], bytes[1]) {
        case (4, 10, _), (4, 172, 16...31), (4, 192, 168), (4, 100, 64...127), (4, 224...255, _): false
        case (16, 0xfc...0xfd, _), (16, 0xff, _): false
        case _: true
        }
    }

    /// The end of a translation between IPv4 and IPv6 on this machine (464XLAT): 192.0.0.0/29 is kept for it (RFC 7335).
    var isOfTranslation: Bool {
        family == .ipv4 && bytes.count == 4 && bytes.starts(with: [192, 0, 0]) && bytes[3] < 8
    }
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

    /// Bits of an address.
    var width: UInt8 {
        switch self {
        case .ipv4: 32
        case .ipv6: 128
        }
    }
}
