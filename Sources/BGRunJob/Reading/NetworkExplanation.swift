// Why the machine counts as connected or not: every default route, and what it lacks.

/// The verdict with all that led to it, as `doctor network` tells it.
package struct NetworkExplanation: Hashable, Sendable {
    package enum Family: String, CaseIterable, Sendable { case ipv4, ipv6 }

    /// One way out of the machine.
    package struct Route: Hashable, Sendable {
        package var family: Family
        /// The interface it goes through; nil where the kernel knows no such interface any more.
        package var link: String?
        /// The number of its routing table.
        package var table: Int64
        /// The lower, the more preferred.
        package var metric: Int64
        /// What it lacks, in words; nil where nothing is missing.
        package var fault: String?

        package init(family: Family, link: String?, table: Int64, metric: Int64, fault: String?) {
            self.family = family
            self.link = link
            self.table = table
            self.metric = metric
            self.fault = fault
        }
    }

    package var network: Verdict
    package var why: String
    /// In the order in which the rule looks at them.
    package var routes: [Route]

    package init(network: Verdict, why: String, routes: [Route]) {
        self.network = network
        self.why = why
        self.routes = routes
    }
}
