// The rules of `requires.network`: that there is one, or which.
import BGRunJSON

extension ValueRule<[Requirement]> {
    private static var networkKinds: [Requirement.Kind] {
        Requirement.Kind.allCases.filter(\.row.isInsideNetwork)
    }

    /// All keys that may stand inside `network`.
    static var networkKeys: [String] { networkKinds.map(\.rawValue) }

    /// `true`, or an object that says which network.
    static var networkConditions: ValueRule {
        let any = ValueRule<Bool>.demanded(opposite: "\"not\": {\"network\": true}")
        let example = "true, or an object such as {\"unmetered\": true}"
        let chosen = ValueRule.object(
            KeyTable(networkKinds.map { KeyTable<RequirementsDraft>.Row($0) }, meant: .insideNetwork),
            RequirementsDraft(),
            // All of them imply the network itself.
            example: example, value: { [.network] + $0.ordered }, draft: { RequirementsDraft($0) })
        return ValueRule(
            expects: example, schema: ["anyOf": [.object(any.schema), .object(chosen.schema)]],
            collecting: { field, errors in
                guard case .bool = field.value else { return chosen.read(field, &errors) }
                return any.read(field, &errors).map { _ in [.network] }
            },
            print: { $0 == [.network] ? any.print(true) : chosen.print($0) })
    }
}

extension ValueRule<String?> {
    /// Any VPN, or the name of one.
    static var vpn: ValueRule {
        let any = ValueRule<Bool>.demanded(opposite: "\"not\": {\"network\": {\"vpn\": true}}")
        let name = ValueRule<String>.vpnName
        return ValueRule(
            expects: "true, or a name such as \"wg0\"",
            schema: ["anyOf": [.object(any.schema), .object(name.schema)]],
            collecting: { field, errors in
                guard case .bool = field.value else { return name.read(field, &errors).map { .some($0) } }
                return any.read(field, &errors).map { _ in nil }
            }, print: { $0.map(name.print) ?? any.print(true) })
    }
}

extension ValueRule<String> {
    /// The kernel's names of interfaces have at most so many bytes.
    private static var longestInterface: Int { 15 }

    static var interfacePattern: ValueRule {
        ValueRule(
            schema: [
                "type": "string", "maxLength": .integer(Int64(longestInterface)),
                "pattern": "^[^\\u0000-\\u0020\\u007f/:]+$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                let isName = text.utf8.allSatisfy { byte in
                    switch byte {
                    case 0...0x20, 0x7F, UInt8(ascii: "/"), UInt8(ascii: ":"): false
                    case _: true
                    }
                }
                if isName, (1...longestInterface).contains(text.utf8.count), !text.hasControls { return text }
                throw field.refusal(
                    "\(QuotedText(text)) names no interface",
                    advice: "write 1 to \(longestInterface) letters such as \"eth0\" or \"wl*\"")
            }, print: { .string($0) })
    }

    /// The name of a VPN's interface or of its connection, which people choose as they like.
    fileprivate static var vpnName: ValueRule {
        let longest = 128
        return ValueRule(
            schema: [
                "type": "string", "minLength": 1, "maxLength": .integer(Int64(longest)),
                "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f*]*$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                // A star would be taken for "any text", as it is in names of interfaces.
                let isName = !text.hasControls && !text.utf8.contains(UInt8(ascii: "*"))
                if isName, (1...longest).contains(text.utf8.count) { return text }
                throw field.refusal(
                    "\(QuotedText(text)) names no VPN",
                    advice: "write the whole name of its interface, such as \"wg0\", or of its connection")
            }, print: { .string($0) })
    }

    /// The name of a wireless network, as far as it is text.
    static var ssid: ValueRule {
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
