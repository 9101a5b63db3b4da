// The name of a service of systemd that a job has started.

/// A service by its name, such as `backup.service` or `backup@home.service`.
///
/// Only services end by themselves, so no other kind of unit can be what a job runs; a template stands for none.
/// Source of the alphabet: systemd.unit(5), "Description".
package struct UnitName: Hashable, Sendable, CustomStringConvertible {
    package static let longest = 255
    package static let suffix = ".service"
    package let text: String

    /// Nil where `text` breaks a rule; ``fault(in:)`` says which.
    package init?(_ text: String) {
        guard Self.fault(in: text) == nil else { return nil }
        self.text = text
    }

    /// What is wrong with `text` as a service's name, in words; nil where nothing is.
    package static func fault(in text: String) -> String? {
        guard text.utf8.count <= longest else { return "a unit's name has at most \(longest) bytes" }
        guard text.utf8.allSatisfy(isPart) else {
            return "a unit's name is made of letters, digits, ':', '-', '_', '.', '\\' and '@'"
        }
        guard text.hasSuffix(suffix), text.utf8.count > suffix.utf8.count else {
            return "this is no name of a service, which ends in \"\(suffix)\""
        }
        let stem = text.dropLast(suffix.count)
        if stem.hasPrefix("@") { return "nothing stands before its '@'" }
        if stem.hasSuffix("@") { return "a template stands for several units, and none of them is named" }
        return nil
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        case _: marks.contains(byte)
        }
    }

    private static let marks = Array(#":-_.\@"#.utf8)

    package var description: String { text }
}
