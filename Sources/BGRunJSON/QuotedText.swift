// Somebody else's text, made fit to stand in a message on a terminal or in a log.

/// Text from outside, quoted as JSON and shortened. Nothing in it can end the line, move the cursor, colour
/// the terminal or turn the writing direction: what is not plainly visible is written as an escape.
package struct QuotedText: CustomStringConvertible {
    private static let longest = 64
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Whether the text is short and of ASCII letters, digits, `_` and `-` only, so that it needs no quotes.
    package var isPlain: Bool {
        (1...Self.longest).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    package var description: String {
        var shown = "\""
        for scalar in text.unicodeScalars.prefix(Self.longest) {
            switch scalar {
            case "\"", "\\": shown += "\\\(scalar)"
            case _ where Self.isVisible(scalar): shown.unicodeScalars.append(scalar)
            default: shown += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return shown + (text.unicodeScalars.dropFirst(Self.longest).isEmpty ? "\"" : "…\"")
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            return false
        default:
            return true
        }
    }
}
