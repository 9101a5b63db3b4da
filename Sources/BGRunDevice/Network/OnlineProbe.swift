// Whether a page that is known answers as it should, found out by asking for it.
import BGRunJob
import BGRunLinux
import Glibc

/// What came of asking for the page.
package enum OnlineProbe: Equatable, Sendable {
    case answered
    /// Something else stands there: most likely the page of a captive portal.
    case otherwise
    /// Nobody has answered at any of its addresses.
    case silent
    /// Its name has no address, or nobody could be asked for it.
    case nameless

    /// Bytes of the longest answer; what is longer is not the one that is known.
    private static let longest = 16_384

    /// Asks for the page. Waits: only for a process of its own.
    package static func find(_ check: OnlineCheck) -> OnlineProbe {
        var patience = Patience()
        // An answer takes longer than an open connection.
        patience.each = .seconds(5)
        let attempts = AddressAttempts.first(of: check.endpoint, patience) {
            address, deadline throws(SystemError) in
            try StreamConnection.exchange(
                request(for: check), with: address, limit: longest + 1, until: deadline)
        }
        switch attempts {
        case .answered(let answer): return isExpected(answer, check) ? .answered : .otherwise
        case .silent: return .silent
        case .nameless: return .nameless
        }
    }

    /// Of HTTP/1.0, so that the answer comes in one piece and the server closes the connection behind it (RFC 1945).
    static func request(for check: OnlineCheck) -> [UInt8] {
        let lines = [
            "GET \(check.path) HTTP/1.0", "Host: \(check.host)", "User-Agent: bgrun",
            "Cache-Control: no-cache",
            "Connection: close",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Whether this is the page: status 200 and its text, or 204, "No Content", where it has none.
    static func isExpected(_ answer: [UInt8], _ check: OnlineCheck) -> Bool {
        let end = Array("\r\n\r\n".utf8)
        guard answer.count <= longest, let status = status(of: answer),
            let head = answer.indices.first(where: { answer[$0...].starts(with: end) })
        else { return false }
        let body = answer[(head + end.count)...]
        if let length = announcedLength(in: answer[..<head]), length > body.count { return false }
        let text = trimmed(body)
        let isKnown = text.elementsEqual(trimmed(Array(check.answer.utf8)[...]))
        return isKnown && (status == 200 || status == 204 && text.isEmpty)
    }

    /// `Content-Length`, by which an answer that was cut off is known.
    private static func announcedLength(in head: ArraySlice<UInt8>) -> Int? {
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].drop { $0 == " " || $0 == "\t" })
        }
        return nil
    }

    /// The three digits behind "HTTP/1.x", and nothing or a space behind them.
    private static func status(of answer: [UInt8]) -> Int? {
        let name = Array("HTTP/1.".utf8)
        guard answer.starts(with: name) else { return nil }
        let words = answer.prefix { $0 != UInt8(ascii: "\r") }.split(separator: UInt8(ascii: " "))
        guard words.count > 1, words[0].count == name.count + 1, words[1].count == 3 else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
        let rest = text.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
        return rest[...last]
    }
}
