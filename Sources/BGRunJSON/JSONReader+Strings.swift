// Strings: plain runs are copied whole, escapes are decoded, and every byte is checked to be UTF-8.

extension JSONReader {
    mutating func string() throws(Fault) -> String {
        let quote = index
        index += 1
        var text = try run(from: quote)
        while !take(UInt8(ascii: "\"")) {
            text.unicodeScalars.append(try escape())
            text += try run(from: quote)
        }
        guard hasFewMarks(text) else { throw Fault(.tooManyMarks(limit: limits.marks), at: quote) }
        return text
    }

    private func hasFewMarks(_ text: String) -> Bool {
        // The first of them is U+0300.
        if limits.marks == .max || text.utf8.allSatisfy({ $0 < 0xCC }) { return true }
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = Self.isMark(scalar) ? marks + 1 : 0
            if marks > limits.marks { return false }
        }
        return true
    }

    /// Whether it, or what it is made of, is put in order among its neighbours when texts are compared.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300: false
        // Three Tibetan vowel signs begin anew by their class, and are made of marks alone.
        case 0x0F73, 0x0F75, 0x0F81: true
        case _: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    /// The bytes up to the next quote or backslash. Neither byte occurs inside a longer UTF-8 sequence, so a
    /// run is whole and can be checked by itself.
    private mutating func run(from quote: Int) throws(Fault) -> String {
        let start = index
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return try text(start..<index)
            case 0x00..<0x20: throw Fault(.controlCharacter(byte), at: index)
            default: index += 1
            }
        }
        throw Fault(.unclosedString, at: quote)
    }

    private func text(_ range: Range<Int>) throws(Fault) -> String {
        do {
            return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
        } catch {
            throw Fault(.invalidUTF8, at: range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    // MARK: Escapes

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        let backslash = index
        index += 1
        guard let byte = peek() else { throw Fault(.badEscape, at: backslash) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: backslash)
        default: throw Fault(.badEscape, at: backslash)
        }
    }

    /// The rest of `\uXXXX`, and the second half where the first is one of a surrogate pair.
    private mutating func unicodeEscape(from backslash: Int) throws(Fault) -> Unicode.Scalar {
        let unit = try codeUnit(of: backslash)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw Fault(.loneSurrogate, at: backslash)
        }
        let second = try codeUnit(of: index - 2)
        let pair = (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)) + 0x10000
        guard UTF16.isTrailSurrogate(second), let scalar = Unicode.Scalar(pair) else {
            throw Fault(.loneSurrogate, at: backslash)
        }
        return scalar
    }

    private mutating func codeUnit(of backslash: Int) throws(Fault) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek().flatMap(Self.hexadecimalValue) else {
                throw Fault(.badEscape, at: backslash)
            }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
