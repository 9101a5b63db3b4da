// A route as rtnetlink tells it: one of a table, or the kernel's answer to "which way?".

/// One route, as far as the network rule asks.
struct KernelRoute: Hashable, Sendable {
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

    /// Whether it leads to one host beyond the link, as the route to the other end of a tunnel does.
    var isToHostBeyond: Bool { prefixLength == family.width && hasGateway && effect == .forwarded }
}
