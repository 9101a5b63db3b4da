// Why the machine counts as connected or not: every default route, and what it lacks.
import BGRunJob

/// The answer of `doctor network`.
package struct NetworkExplanation: WireObject, Hashable {
    package enum Family: String, CaseIterable, Sendable { case ipv4, ipv6 }

    /// One way out of the machine.
    package struct Route: WireObject, Hashable {
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

        package init(fields: inout FieldReader) throws(FieldFault) {
            family = try fields.required("family", .choice(Family.self))
            link = try fields.optional("link", .string)
            table = try fields.required("table", .integer)
            metric = try fields.required("metric", .integer)
            fault = try fields.optional("fault", .string)
        }

        package var fields: [Field] {
            [
                Field("family", .choice(Family.self), family),
                Field("link", .string, orNull: link),
                Field("table", .integer, table),
                Field("metric", .integer, metric),
                Field("fault", .string, orNull: fault),
            ]
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

    package init(fields: inout FieldReader) throws(FieldFault) {
        network = try fields.required("network", .choice(Verdict.self))
        why = try fields.required("why", .string)
        routes = try fields.required("routes", .list(of: .object(Route.self)))
    }

    package var fields: [Field] {
        [
            Field("network", .choice(Verdict.self), network),
            Field("why", .string, why),
            Field("routes", .list(of: .object(Route.self)), routes),
        ]
    }
}
