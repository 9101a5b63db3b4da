// The texts RFC 8259 does not allow, in the manner of JSONTestSuite's n_ cases, each with its kind and place.
import BGRunJSON
import Testing

@Suite struct `JSON text that is refused` {
    // B-21
    private static let cases: [(text: String, kind: JSONError.Kind, offset: Int)] = [
        // Nothing, or too little.
        ("", .unexpectedEnd(wanted: .value), 0), (" \n", .unexpectedEnd(wanted: .value), 2),
        ("[", .unexpectedEnd(wanted: .valueOrEnd), 1), ("[1", .unexpectedEnd(wanted: .commaOrEndOfArray), 2),
        ("[1,", .unexpectedEnd(wanted: .value), 3), ("{", .unexpectedEnd(wanted: .keyOrEnd), 1),
        (#"{"a""#, .unexpectedEnd(wanted: .colon), 4), (#"{"a":"#, .unexpectedEnd(wanted: .value), 5),
        (#"{"a":1"#, .unexpectedEnd(wanted: .commaOrEndOfObject), 6),
        (#"{"a":1,"#, .unexpectedEnd(wanted: .key), 7),
        ("[[[", .unexpectedEnd(wanted: .valueOrEnd), 3), (#"["a"#, .unclosedString, 1),
        ("\"", .unclosedString, 0),

        // Commas and colons.
        ("[1,]", .trailingComma, 2), ("[1 , ]", .trailingComma, 3), (#"{"a":1,}"#, .trailingComma, 6),
        ("[,]", .unexpectedByte(0x2C, wanted: .valueOrEnd), 1),
        ("[,1]", .unexpectedByte(0x2C, wanted: .valueOrEnd), 1),
        ("[1,,2]", .unexpectedByte(0x2C, wanted: .value), 3),
        ("[1 2]", .unexpectedByte(0x32, wanted: .commaOrEndOfArray), 3),
        ("{,}", .unexpectedByte(0x2C, wanted: .keyOrEnd), 1),
        (#"{"a" 1}"#, .unexpectedByte(0x31, wanted: .colon), 5),
        (#"{"a"::1}"#, .unexpectedByte(0x3A, wanted: .value), 5),
        (#"{"a":1 "b":2}"#, .unexpectedByte(0x22, wanted: .commaOrEndOfObject), 7),
        (#"{"a":1,,"b":2}"#, .unexpectedByte(0x2C, wanted: .key), 7),
        ("[1:2]", .unexpectedByte(0x3A, wanted: .commaOrEndOfArray), 2),
        (#"{"a"=1}"#, .unexpectedByte(0x3D, wanted: .colon), 4),
        (#"{"a",1}"#, .unexpectedByte(0x2C, wanted: .colon), 4),
        (#"{"a":}"#, .unexpectedByte(0x7D, wanted: .value), 5),
        (#"["a";"b"]"#, .unexpectedByte(0x3B, wanted: .commaOrEndOfArray), 4),

        // Brackets.
        ("]", .unexpectedByte(0x5D, wanted: .value), 0), ("}", .unexpectedByte(0x7D, wanted: .value), 0),
        ("[}", .unexpectedByte(0x7D, wanted: .valueOrEnd), 1),
        ("{]", .unexpectedByte(0x5D, wanted: .keyOrEnd), 1),
        ("[1}", .unexpectedByte(0x7D, wanted: .commaOrEndOfArray), 2),
        (#"{"a":1]"#, .unexpectedByte(0x5D, wanted: .commaOrEndOfObject), 6),

        // Keys.
        ("{1:1}", .unexpectedByte(0x31, wanted: .keyOrEnd), 1),
        ("{a:1}", .unexpectedByte(0x61, wanted: .keyOrEnd), 1),
        ("{'a':1}", .unexpectedByte(0x27, wanted: .keyOrEnd), 1),
        ("{null:1}", .unexpectedByte(0x6E, wanted: .keyOrEnd), 1),
        (#"{"a":1,b:2}"#, .unexpectedByte(0x62, wanted: .key), 7),
        ("{[]:1}", .unexpectedByte(0x5B, wanted: .keyOrEnd), 1),

        // More than one value.
        ("1 2", .textAfterValue, 2), ("[]]", .textAfterValue, 2), ("{}}", .textAfterValue, 2),
        ("[][]", .textAfterValue, 2),
        (#""a"x"#, .textAfterValue, 3), ("nullx", .textAfterValue, 4), ("truefalse", .textAfterValue, 4),
        ("null\0", .textAfterValue, 4), ("[]\u{C}", .textAfterValue, 2), ("1,", .textAfterValue, 1),
        ("[] \u{FEFF}", .textAfterValue, 3),

        // Words and characters that are no values.
        ("nul", .unexpectedByte(0x6E, wanted: .value), 0), ("tru", .unexpectedByte(0x74, wanted: .value), 0),
        ("fals", .unexpectedByte(0x66, wanted: .value), 0),
        ("True", .unexpectedByte(0x54, wanted: .value), 0),
        ("NULL", .unexpectedByte(0x4E, wanted: .value), 0), ("NaN", .unexpectedByte(0x4E, wanted: .value), 0),
        ("Infinity", .unexpectedByte(0x49, wanted: .value), 0),
        ("undefined", .unexpectedByte(0x75, wanted: .value), 0),
        ("[a]", .unexpectedByte(0x61, wanted: .valueOrEnd), 1),
        ("'a'", .unexpectedByte(0x27, wanted: .value), 0),
        ("*", .unexpectedByte(0x2A, wanted: .value), 0), ("\0", .unexpectedByte(0, wanted: .value), 0),
        ("[\u{A0}1]", .unexpectedByte(0xC2, wanted: .valueOrEnd), 1),
        ("\u{C}1", .unexpectedByte(0x0C, wanted: .value), 0),
        ("\u{B}1", .unexpectedByte(0x0B, wanted: .value), 0),
        ("[1\0]", .unexpectedByte(0, wanted: .commaOrEndOfArray), 2),
        ("\u{FEFF}{}", .byteOrderMark, 0), ("\u{FEFF}", .byteOrderMark, 0),

        // Comments.
        ("// x\n1", .comment, 0), ("/* x */ 1", .comment, 0), ("1 // x", .comment, 2),
        ("[1 /* x */]", .comment, 3),
        ("[ // x\n]", .comment, 2), ("{ // x\n}", .comment, 2),
        ("# x\n1", .unexpectedByte(0x23, wanted: .value), 0),

        // Numbers.
        ("01", .leadingZero, 0), ("-01", .leadingZero, 0), ("00", .leadingZero, 0),
        ("[-012]", .leadingZero, 1), ("00.1", .leadingZero, 0),
        ("-", .badNumber, 1), ("--1", .badNumber, 1), ("-a", .badNumber, 1), ("1.", .badNumber, 2),
        ("1.e1", .badNumber, 2),
        ("1e", .badNumber, 2), ("1e+", .badNumber, 3), ("1eE2", .badNumber, 2), ("1e1.", .textAfterValue, 3),
        ("-.5", .badNumber, 1),
        ("+1", .unexpectedByte(0x2B, wanted: .value), 0), (".5", .unexpectedByte(0x2E, wanted: .value), 0),
        ("0x1F", .textAfterValue, 1), ("1_000", .textAfterValue, 1), ("1a", .textAfterValue, 1),
        ("1.2.3", .textAfterValue, 3),
        ("-Infinity", .badNumber, 1), ("-NaN", .badNumber, 1), ("1 000", .textAfterValue, 2),
        ("1e400", .numberTooLarge, 0), ("-1e400", .numberTooLarge, 0),
        ("\u{FF11}", .unexpectedByte(0xEF, wanted: .value), 0), ("1-", .textAfterValue, 1),
        ("0e", .badNumber, 2), ("1f", .textAfterValue, 1),

        // Strings.
        ("\"a\nb\"", .controlCharacter(0x0A), 2), ("\"\t\"", .controlCharacter(0x09), 1),
        ("\"\0\"", .controlCharacter(0), 1),
        ("\"\u{1F}\"", .controlCharacter(0x1F), 1), ("{\"a\tb\":1}", .controlCharacter(0x09), 3),
        (#""\a""#, .badEscape, 1), (#""\'""#, .badEscape, 1), (#""\x41""#, .badEscape, 1),
        (#""\0""#, .badEscape, 1), (#""\U0041""#, .badEscape, 1),
        (#""\u""#, .badEscape, 1), (#""\u12""#, .badEscape, 1), (#""\u12G4""#, .badEscape, 1),
        (#""\u{61}""#, .badEscape, 1), (#""\"#, .badEscape, 1),
        (#""\u+123""#, .badEscape, 1), (#""\u 123""#, .badEscape, 1), (#""ab\"#, .badEscape, 3),
        (#""\é""#, .badEscape, 1),
        (#""\""#, .unclosedString, 0), (#""\\\""#, .unclosedString, 0),
        (#""\uD800""#, .loneSurrogate, 1), (#""\uDC00""#, .loneSurrogate, 1),
        (#""\uD800x""#, .loneSurrogate, 1),
        (#""\uD800\n""#, .loneSurrogate, 1), (#""\uD800\u0061""#, .loneSurrogate, 1),
        (#""\uD800\uD800""#, .loneSurrogate, 1),
        (#""\uDC00\uD800""#, .loneSurrogate, 1), (#""a\uDE00\uD83D""#, .loneSurrogate, 2),
        (#""\uD83D\u""#, .badEscape, 7),
        (#""\uD83D\uDE0""#, .badEscape, 7), (#"{"\uD800":1}"#, .loneSurrogate, 2),

        // Keys given twice.
        (#"{"a":1,"a":2}"#, .duplicateKey("a"), 7), (#"{"a":1,"a":1}"#, .duplicateKey("a"), 7),
        (#"{"a":1,"b":2,"a":3}"#, .duplicateKey("a"), 13),
        (#"{"a":1,"\u0061":2}"#, .duplicateKey("a"), 7), (#"{"\u0061":1,"a":2}"#, .duplicateKey("a"), 12),
        (#"{"":1,"":2}"#, .duplicateKey(""), 6),
        (#"{"é":1,"\u00e9":2}"#, .duplicateKey("é"), 8), (#"{"/":1,"\/":2}"#, .duplicateKey("/"), 7),
        (#"[{"a":1,"a":2}]"#, .duplicateKey("a"), 8),
    ]

    // B-21
    @Test func `has more combining marks in a row than any language`() throws {
        let marks = { (count: Int) in String(repeating: "\u{316}\u{301}", count: count) }
        let limits = JSONLimits(bytes: 1 << 20)
        #expect(try JSONValue(parsing: "[\"a\(marks(15))b\(marks(15))\"]", limits: limits) != .null)
        let escaped = String(repeating: #"\u0316\u0301"#, count: 16)
        // What begins anew by its class, and is made of marks.
        let vowels = String(repeating: "\u{F73}", count: 31)
        for text in [
            "[\"a\(marks(200_000))\"]", "{\"a\(marks(16))\": 1}", "[\"a\(escaped)\"]", "[\"\(vowels)\"]",
        ] {
            let error = #expect(throws: JSONError.self) { _ = try JSONValue(parsing: text, limits: limits) }
            #expect(error?.kind == .tooManyMarks(limit: 30))
            #expect(error?.offset == 1)
        }
        let free = JSONLimits(bytes: 1 << 20, marks: .max)
        #expect(try JSONValue(parsing: "[\"a\(marks(100))\"]", limits: free) != .null)
    }

    @Test(arguments: cases.indices) func `says what is wrong and where`(_ index: Int) throws {
        let (text, kind, offset) = Self.cases[index]
        let error = try #require(refusal(of: Array(text.utf8)), "accepted: \(text)")
        #expect(error.kind == kind, "\(text)")
        #expect(error.offset == offset, "\(text)")
    }

    /// Each of these stands in a string as `"a…b"`; the offset is of the first byte that cannot go on.
    private static let invalidUTF8: [[UInt8]] = [
        // Continuation bytes alone, sequences cut short.
        [0x80], [0xBF], [0xC3], [0xE2, 0x82], [0xE2], [0xF0, 0x9F, 0x98], [0xF0, 0x9F], [0xF0],
        [0xC3, 0xC3, 0xA9],
        // Overlong forms of NUL, "/", DEL, U+07FF and U+FFFF.
        [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xE0, 0x9F, 0xBF],
        [0xF0, 0x80, 0x80, 0xAF], [0xF0, 0x8F, 0xBF, 0xBF],
        // Surrogates, as halves and as CESU-8 pairs.
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
        // Beyond U+10FFFF, and bytes that never occur.
        [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        // Latin-1, as an old editor saves it.
        [0xE9, 0x74, 0xE9],
    ]

    @Test(arguments: invalidUTF8) func `is not UTF-8`(_ bytes: [UInt8]) throws {
        let inString = try #require(refusal(of: Array(#"{"k":"a"#.utf8) + bytes + Array(#"b"}"#.utf8)))
        #expect(inString.kind == .invalidUTF8 && inString.offset == 7 && inString.keyPath.description == "k")
        let inKey = try #require(refusal(of: Array(#"{"a\n"#.utf8) + bytes + Array(#"b":1}"#.utf8)))
        #expect(inKey.kind == .invalidUTF8 && inKey.offset == 5)
        let outside = try #require(refusal(of: Array("[".utf8) + bytes + Array("]".utf8)))
        #expect(outside.offset == 1)
    }

    @Test func `is UTF-16 or UTF-32`() throws {
        #expect(refusal(of: [0x7B, 0x00, 0x7D, 0x00])?.offset == 1)
        #expect(refusal(of: [0xFF, 0xFE, 0x7B, 0x00])?.offset == 0)
        #expect(refusal(of: [0x00, 0x00, 0x00, 0x7B])?.offset == 0)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func `is nested ten thousand deep`(_ opening: String)
        throws
    {
        let text = String(repeating: opening, count: 10_000)
        let error = try #require(refusal(of: Array(text.utf8), limits: .message))
        #expect(error.kind == .tooDeep(limit: 32))
        #expect(error.keyPath.steps.count == 32)
    }

    @Test func `is nested one deeper than the limit`() throws {
        let error = try #require(refusal(of: Array("[[[1]]]".utf8), limits: JSONLimits(bytes: 100, depth: 2)))
        #expect(error.kind == .tooDeep(limit: 2) && error.offset == 2)
    }

    @Test func `is one byte too long`() throws {
        let text = Array(repeating: UInt8(ascii: " "), count: 65_535) + Array("1".utf8)
        #expect(refusal(of: text) == nil)
        let error = try #require(refusal(of: text + Array(" ".utf8)))
        #expect(error.kind == .tooLong(limit: 65_536) && error.offset == 65_536)
    }
}
