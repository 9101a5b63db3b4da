// Bytes that are no text, as text (RFC 4648).

/// The usual alphabet, with its padding.
enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0..<4 {
                let letter = letters[Int(bits >> (18 - 6 * UInt32(place)) & 63)]
                text.append(place <= group.count ? letter : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// - Returns: Nil for what ``text(of:)`` does not write.
    static func bytes(of text: String) -> [UInt8]? {
        let all = Array(text.utf8)
        guard all.count % 4 == 0 else { return nil }
        let content = all.suffix(2).firstIndex(of: padding).map { all[..<$0] } ?? all[...]
        var bytes: [UInt8] = []
        bytes.reserveCapacity(all.count / 4 * 3)
        var (bits, count) = (UInt32(0), 0)
        for letter in content {
            guard let value = value(of: letter) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return self.text(of: bytes) == text ? bytes : nil
    }

    private static func value(of letter: UInt8) -> UInt32? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case _: nil
        }
    }
}

extension FieldType<[UInt8]> {
    static var base64: Self { .text({ Base64.bytes(of: $0) }, { Base64.text(of: $0) }) }
}
