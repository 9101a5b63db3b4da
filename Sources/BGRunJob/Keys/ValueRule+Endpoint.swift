// The rule of a place in the network: "host:port".
import BGRunJSON

extension ValueRule<Endpoint> {
    static var example: String { "a host and a port such as \"nas.local:22\" or \"[fe80::1]:22\"" }

    static var endpoint: ValueRule {
        ValueRule(
            schema: [
                "type": "string", "maxLength": 262,
                "pattern": "^([A-Za-z0-9_][A-Za-z0-9_.-]*|\\[[0-9A-Fa-f:.]+\\]):[1-9][0-9]{0,4}$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if let endpoint = Endpoint(text) { return endpoint }
                throw field.refusal(
                    "\(QuotedText(text)) is no host with a port", advice: "write \(example)")
            }, print: { .string($0.text) })
    }
}

extension Endpoint {
    /// The longest name of the domain name system.
    private static let longestName = 253
    /// An IPv6 address that ends as an IPv4 one.
    private static let longestAddress = 45

    /// Reads `host:port`, an IPv6 address between brackets. Whether there is such a host is not asked.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = text.utf8[colon...].dropFirst()
        guard
            (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(text[colon...].dropFirst())
        else { return nil }
        let host = text[..<colon]
        if host.utf8.first == UInt8(ascii: "[") {
            guard host.utf8.last == UInt8(ascii: "]") else { return nil }
            let address = host.dropFirst().dropLast()
            guard Self.isAddress(address.utf8) else { return nil }
            self.init(host: String(address), port: port)
        } else {
            guard Self.isName(host.utf8) else { return nil }
            self.init(host: String(host), port: port)
        }
    }

    private static func isName(_ host: Substring.UTF8View) -> Bool {
        guard (1...longestName).contains(host.count), let first = host.first else { return false }
        return first != UInt8(ascii: "-") && first != UInt8(ascii: ".")
            && host.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "_"):
                    true
                case _: false
                }
            }
    }

    private static func isAddress(_ host: Substring.UTF8View) -> Bool {
        host.count <= longestAddress && host.count { $0 == UInt8(ascii: ":") } >= 2
            && host.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
                    UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: ":"), UInt8(ascii: "."):
                    true
                case _: false
                }
            }
    }
}
