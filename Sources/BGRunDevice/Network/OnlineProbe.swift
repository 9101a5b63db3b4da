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

    /// Bytes of an answer that are read; what is longer is not the one that is known.
    private static let longest = 16_384

    /// Asks at one address after the other until one answers. Waits: only for a process of its own.
    package static func find(
        _ check: OnlineCheck, patience: Reachability.Patience = Reachability.Patience()
    ) -> OnlineProbe {
        let end = Reachability.deadline(in: patience.total)
        guard
            let addresses = try? SocketAddress.all(of: check.endpoint.host, port: check.endpoint.port),
            !addresses.isEmpty
        else { return .nameless }
        for address in addresses {
            if Clock.read(.monotonic) >= end { break }
            do throws(SystemError) {
                let answer = try StreamConnection.exchange(
                    request(for: check), with: address, limit: longest,
                    until: min(end, Reachability.deadline(in: patience.each)))
                return isExpected(answer, check) ? .answered : .otherwise
            } catch {
                // The next address may be better.
            }
        }
        return .silent
    }

    /// Of HTTP/1.0, so that the answer comes in one piece and the server closes the connection behind it (RFC 1945).
    static func request(for check: OnlineCheck) -> [UInt8] {
        let lines = [
            "GET \(check.path) HTTP/1.0", "Host: \(check.endpoint.text)", "User-Agent: bgrun",
            "Cache-Control: no-cache",
            "Connection: close",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Whether this is the page: status 200 and its text, or 204, "No Content", where it has none.
    static func isExpected(_ answer: [UInt8], _ check: OnlineCheck) -> Bool {
        let status = Array("HTTP/1.".utf8)
        guard answer.count < longest, answer.starts(with: status), answer.count >= status.count + 5 else {
            return false
        }
        let code = answer[(status.count + 1)..<(status.count + 5)]
        let end = Array("\r\n\r\n".utf8)
        guard let head = answer.indices.first(where: { answer[$0...].starts(with: end) }) else {
            return false
        }
        let body = trimmed(answer[(head + end.count)...])
        if body.isEmpty, check.answer.isEmpty {
            return code.elementsEqual(" 204".utf8) || code.elementsEqual(" 200".utf8)
        }
        return code.elementsEqual(" 200".utf8) && body.elementsEqual(trimmed(Array(check.answer.utf8)[...]))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
        let rest = text.drop(while: isSpace)
        guard let last = rest.lastIndex(where: { !isSpace($0) }) else { return [] }
        return rest[...last]
    }
}
