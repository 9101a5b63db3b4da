// Texts in which a star stands for any text.

/// A text, or one with stars in it. Nothing else has a meaning of its own.
///
/// A comparison takes as long as the text that is compared, whatever the pattern: people write patterns, and the daemon
/// compares them with all devices.
package struct TextPattern: Sendable {
    /// What stands before the first star, or all of it.
    private let head: [UInt8]
    /// What stands between two stars; never empty, since stars side by side are one.
    private let middle: [[UInt8]]
    /// What stands behind the last star; nil where there is none.
    private let tail: [UInt8]?

    package init(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(
            Array.init)
        head = parts.first ?? []
        middle = parts.dropFirst().dropLast().filter { !$0.isEmpty }
        tail = parts.count > 1 ? parts.last : nil
    }

    /// Without a star it matches one text only.
    package var isPlain: Bool { tail == nil }

    package func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        guard let tail else { return text == head }
        let end = text.count - tail.count
        guard head.count <= end, Self.stands(head, in: text, at: 0), Self.stands(tail, in: text, at: end)
        else { return false }
        var place = head.count
        // The first place of each part is as good as any later one: what follows has the more room.
        for part in middle {
            while place + part.count <= end, !Self.stands(part, in: text, at: place) { place += 1 }
            guard place + part.count <= end else { return false }
            place += part.count
        }
        return true
    }

    /// Whether the part stands in the text from a place on; there is room for it.
    private static func stands(_ part: [UInt8], in text: [UInt8], at place: Int) -> Bool {
        for index in 0..<part.count where text[place + index] != part[index] { return false }
        return true
    }
}
