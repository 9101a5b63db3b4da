// The texts RFC 8259 allows, in the manner of JSONTestSuite's y_ cases.
import BGRunJSON
import Testing

@Suite struct `JSON text that is accepted` {
    private static let cases: [(text: String, value: JSONValue)] = [
        // Literals and white space.
        ("null", nil), ("true", true), ("false", false),
        (" null ", nil), ("\n\t\r true\r\n", true), ("[ ]", []), ("{ }", [:]), ("[]\n", []), ("{\n}", [:]),
        ("[null]", [nil]), ("[true,false]", [true, false]), (" [ 1 , 2 ] ", [1, 2]),

        // Integers.
        ("0", 0), ("-0", 0), ("1", 1), ("-1", -1), ("10", 10), ("120", 120), ("[0]", [0]),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),

        // Other numbers.
        ("0.0", 0.0), ("1.0", 1.0), ("-1.5", -1.5), ("0.1", 0.1), ("1e0", 1.0), ("1E2", 100.0),
        ("1e+2", 100.0),
        ("1e-2", 0.01), ("1.25e2", 125.0), ("0e0", 0.0), ("0e+1", 0.0), ("-0.0", -0.0), ("1e00002", 100.0),
        ("9223372036854775808", 9223372036854775808.0), ("-9223372036854775809", -9223372036854775808.0),
        ("1e308", 1e308), ("5e-324", .number(.leastNonzeroMagnitude)), ("123.456e78", 123.456e78),
        ("0.000001", 0.000001),
        ("1e-400", 0.0), ("123456789012345678901234567890", 123456789012345678901234567890.0),

        // Strings.
        (#""""#, ""), (#""a""#, "a"), (#""a b""#, "a b"), (#""/""#, "/"), (#""\/""#, "/"), (#""\"""#, "\""),
        (#""\\""#, "\\"), (#""\b\f\n\r\t""#, "\u{8}\u{C}\n\r\t"), (#""\u0061""#, "a"), (#""\u00e9""#, "é"),
        (#""\u00E9""#, "é"), (#""\u20AC""#, "€"), (#""\uD83D\uDE00""#, "😀"), (#""\ud83d\ude00x""#, "😀x"),
        (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uD800\uDC00""#, "\u{10000}"), (#""\uFFFF""#, "\u{FFFF}"),
        (#""\u0000""#, "\0"), (#""\u001f""#, "\u{1F}"), (#""é€😀""#, "é€😀"), (#""\\u0061""#, "\\u0061"),
        ("\"\u{7F}\"", "\u{7F}"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), ("\"\u{FEFF}\"", "\u{FEFF}"),
        ("\"\u{FFFF}\u{10FFFF}\"", "\u{FFFF}\u{10FFFF}"), (#""a\nb\nc""#, "a\nb\nc"),
        (#""// no comment""#, "// no comment"),
        (#""[{,:}]""#, "[{,:}]"), (#""\"\\\"""#, "\"\\\""), (#""new\u000Aline""#, "new\nline"),

        // Lists and objects.
        ("[[]]", [[]]), ("[[],[[]]]", [[], [[]]]), ("[{}]", [[:]]), ("[1,[2,[3]]]", [1, [2, [3]]]),
        (#"{"a":1}"#, ["a": 1]), (#"{"a":{"b":{}}}"#, ["a": ["b": [:]]]), (#"{"":0}"#, ["": 0]),
        (#"{"a":1,"b":2}"#, ["a": 1, "b": 2]), (#"{"b":1,"a":2}"#, ["b": 1, "a": 2]),
        (#" { "a" : [ 1 , { } ] } "#, ["a": [1, [:]]]), (#"{"\u0061b":1}"#, ["ab": 1]),
        (#"{"a\nb":1}"#, ["a\nb": 1]),
        (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]), (#"{"a":{"a":1}}"#, ["a": ["a": 1]]),
        (#"[{"a":1},{"a":1}]"#, [["a": 1], ["a": 1]]),
        (#"[1,"a",null,true,{},[],1.5]"#, [1, "a", nil, true, [:], [], 1.5]),
        ("{\"e\u{301}\":1,\"\u{E9}\":2}", ["e\u{301}": 1, "\u{E9}": 2]),
    ]

    @Test(arguments: cases.indices) func `gives its value`(_ index: Int) throws {
        let (text, value) = Self.cases[index]
        #expect(try JSONValue(parsing: text, limits: .descriptor) == value, "\(text)")
    }

    @Test func `keeps the order of members and the kind of numbers`() throws {
        let value = try JSONValue(parsing: #"{"z":1,"a":1.0,"m":-0}"#, limits: .descriptor)
        let object = try JSONField(value).object()
        #expect(object.members.map(\.key) == ["z", "a", "m"])
        #expect(object.members.map(\.value) == [.integer(1), .number(1), .integer(0)])
        #expect(object["a"] == 1.0 && object["a"] != 1 && object["x"] == nil)
    }

    @Test func `may be as long and as deep as the limits say`() throws {
        let limits = JSONLimits(bytes: 66, depth: 32)
        let deep = String(repeating: "[", count: 32) + "\t\n" + String(repeating: "]", count: 32)
        #expect(throws: Never.self) { try JSONValue(parsing: deep, limits: limits) }
        let list = try JSONValue(
            parsing: "[" + String(repeating: "1,", count: 32_766) + "10]", limits: .descriptor)
        #expect(try JSONField(list).elements().count == 32_767)
    }
}
