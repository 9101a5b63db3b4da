// Why the machine counts as connected or not: every link, and what speaks for it or against it.
import BGRunJob

/// The answer of `doctor network`.
package struct NetworkExplanation: WireObject, Hashable {
    /// One network interface.
    package struct Link: WireObject, Hashable {
        /// `wlan0`.
        package var name: String
        package var isUp: Bool
        package var hasCarrier: Bool
        /// In text form, without the prefix length.
        package var addresses: [String]
        package var hasDefaultRoute: Bool
        /// In words: "carries a default route".
        package var why: String

        package init(
            name: String, isUp: Bool, hasCarrier: Bool, addresses: [String], hasDefaultRoute: Bool,
            why: String
        ) {
            self.name = name
            self.isUp = isUp
            self.hasCarrier = hasCarrier
            self.addresses = addresses
            self.hasDefaultRoute = hasDefaultRoute
            self.why = why
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            name = try fields.required("name", .string)
            isUp = try fields.required("up", .bool)
            hasCarrier = try fields.required("carrier", .bool)
            addresses = try fields.required("addresses", .list(of: .string))
            hasDefaultRoute = try fields.required("defaultRoute", .bool)
            why = try fields.required("why", .string)
        }

        package var fields: [Field] {
            [
                Field("name", .string, name),
                Field("up", .bool, isUp),
                Field("carrier", .bool, hasCarrier),
                Field("addresses", .list(of: .string), addresses),
                Field("defaultRoute", .bool, hasDefaultRoute),
                Field("why", .string, why),
            ]
        }
    }

    package var network: Verdict
    package var why: String
    /// In the kernel's order.
    package var links: [Link]

    package init(network: Verdict, why: String, links: [Link]) {
        self.network = network
        self.why = why
        self.links = links
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        network = try fields.required("network", .choice(Verdict.self))
        why = try fields.required("why", .string)
        links = try fields.required("links", .list(of: .object(Link.self)))
    }

    package var fields: [Field] {
        [
            Field("network", .choice(Verdict.self), network),
            Field("why", .string, why),
            Field("links", .list(of: .object(Link.self)), links),
        ]
    }
}
