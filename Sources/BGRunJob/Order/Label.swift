// A short word by which a person gathers jobs.

/// The name of a tag, a group or a queue, valid by construction.
///
/// It is typed in shells and shown in tables, so its alphabet is closed: `[A-Za-z0-9][A-Za-z0-9._-]*`, at most 64 bytes.
package struct Label: Hashable, Comparable, Sendable, CustomStringConvertible {
    package static let longest = 64
    package let text: String

    /// Nil where `text` breaks a rule.
    package init?(_ text: String) {
        let bytes = text.utf8
        guard let first = bytes.first, Self.isAlphanumeric(first), bytes.count <= Self.longest else {
            return nil
        }
        let isMadeOfThem = bytes.allSatisfy { byte in
            Self.isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-")
        }
        guard isMadeOfThem else { return nil }
        self.text = text
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
