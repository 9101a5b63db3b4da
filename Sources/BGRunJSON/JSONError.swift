// Why a text is not acceptable JSON, and where.

/// Text that was refused: what is wrong with it, and the place in it.
package struct JSONError: Error, Sendable, Equatable {
    /// What is wrong.
    package enum Kind: Sendable, Equatable {
        case tooLong(limit: Int)
        case tooDeep(limit: Int)
        case byteOrderMark
        /// The text ends where more must come.
        case unexpectedEnd(wanted: Wanted)
        case unexpectedByte(UInt8, wanted: Wanted)
        case trailingComma
        case comment
        case textAfterValue
        case duplicateKey(String)
        case unclosedString
        case controlCharacter(UInt8)
        case badEscape
        case loneSurrogate
        case invalidUTF8
        case tooManyMarks(limit: Int)
        case leadingZero
        case badNumber
        /// A number that no `Double` can hold.
        case numberTooLarge
    }

    /// What could have stood in the place.
    package enum Wanted: String, Sendable {
        case value = "a value"
        case key = "a key in double quotes"
        case keyOrEnd = "a key in double quotes or \"}\""
        case valueOrEnd = "a value or \"]\""
        case colon = "\":\" after the key"
        case commaOrEndOfObject = "\",\" or \"}\""
        case commaOrEndOfArray = "\",\" or \"]\""
    }

    package let kind: Kind

    /// The place in bytes from the start of the text.
    package let offset: Int

    /// The line, from 1. Lines end with a line feed.
    package let line: Int

    /// The column in Unicode characters (scalars), from 1.
    package let column: Int

    /// The innermost value that was being read.
    package let keyPath: JSONKeyPath

    init(kind: Kind, offset: Int, keyPath: JSONKeyPath, in bytes: [UInt8]) {
        self.kind = kind
        self.offset = offset
        self.keyPath = keyPath
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 }
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence for people: where, what, and what to do.
    package var description: String {
        let place = container.description
        return "line \(line), column \(column)\(place.isEmpty ? "" : ", in \(place)"): \(kind)"
    }

    /// The value whose text is wrong. Of a key given twice that is the object, as the message names the key
    /// itself.
    private var container: JSONKeyPath {
        if case .duplicateKey = kind { keyPath.dropLast() } else { keyPath }
    }
}

extension JSONError.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong(let limit): "the text is longer than \(limit) bytes; shorten it"
        case .tooDeep(let limit): "lists and objects are nested more than \(limit) deep; flatten them"
        case .byteOrderMark: "the text starts with a byte order mark; save it as UTF-8 without one"
        case .unexpectedEnd(let wanted): "the text ends too early; \(wanted.rawValue) must follow"
        case .unexpectedByte(let byte, let wanted):
            "found \(Self.name(of: byte)) where \(wanted.rawValue) must stand"
        case .trailingComma: "a comma stands after the last member; remove it"
        case .comment: "JSON has no comments; remove it"
        case .textAfterValue: "more text follows after the value; remove it"
        case .duplicateKey(let key): "the key \(QuotedText(key)) is given twice; remove one"
        case .unclosedString: "a string is not closed; add the closing \" on the same line"
        case .controlCharacter(let byte):
            "a string contains \(Self.name(of: byte)); write it as \(Self.escape(of: byte))"
        case .badEscape: "unknown escape; write one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"
        case .loneSurrogate:
            "half of a surrogate pair stands alone; write both halves or the character itself"
        case .invalidUTF8: "the bytes are not UTF-8; save the text as UTF-8"
        case .tooManyMarks(let limit):
            "a string has more than \(limit) combining marks in a row; leave some out"
        case .leadingZero: "a number starts with a needless 0; remove it"
        case .badNumber: "not a number; digits must stand before and after \".\" and after \"e\""
        case .numberTooLarge: "the number is too large to be held; write a smaller one"
        }
    }

    private static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x00: "a NUL byte"
        case 0x09: "a tab"
        case 0x0A: "a line break"
        case 0x0D: "a carriage return"
        case 0x22: "a double quote"
        case 0x21...0x7E: "\"\(Unicode.Scalar(byte))\""
        default: "the byte 0x\(hexadecimal(byte))"
        }
    }

    private static func escape(of byte: UInt8) -> String {
        switch byte {
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        default: "\\u00\(hexadecimal(byte))"
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}
