// Which characters the reader's terminal can show.

/// The characters that may be written.
package enum Alphabet: Hashable, Sendable {
    case unicode
    /// As with `LC_ALL=C`.
    case ascii

    /// By the locale's name, the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    ///
    /// Where none is, nobody has chosen, and terminals of today show UTF-8.
    package init(locale: String?) {
        guard let locale, !locale.isEmpty else {
            self = .unicode
            return
        }
        let name = locale.lowercased()
        self = name.contains("utf-8") || name.contains("utf8") ? .unicode : .ascii
    }

    /// A text in these characters, of the same width: no table loses its order.
    package func spelling(_ text: String) -> String {
        guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.unicodeScalars.map { scalar in
            scalar.isASCII
                ? String(scalar)
                : Self.likenesses[scalar] ?? String(repeating: "?", count: String(scalar).columns)
        }.joined()
    }

    func spelling(_ span: Span) -> Span { Span(spelling(span.text), span.style) }

    /// What stands for the characters that views are made of. Of marks the one that means the same.
    private static let likenesses: [Unicode.Scalar: String] = [
        "…": "~", "·": "|", "–": "-", "—": "-", "×": "x", "→": ">", "↑": "^", "↓": "v",
        "✓": "+", "✗": "x", "█": "#", "▓": "#", "▒": "=", "░": ".", "▶": ">", "■": "#", "□": ".", "•": "*",
        "“": "\"", "”": "\"", "’": "'", "‖": "=", "○": "o", "●": "*", "◷": "@", "⊘": "-",
    ]
}
