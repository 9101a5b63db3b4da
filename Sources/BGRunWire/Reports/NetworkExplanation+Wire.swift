// The answer of `doctor network`.
import BGRunJob

extension NetworkExplanation: WireObject {
    package static let wire = WireTable<NetworkExplanation>(
        named: "Network", about: "Whether the machine counts as connected, and why.",
        .key("network", .named, \.network),
        .key("why", .string, \.why),
        .key("roads", .list(.object), \.roads),
        .key("cards", .list(.object), \.cards, "the devices that packets leave by, below bonds and bridges"),
        .key(
            "standby", .list(.string), \.standby,
            "interfaces that lead to the internet too, and that the kernel does not choose"),
        .key("connections", .list(.object), \.connections, "what NetworkManager says of each interface"),
        .key("vpns", .list(.string), \.vpns, "the VPNs that are connected, as NetworkManager names them"),
        .key(
            "managerLack", .optional(.string), \.managerLack,
            "why NetworkManager tells nothing; null where it does"),
        make: NetworkExplanation.init)
}

extension NetworkReading.Card: WireObject {
    package static let wire = WireTable<NetworkReading.Card>(
        named: "Card", about: "A device that packets leave the machine by.",
        .key("interface", .string, \.name),
        .key("transport", .optional(.choice), \.transport, "its kind; null where nobody can tell"),
        make: NetworkReading.Card.init)
}

extension NetworkExplanation.Connection: WireObject {
    package static let wire = WireTable<NetworkExplanation.Connection>(
        named: "Connection", about: "An interface that NetworkManager has connected.",
        .key("interface", .string, \.interface),
        .key("metered", .optional(.bool), \.isMetered, "known or guessed; null where it does not know"),
        .key("ssid", .optional(.string), \.ssid, "the wireless network"),
        make: NetworkExplanation.Connection.init)
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
