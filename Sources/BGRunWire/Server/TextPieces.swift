// From bytes in pieces to text in pieces: no character is cut in two.

/// Turns a stream of bytes into text. Bytes that are no UTF-8 become U+FFFD.
package struct TextPieces: Sendable {
    /// The beginning of a character whose rest has not come yet; at most three bytes.
    private var beginning: [UInt8] = []

    package init() {}

    /// The text of these bytes, without a character that is not complete yet.
    package mutating func take(_ bytes: some Collection<UInt8>) -> String { piece(of: bytes).text }

    /// The same, and the bytes where these are no text.
    package mutating func piece(of bytes: some Collection<UInt8>) -> (text: String, bytes: [UInt8]?) {
        let all = beginning + bytes
        let complete = all.count - Self.incompleteTail(of: all)
        beginning = Array(all[complete...])
        return Self.piece(all[..<complete])
    }

    private static func piece(_ bytes: ArraySlice<UInt8>) -> (text: String, bytes: [UInt8]?) {
        let text = String(decoding: bytes, as: UTF8.self)
        return (text, text.utf8.elementsEqual(bytes) ? nil : Array(bytes))
    }

    /// The text of what is left when nothing more comes.
    package mutating func finish() -> String { lastPiece().text }

    /// The same, and the bytes where these are no text.
    package mutating func lastPiece() -> (text: String, bytes: [UInt8]?) {
        defer { beginning = [] }
        return Self.piece(beginning[...])
    }

    /// How many bytes at the end begin a character and do not end it.
    private static func incompleteTail(of bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.suffix(3).reversed().enumerated() {
            let length: Int
            switch byte {
            case 0x80...0xBF: continue
            case 0xC2...0xDF: length = 2
            case 0xE0...0xEF: length = 3
            case 0xF0...0xF4: length = 4
            case _: return 0
            }
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }
}
