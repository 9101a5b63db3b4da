// What is shown on a desktop, made harmless.

/// The two texts of a notification.
///
/// Part of them may come from a descriptor, so they are cut to a length and have no control characters: none that
/// moves a cursor, and none that turns the direction of writing around. Servers read the body as markup
/// (Desktop Notifications Specification, 1.2), in which what we write stands for itself.
package struct DesktopNotification: Equatable, Sendable {
    private static let longestSummary = 200
    private static let longestBody = 1000
    /// Both texts and the sign between them, in UTF-8: what one that reads them has to take.
    package static let mostBytes = 8192

    package let summary: String
    /// Plain text of some lines.
    package let body: String

    package init(summary: String, body: String) {
        self.summary = Self.clean(summary, limit: Self.longestSummary) { _ in false }
        self.body = Self.clean(body, limit: Self.longestBody) { $0 == "\n" }
    }

    /// As it is handed to another process: the summary, a line feed, the body.
    package var bytes: [UInt8] { Array("\(summary)\n\(body)".utf8) }

    package init(bytes: [UInt8]) {
        let parts = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        self.init(summary: parts.first ?? "", body: parts.count > 1 ? parts[1] : "")
    }

    /// The body as markup that means the plain text.
    var markup: String {
        var markup = ""
        for scalar in body.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case _: markup.unicodeScalars.append(scalar)
            }
        }
        return markup
    }

    private static func clean(
        _ text: String, limit: Int, _ isKept: (Unicode.Scalar) -> Bool
    ) -> String {
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if clean.count == limit {
                clean.append("…")
                break
            }
            switch scalar.value {
            // A tab or a line feed divides words. Zero bytes have no place on the bus at all.
            case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: clean.append(isKept(scalar) ? scalar : " ")
            // The marks that turn the direction of writing (Unicode's UAX 9), and the byte order mark.
            case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: continue
            case _: clean.append(scalar)
            }
        }
        return String(clean)
    }
}
