// The name that its author gives a job.

/// A job's identifier in reverse-DNS form, valid by construction.
///
/// It becomes part of file names and cgroup names, so its alphabet is closed: `[A-Za-z0-9][A-Za-z0-9._-]*`,
/// at most 255 bytes, never two dots in a row.
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
        for byte in bytes {
            guard
                isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                    || byte == UInt8(ascii: "-")
            else { return "an identifier is made of letters, digits, '.', '_' and '-'" }
            if byte == UInt8(ascii: "."), before == byte { return "an identifier can't contain '..'" }
            before = byte
        }
        return nil
    }

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
