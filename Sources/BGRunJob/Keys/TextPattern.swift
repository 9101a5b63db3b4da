// Texts in which a star stands for any text.

/// A text, or one with stars in it. Nothing else has a meaning of its own.
package struct TextPattern: Sendable {
    private let parts: [[UInt8]]

    package init(_ text: String) {
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(
            Array.init)
    }

    /// Without a star it matches one text only.
    package var isPlain: Bool { parts.count == 1 }

    package func matches(_ text: String) -> Bool {
        guard let first = parts.first, let last = parts.last else { return false }
        let text = Array(text.utf8)
        if isPlain { return text == first }
        guard text.count >= first.count + last.count, text.starts(with: first),
            text.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = text[first.count..<(text.count - last.count)]
        // The first place of each part is as good as any later one: what follows has the more room.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else {
                return false
            }
            rest = rest[(place + part.count)...]
        }
        return true
    }
}
