// The page as a whole: markup, style, script and data in one text that needs nothing else.
import BGRunCalendar
import BGRunJSON
import BGRunText

/// A report as HTML.
///
/// Nothing on it comes from elsewhere, and nothing may: its policy allows the one script and the one style that bear its
/// nonce, and no connection. Texts of others stand in the data alone, whose `<` and `&` are escaped as JSON may, and the
/// script puts them into the page as text; the summary is escaped as HTML.
package struct ReportPage {
    private let content: ReportContent
    private let clock: LocalClock
    private let nonce: String

    /// - Parameter nonce: Letters and digits that nobody can know beforehand.
    package init(_ content: ReportContent, clock: LocalClock, nonce: String) {
        self.content = content
        self.clock = clock
        self.nonce = nonce
    }

    /// The whole file.
    package var html: String {
        var data = DrawnPast(content)
        let summary = ReportSummary(content, clock: clock).text
        let policy =
            "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <title>bgrun on \(Self.escaped(content.host))</title>
            <style nonce="\(nonce)">
            \(Self.style)
            </style>
            </head>
            <body>
            \(PageBody(content, clock: clock, summary: summary).text)
            <script type="application/json" id="data">\(Self.escaped(json: data.json()))</script>
            <script nonce="\(nonce)">
            "use strict";
            (() => {
            \(PageScript.text)
            })();
            </script>
            </body>
            </html>

            """
    }

    /// A text of others inside an element or an attribute in double quotation marks.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.visibleLines.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// JSON inside a script element: none of its texts can end that.
    private static func escaped(json: JSONValue) -> String {
        var bytes: [UInt8] = []
        let text = json.text(layout: .compact)
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes += Array("\\u003c".utf8)
            case UInt8(ascii: "&"): bytes += Array("\\u0026".utf8)
            case _: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
