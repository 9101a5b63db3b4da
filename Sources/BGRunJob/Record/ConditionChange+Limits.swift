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
        return text.cut(toBytes: longestName - ending.utf8.count) + ending
    }
}

extension String {
    /// Its beginning, in whole characters of Unicode.
    package func cut(toBytes bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var kept = ""
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            if count > bytes { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept
    }
}
