// A default route as rtnetlink tells it.

/// One default route that forwards; unreachable, blackhole and prohibit routes are not made into one.
struct DefaultRoute: Hashable, Sendable {
    /// One way the route may take; a multipath route has several.
    struct Hop: Hashable, Sendable {
        /// The link's index; 0 where the kernel names none.
        let link: Int32
        /// The kernel has set the hop aside: `RTNH_F_DEAD` or `RTNH_F_LINKDOWN`.
        let isDown: Bool
    }

    let family: AddressFamily
    let table: UInt32
    /// The smaller, the sooner it is taken.
    let metric: UInt32
    /// The source address that packets get, where the route names one.
    let preferredSource: [UInt8]?
    let hops: [Hop]
}
