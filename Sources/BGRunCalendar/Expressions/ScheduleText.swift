// Pieces of a schedule's text: numbers in them, words in them, and how an error shows them.

extension Substring.UTF8View {
    /// The number that these digits are, at most 2^31; nil for anything that is not all digits.
    ///
    /// Whatever is larger is cut to 2^31, which is in no field's range.
    var decimal: Int64? {
        guard !isEmpty else { return nil }
        var value: Int64 = 0
        for byte in self {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = Swift.min(value * 10 + Int64(byte - UInt8(ascii: "0")), 1 << 31)
        }
        return value
    }

    /// Whether these bytes are `word`, which is lowercase ASCII, in any case of letters.
    func equalsLowercase(_ word: String) -> Bool {
        elementsEqual(word.utf8) { byte, letter in
            byte == letter
                || (byte | 0x20 == letter && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte))
        }
    }
}

/// A piece of text as an error shows it: in quotation marks, cut where it is long.
///
/// It may be anybody's and may be shown on root's terminal. What is not plain ASCII is written as an escape, so
/// nothing in it ends the line, moves the cursor or turns the writing direction.
func quoted(_ piece: Substring.UTF8View) -> String {
    let length = 60
    var shown = ""
    let scalars = Substring(piece).unicodeScalars
    for scalar in scalars.prefix(length) {
        switch scalar {
        case "\"", "\\": shown += "\\\(scalar)"
        case "\u{20}"..."\u{7E}": shown.unicodeScalars.append(scalar)
        case _: shown += "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
    return "\"\(shown)\(scalars.dropFirst(length).isEmpty ? "" : "…")\""
}
