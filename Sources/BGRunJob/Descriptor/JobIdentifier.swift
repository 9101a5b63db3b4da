// The name that its author gives a job.

/// A job's identifier in reverse-DNS form, valid by construction.
///
/// It becomes part of file names and cgroup names, so its alphabet is closed: `[A-Za-z0-9][A-Za-z0-9._-]*`,
/// at most 255 bytes, never two dots in a row. A job of a template has two such parts with an `@` between them, the second
/// of which is its instance.
package struct JobIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let longest = 255
    package let text: String

    /// Nil where `text` breaks a rule; ``fault(in:)`` says which.
    package init?(_ text: String) {
        guard Self.fault(in: text) == nil else { return nil }
        self.text = text
    }

    /// What is wrong with `text` as an identifier, in words; nil where nothing is.
    package static func fault(in text: String) -> String? {
        let bytes = text.utf8
        guard let first = bytes.first else { return "an identifier can't be empty" }
        guard bytes.count <= longest else { return "an identifier has at most \(longest) bytes" }
        guard isAlphanumeric(first) else { return "an identifier starts with a letter or a digit" }
        var before: UInt8 = 0
        var hasInstance = false
        for byte in bytes {
            if before == at, !isAlphanumeric(byte) {
                return "the instance in an identifier, behind '@', starts with a letter or a digit"
            }
            if byte == at {
                if hasInstance { return "an identifier has one '@' at most, before its instance" }
                hasInstance = true
            } else if !isAlphanumeric(byte), !isMark(byte) {
                return "an identifier is made of letters, digits, '.', '_' and '-'"
            }
            if byte == UInt8(ascii: "."), before == byte { return "an identifier can't contain '..'" }
            before = byte
        }
        return before == at ? "an identifier ends in its instance; only a template's ends in '@'" : nil
    }

    /// What stands between the name of a template and the instance.
    static let at = UInt8(ascii: "@")

    private static func isMark(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// What of a template's name it is: `home` of `org.example.backup@home`. Nil for a job of no template.
    package var instance: String? {
        text.utf8.lastIndex(of: Self.at).map { String(text[text.utf8.index(after: $0)...]) }
    }

    /// The name of the template that it may be of: `org.example.backup@`. Nil for a job of no template.
    package var template: String? { instance.map { String(text.dropLast($0.utf8.count)) } }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case _: false
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    package var description: String { text }
}
