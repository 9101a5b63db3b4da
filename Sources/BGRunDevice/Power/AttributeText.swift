// The text of one sysfs attribute, and what it means as a number.

/// What came of reading one attribute.
enum AttributeText: Equatable, Sendable {
    /// Without the line's end.
    case text(String)
    /// The supply has no such attribute.
    case absent
    /// The attribute is there and could not be read, or is longer than an attribute may be.
    case unreadable

    /// The text of `bytes` as sysfs means it; text that is empty or is no UTF-8 counts as unreadable.
    init(_ bytes: some Collection<UInt8>) {
        let trimmed = bytes.split(
            separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let line = trimmed.first, !line.isEmpty, let text = String(validating: line, as: UTF8.self)
        else {
            self = .unreadable
            return
        }
        self = .text(text)
    }

    /// A decimal number, with or without a sign, that fits; anything else is nil.
    static func number(_ text: String) -> Int? { Int(text, radix: 10) }
}
