// The answer of `doctor network`.
import BGRunJob

extension NetworkExplanation: WireObject {
    package static let wire = WireTable<NetworkExplanation>(
        named: "Network", about: "Whether the machine counts as connected, and why.",
        .key("network", .named, \.network),
        .key("why", .string, \.why),
        .key("roads", .list(.object), \.roads),
        .key(
            "standby", .list(.string), \.standby,
            "interfaces that lead to the internet too, and that the kernel does not choose"),
        make: NetworkExplanation.init)
}

extension NetworkExplanation.Road: WireObject {
    package static let wire = WireTable<NetworkExplanation.Road>(
        named: "Road", about: "What the kernel would choose for a place on the internet.",
        .key("family", .choice, \.family),
        .key("link", .optional(.string), \.link, "the interface that it leaves through; null for none"),
        .key("table", .optional(.integer), \.table, "the routing table that led there"),
        .key("source", .optional(.string), \.source, "the address that packets get"),
        .key("over", .list(.string), \.over, "where the link is a tunnel, the interfaces that may carry it"),
        .key("fault", .optional(.string), \.fault, "what it lacks; null where nothing is missing"),
        make: NetworkExplanation.Road.init)
}
