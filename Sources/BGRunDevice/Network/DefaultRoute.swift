// A default route as rtnetlink tells it.

/// One default route that forwards; unreachable, blackhole and prohibit routes are not made into one.
package struct DefaultRoute: Hashable, Sendable {
    /// One way the route may take; a multipath route has several.
    package struct Hop: Hashable, Sendable {
        /// The link's index; 0 where the kernel names none.
        package let link: Int32
        /// The kernel has set the hop aside: `RTNH_F_DEAD` or `RTNH_F_LINKDOWN`.
        package let isDown: Bool
        package init(link: Int32, isDown: Bool) {
            self.link = link
            self.isDown = isDown
        }
    }

    package let family: AddressFamily
    package let table: UInt32
    /// The smaller, the sooner it is taken.
    package let metric: UInt32
    /// The source address that packets get, where the route names one.
    package let preferredSource: [UInt8]?
    package let hops: [Hop]

    package init(
        family: AddressFamily, table: UInt32, metric: UInt32, preferredSource: [UInt8]?, hops: [Hop]
    ) {
        self.family = family
        self.table = table
        self.metric = metric
        self.preferredSource = preferredSource
        self.hops = hops
    }
}
