// How long the texts are that history keeps of the machine.

extension ConditionChange {
    /// In bytes. A check's arguments may be as long as a descriptor, and history has many rows.
    package static let longestName = 300
    /// In bytes; the rest of a reason is left out.
    package static let longestReason = 500

    /// The name under which history keeps the requirement of a ``Requirement/text``.
    ///
    /// A text that is too long is cut and ends in a number that tells it from others. The name of a name is the name.
    package static func name(of text: String) -> String {
        guard text.utf8.count > longestName else { return text }
        let digits = String(Fingerprint.of(text.utf8), radix: 16)
        let ending = "…" + String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
        return cut(text, to: longestName - ending.utf8.count) + ending
    }

    /// The beginning of a text, in whole characters of Unicode.
    package static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var kept = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > bytes { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
