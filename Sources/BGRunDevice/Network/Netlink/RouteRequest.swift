// Questions to rtnetlink, as bytes.

/// One request, without its number. Numbers are in the machine's byte order, as all of netlink.
struct RouteRequest {
    private let type: UInt16
    private let isList: Bool
    private let body: [UInt8]

    /// `RTM_GETADDR` with `struct ifaddrmsg`.
    static func addresses(_ family: AddressFamily) -> RouteRequest {
        RouteRequest(type: 22, isList: true, body: [family.rawValue] + zeros(7))
    }

    /// `RTM_GETLINK` with `struct ifinfomsg`.
    static func link(_ index: Int32) -> RouteRequest {
        RouteRequest(type: 18, isList: false, body: zeros(4) + number(index) + zeros(8) + withoutCounters)
    }

    /// `RTM_GETLINK`, of the ports of one bridge: `IFLA_MASTER`.
    static func ports(of bridge: Int32) -> RouteRequest {
        RouteRequest(
            type: 18, isList: true, body: zeros(16) + withoutCounters + attribute(10, number(bridge)))
    }

    /// `RTM_GETROUTE` with `struct rtmsg`: which way a packet would take. Where the kernel finds no IPv4 route through `link`
    /// it makes one up, of no table. The table is asked for by `RTM_F_LOOKUP_TABLE`, which IPv6 refuses, and tells it
    /// unasked.
    static func way(
        to place: PublicPlace, through link: Int32? = nil, from source: [UInt8] = []
    ) -> RouteRequest {
        let flags: UInt32 =
            switch place.family {
            case .ipv4: 0x1000
            case .ipv6: 0
            }
        let sourceLength = source.isEmpty ? 0 : place.family.width
        let header =
            [place.family.rawValue, place.family.width, sourceLength] + zeros(5) + number(flags)
        return RouteRequest(
            type: 26, isList: false,
            body: header + attribute(1, place.bytes) + (source.isEmpty ? [] : attribute(2, source))
                + (link.map { attribute(4, number($0)) } ?? []))
    }

    /// `RTM_GETROUTE`, of the main table's routes through a link.
    static func mainTable(_ family: AddressFamily, through link: Int32) -> RouteRequest {
        let table = UInt8(truncatingIfNeeded: KernelRoute.mainTable)
        return RouteRequest(
            type: 26, isList: true,
            body: [family.rawValue] + zeros(3) + [table] + zeros(7) + attribute(4, number(link)))
    }

    /// With `struct nlmsghdr` before it.
    func bytes(sequence: UInt32) -> [UInt8] {
        let flags: UInt16 = isList ? 0x301 : 0x1  // NLM_F_REQUEST, NLM_F_DUMP
        return Self.number(UInt32(16 + body.count)) + Self.number(type) + Self.number(flags)
            + Self.number(sequence) + Self.zeros(4) + body
    }

    /// `IFLA_EXT_MASK` with `RTEXT_FILTER_SKIP_STATS`.
    private static let withoutCounters = attribute(29, number(UInt32(8)))

    /// `struct rtattr` and a value of whole words.
    private static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        number(UInt16(4 + value.count)) + number(type) + value
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func number(_ number: some FixedWidthInteger) -> [UInt8] {
        unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
}
