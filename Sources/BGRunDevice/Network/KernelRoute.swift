// A route as rtnetlink tells it: one of a table, or the kernel's answer to "which way?".

/// One route, as far as the network rule asks.
struct KernelRoute: Hashable, Sendable {
    /// `RT_TABLE_LOCAL`: the machine's own addresses.
    static let localTable: UInt32 = 255
    /// `RT_TABLE_MAIN`.
    static let mainTable: UInt32 = 254

    /// What becomes of a packet that takes it: `RTN_*` of `linux/rtnetlink.h`.
    enum Effect: Hashable, Sendable {
        case forwarded
        /// `RTN_BLACKHOLE`, `RTN_UNREACHABLE` and `RTN_PROHIBIT`, by what a program is told.
        case refused(errno: Int32)
        /// It stays on this machine, is for all, or the next table is asked.
        case other
    }

    let family: AddressFamily
    let effect: Effect
    /// Where it leads: this many bits of this address. No bytes are as good as zeros.
    let destination: [UInt8]
    let prefixLength: UInt8
    let table: UInt32
    /// The link's index; 0 where the kernel names none.
    let link: Int32
    /// It goes through somebody else on the link.
    let hasGateway: Bool
    /// `RTPROT_KERNEL`: it came with an address, as the one to the other end of a modem's line does.
    let isOfKernel: Bool
    /// The address that packets get: the kernel's choice in an answer, the route's own wish in a table.
    let source: [UInt8]?
    /// `RTM_F_CLONED`: an answer, or what the kernel keeps of one, and no route of a table.
    let isAnswer: Bool

    /// Whether an address is where it leads.
    func covers(_ address: [UInt8]) -> Bool {
        guard address.count * 8 == Int(family.width), prefixLength <= family.width else { return false }
        return (0..<Int(prefixLength)).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            let byte = bit / 8 < destination.count ? destination[bit / 8] : 0
            return byte & mask == address[bit / 8] & mask
        }
    }

    /// Whether it leads to the internet, or to a single host that is no neighbour on the link: the other end of a tunnel, for
    /// which VPN clients set up such a route. Without a gateway only a public host is no neighbour; programs that connect
    /// containers have such routes to private ones.
    var leadsBeyond: Bool {
        guard effect == .forwarded else { return false }
        if PublicPlace.allCases.contains(where: { $0.family == family && covers($0.bytes) }) { return true }
        let isPublic = NetworkAddress.isPublic(destination)
        if prefixLength == family.width { return hasGateway || isPublic && !isOfKernel }
        return hasGateway && isPublic
    }
}
