// The rule of the page that the policy names: an address that begins with http://, and what stands there.
import BGRunJSON

/// The page, while it is read.
private struct OnlineDraft: Sendable {
    var url: WebAddress?
    var answer: String?
}

extension ValueRule<OnlineCheck> {
    static var onlineCheck: ValueRule {
        .object(
            KeyTable<OnlineDraft>([
                .init("url", .webAddress, \.url, "The address of the page, which begins with http://."),
                .init("answer", .answer, \.answer, "What stands there; an empty text for an empty page."),
            ]), OnlineDraft(),
            required: [
                (key: "url", advice: "write the address of a page such as \(WebAddress.example)"),
                (key: "answer", advice: "write what stands there, \"\" for an empty page"),
            ], example: "an object with \"url\" and \"answer\"",
            value: { draft in
                guard let url = draft.url, let answer = draft.answer else { return nil }
                return OnlineCheck(endpoint: url.endpoint, path: url.path, answer: answer)
            },
            draft: { OnlineDraft(url: WebAddress(endpoint: $0.endpoint, path: $0.path), answer: $0.answer) })
    }
}

/// `http://HOST[:PORT][/PATH]`.
private struct WebAddress: Sendable {
    static let example = "\"http://nmcheck.gnome.org/check_network_status.txt\""
    private static let scheme = "http://"
    let endpoint: Endpoint
    let path: String

    var text: String { Self.scheme + OnlineCheck(endpoint: endpoint, path: path, answer: "").host + path }
}

extension WebAddress {
    fileprivate init?(_ text: String) {
        guard text.hasPrefix(Self.scheme), text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            return nil
        }
        let rest = text.dropFirst(Self.scheme.count)
        let host = rest.prefix { $0 != "/" }
        guard let endpoint = Endpoint(String(host)) ?? Endpoint("\(host):\(OnlineCheck.standardPort)") else {
            return nil
        }
        self.endpoint = endpoint
        path = host.endIndex == rest.endIndex ? "/" : String(rest[host.endIndex...])
    }
}

extension ValueRule<WebAddress> {
    private static var longest: Int { 1024 }

    fileprivate static var webAddress: ValueRule {
        ValueRule(
            schema: [
                "type": "string", "maxLength": .integer(Int64(longest)),
                "pattern": "^http://[!-~]+$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.count <= longest, let address = WebAddress(text) { return address }
                throw field.refusal(
                    "\(QuotedText(text)) is no address of a page without encryption",
                    advice: "write one such as \(WebAddress.example)")
            }, print: { .string($0.text) })
    }
}

extension ValueRule<String> {
    private static var longestAnswer: Int { 1024 }

    fileprivate static var answer: ValueRule {
        ValueRule(
            schema: [
                "type": "string", "maxLength": .integer(Int64(longestAnswer)), "pattern": "^[^\\u0000]*$",
            ],
            read: { field throws(FieldError) in
                let text = try field.string()
                if text.utf8.count <= longestAnswer, !text.utf8.contains(0) { return text }
                throw field.refusal(
                    "it is longer than \(longestAnswer) bytes, or has a zero in it",
                    advice: "name a page with a short text")
            }, print: { .string($0) })
    }
}
