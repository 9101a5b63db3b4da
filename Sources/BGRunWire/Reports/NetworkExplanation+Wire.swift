// The answer of `doctor network`.
import BGRunJob

extension NetworkExplanation: WireObject {
    package static let wire = WireTable<NetworkExplanation>(
        named: "Network", about: "Whether the machine counts as connected, and why.",
        .key("network", .named, \.network),
        .key("why", .string, \.why),
        .key("routes", .list(.object), \.routes),
        make: NetworkExplanation.init)
}

extension NetworkExplanation.Route: WireObject {
    package static let wire = WireTable<NetworkExplanation.Route>(
        named: "Route", about: "A default route.",
        .key("family", .choice, \.family),
        .key("link", .optional(.string), \.link),
        .key("table", .integer, \.table),
        .key("metric", .integer, \.metric),
        .key("fault", .optional(.string), \.fault, "what it lacks; null where nothing is missing"),
        make: NetworkExplanation.Route.init)
}
