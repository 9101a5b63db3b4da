// The rules of `requires.network`: that there is one, or which.
import BGRunJSON

/// The keys of `network` as they are written: nil is a key that is left out.
private struct NetworkDraft {
    var unmetered: Bool?
    var interface: [String]?
    var ssid: [String]?
    /// With the name of its interface where it has one.
    var vpn: Requirement?
    var reachable: [Endpoint]?

    init() {}

    init(_ requirements: [Requirement]) {
        for requirement in requirements {
            switch requirement {
            case .unmetered: unmetered = true
            case .interface(let names): interface = names
            case .ssid(let names): ssid = names
            case .vpn: vpn = requirement
            case .reachable(let endpoint): reachable = (reachable ?? []) + [endpoint]
            // The network itself, and what stands elsewhere.
            case .network, .externalPower, .batteryLevel, .charging, .idle, .locked, .load, .pressure,
                .freeSpace, .pathExists, .mounted, .device, .lid, .powerSaver, .temperature, .command, .not:
                break
            }
        }
    }

    /// With the network itself, which all of them imply.
    var requirements: [Requirement] {
        var all: [Requirement] = [.network]
        if unmetered == true { all.append(.unmetered) }
        if let interface { all.append(.interface(interface)) }
        if let ssid { all.append(.ssid(ssid)) }
        if let vpn { all.append(vpn) }
        return all + (reachable ?? []).map { .reachable($0) }
    }
}

extension ValueRule<[Requirement]> {
    private static var networkTable: KeyTable<NetworkDraft> {
        KeyTable<NetworkDraft>([
            .init(
                "unmetered", .demanded(opposite: "\"not\": {\"network\": {\"unmetered\": true}}"),
                \.unmetered,
                "NetworkManager does not call it metered, nor guesses so."),
            .init(
                "interface",
                .oneOrMore(.interfacePattern, "the name of an interface such as \"eth0\" or \"wl*\""),
                \.interface, "It leaves through one of these interfaces; * stands for any text."),
            .init(
                "ssid", .oneOrMore(.ssid, "the name of a wireless network such as \"Home\""), \.ssid,
                "Connected to one of these wireless networks."),
            .init("vpn", .vpn, \.vpn, "A VPN is up: any (true), or the one of an interface."),
            .init(
                "reachable", .oneOrMore(.endpoint, ValueRule<Endpoint>.example), \.reachable,
                "A connection can be opened there. Looked at before a start only."),
        ])
    }

    /// All keys that may stand inside `network`.
    static var networkKeys: [String] { networkTable.rows.map(\.key.name) }

    /// `true`, or an object that says which network.
    static var networkConditions: ValueRule {
        let any = ValueRule<Bool>.demanded(opposite: "\"not\": {\"network\": true}")
        let example = "true, or an object such as {\"unmetered\": true}"
        let chosen = ValueRule.object(
            networkTable, NetworkDraft(), example: example, value: \.requirements,
            draft: { NetworkDraft($0) })
        return ValueRule(
            expects: example, schema: ["anyOf": [.object(any.schema), .object(chosen.schema)]],
            collecting: { field, errors in
                guard case .bool = field.value else { return chosen.read(field, &errors) }
                return any.read(field, &errors).map { _ in [.network] }
            },
            print: { $0 == [.network] ? any.print(true) : chosen.print($0) })
    }
}

extension ValueRule<Requirement> {
    fileprivate static var vpn: ValueRule {
        let any = ValueRule<Bool>.demanded(opposite: "\"not\": {\"network\": {\"vpn\": true}}")
        let name = ValueRule<String>.interfaceName
        return ValueRule(
            expects: "true, or the name of its interface such as \"wg0\"",
            schema: ["anyOf": [.object(any.schema), .object(name.schema)]],
            collecting: { field, errors in
                guard case .bool = field.value else { return name.read(field, &errors).map { .vpn($0) } }
                return any.read(field, &errors).map { _ in .vpn(nil) }
            },
            print: { requirement in
                if case .vpn(let interface?) = requirement { name.print(interface) } else { any.print(true) }
            })
    }
}

extension ValueRule<String> {
    /// The kernel's names of interfaces have at most so many bytes.
    private static var longestInterface: Int { 15 }

    fileprivate static var interfacePattern: ValueRule { interface(isPattern: true) }
    fileprivate static var interfaceName: ValueRule { interface(isPattern: false) }

    private static func interface(isPattern: Bool) -> ValueRule {
        let wanted =
            isPattern
            ? "1 to \(longestInterface) letters such as \"eth0\" or \"wl*\""
            : "the whole name of an interface such as \"wg0\""
        return ValueRule(
            schema: [
                "type": "string", "maxLength": .integer(Int64(longestInterface)),
                "pattern": .string(
                    isPattern ? "^[^\\u0000-\\u0020\\u007f/:]+$" : "^[^\\u0000-\\u0020\\u007f/:*]+$"),
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                let isName = text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: ":"): false
                    case UInt8(ascii: "*"): isPattern
                    case _: true
                    }
                }
                if isName, (1...longestInterface).contains(text.utf8.count), !text.hasControls { return text }
                throw field.refusal("\(QuotedText(text)) names no interface", advice: "write \(wanted)")
            }, print: { .string($0) })
    }

    /// The name of a wireless network, as far as it is text.
    fileprivate static var ssid: ValueRule {
        let longest = 32
        return ValueRule(
            schema: [
                "type": "string", "minLength": 1, "maxLength": .integer(Int64(longest)),
                "pattern": .string(plainPattern),
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if (1...longest).contains(text.utf8.count), !text.hasControls { return text }
                throw field.refusal(
                    "\(QuotedText(text)) names no wireless network",
                    advice: "write its name, 1 to \(longest) bytes without control characters")
            }, print: { .string($0) })
    }
}
