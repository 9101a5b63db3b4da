// Why the machine counts as connected or not: the kernel's choice, and what it lacks.

/// The verdict with all that led to it, as `doctor network` tells it.
package struct NetworkExplanation: Hashable, Sendable {
    package enum Family: String, CaseIterable, Sendable { case ipv4, ipv6 }

    /// What the kernel would choose for a place on the internet, with what lies below it.
    package struct Road: Hashable, Sendable {
        package var family: Family
        /// The interface that it leaves through; nil where there is none, or the kernel knows it no more.
        package var link: String?
        /// The number of the routing table that led there.
        package var table: Int64?
        /// The address that packets get, as text.
        package var source: String?
        /// Where the link is a tunnel, the interfaces that may carry it.
        package var over: [String]
        /// What it lacks, in words; nil where nothing is missing.
        package var fault: String?

        package init(
            family: Family, link: String?, table: Int64?, source: String?, over: [String], fault: String?
        ) {
            self.family = family
            self.link = link
            self.table = table
            self.source = source
            self.over = over
            self.fault = fault
        }
    }

    package var network: Verdict
    package var why: String
    /// Each once, IPv4 first.
    package var roads: [Road]
    /// Interfaces that lead to the internet too, and that the kernel does not choose.
    package var standby: [String]

    package init(network: Verdict, why: String, roads: [Road], standby: [String]) {
        self.network = network
        self.why = why
        self.roads = roads
        self.standby = standby
    }
}
