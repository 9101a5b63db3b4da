// Text of strangers, cut to a length and to signs that only stand for themselves.

/// Makes text fit for a person's eyes: without control characters, which move cursors and forge lines, and
/// without the marks that turn the direction of writing around.
package enum PlainText {
    private static let mostMarks = 4

    /// One line.
    package static func line(_ text: String, limit: Int) -> String {
        clean(text, limit: limit) { _ in false }
    }

    /// As many lines as the text has.
    package static func lines(_ text: String, limit: Int) -> String {
        clean(text, limit: limit) { $0 == "\n" }
    }

    private static func clean(
        _ text: String, limit: Int, _ isKept: (Unicode.Scalar) -> Bool
    ) -> String {
        var clean = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars.prefix(limit) {
            // Letters have a few marks; hundreds would grow over the lines above and below.
            marks = scalar.isMark ? marks + 1 : 0
            if marks > mostMarks { continue }
            switch scalar.value {
            // A tab or a line feed divides words. Zero bytes have no place on a bus at all.
            case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: clean.append(isKept(scalar) ? scalar : " ")
            // The marks that turn the direction of writing (Unicode's UAX 9), and the byte order mark.
            case 0x061c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069, 0xfeff: continue
            // Tags, which nobody sees, and signs that mean what a font likes.
            case 0xe000...0xf8ff, 0xe0000...0xe0fff, 0xf0000...0x10ffff: continue
            case _: clean.append(scalar)
            }
        }
        if text.unicodeScalars.dropFirst(limit).first != nil { clean.append("…") }
        return String(clean)
    }
}

extension Unicode.Scalar {
    /// Whether it is laid over the letter before it.
    fileprivate var isMark: Bool {
        // No mark is below, and the tables are slow to ask.
        guard value >= 0x300 else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case _: false
        }
    }
}
