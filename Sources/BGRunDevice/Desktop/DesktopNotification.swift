// What is shown on a desktop, made harmless.

/// The two texts of a notification.
///
/// Part of them may come from a descriptor, so they are ``PlainText`` of a bounded length. Servers read the
/// body as markup (Desktop Notifications Specification, 1.2), in which what we write stands for itself.
package struct DesktopNotification: Equatable, Sendable {
    private static let longestSummary = 200
    /// In characters.
    package static let longestBody = 1000
    /// Both texts and the sign between them, in UTF-8: what one that reads them has to take.
    package static let mostBytes = 8192

    package let summary: String
    /// Plain text of some lines.
    package let body: String

    package init(summary: String, body: String) {
        self.summary = PlainText.line(summary, limit: Self.longestSummary)
        self.body = PlainText.lines(body, limit: Self.longestBody)
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
}
