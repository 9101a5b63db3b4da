// What the writer prints, and that the reader reads it back.
import BGRunJSON
import Testing

@Suite struct `A JSON value that is printed` {
    private static let descriptor: JSONValue = [
        "identifier": "org.example.backup", "command": ["restic", "backup"], "environment": [:], "tags": [],
        "retry": ["factor": 2, "jitter": 0.1], "enabled": true, "notes": nil,
    ]

    @Test func `stands on one line, in the order of its members`() {
        #expect(
            Self.descriptor.text()
                == #"{"identifier":"org.example.backup","command":["restic","backup"],"environment":{},"#
                + #""tags":[],"retry":{"factor":2,"jitter":0.1},"enabled":true,"notes":null}"#)
    }

    @Test func `is indented by two spaces where people read it`() {
        #expect(
            Self.descriptor.text(layout: .pretty) == """
                {
                  "identifier": "org.example.backup",
                  "command": [
                    "restic",
                    "backup"
                  ],
                  "environment": {},
                  "tags": [],
                  "retry": {
                    "factor": 2,
                    "jitter": 0.1
                  },
                  "enabled": true,
                  "notes": null
                }
                """)
    }

    @Test func `can be cut where the elements of lists are to stand`() {
        let object: JSONObject = ["a": 1, "b": ["c": [], "d": []], "e": [], "f": [2]]
        let pieces = object.pieces(around: [["b", "c"], ["e"]]).map { String(decoding: $0, as: UTF8.self) }
        #expect(pieces == [#"{"a":1,"b":{"c":["#, #"],"d":[]},"e":["#, #"],"f":[2]}"#])
    }

    @Test func `is appended to what the buffer holds`() {
        var output = Array("a:".utf8)
        JSONValue.array([1, 2]).write(to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "a:[1,2]")
    }

    @Test(arguments: [
        ("\"", #""\"""#), ("\\", #""\\""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1}\u{1F}", #""\u0000\u0001\u001f""#),
        // A terminal would act on these.
        ("\u{7F}\u{9B}31m\u{202E}\u{2028}\u{2066}", #""\u007f\u009b31m\u202e\u2028\u2066""#),
        ("20 °C – “ok”\u{A0}€", "\"20 °C – “ok”\u{A0}€\""),
        ("/", #""/""#), ("é€😀", "\"é€😀\""), ("", #""""#),
        ("a\nb", #""a\nb""#),
        ("\r\n", #""\r\n""#),
    ]) func `escapes what must be escaped, and what a terminal would act on`(_ string: String, _ text: String)
    {
        #expect(JSONValue.string(string).text() == text)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (1, "1.0"), (-0.0, "-0.0"), (1e20, "1e+20"), (1.5e-7, "1.5e-07"),
            (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (0.1 + 0.2, "0.30000000000000004"),
            (9_007_199_254_740_992, "9007199254740992.0"),
            (9_223_372_036_854_775_808, "9.223372036854776e+18"),
        ] as [(Double, String)]) func `has the fewest digits that read back the same`(
            _ number: Double, _ text: String
        ) throws
    {
        #expect(JSONValue.number(number).text() == text)
        #expect(try JSONValue(parsing: text, limits: .descriptor) == .number(number))
    }

    @Test func `reads back as the same value and the same text`() throws {
        var random = Seeded(20_260_101)
        for round in 0..<3_000 {
            let value = randomValue(depth: 5, &random)
            for layout in [JSONLayout.compact, .pretty] {
                let bytes = value.bytes(layout: layout)
                let again = try JSONValue(parsing: bytes, limits: .message)
                #expect(again == value, "round \(round): \(value.text())")
                #expect(again.bytes(layout: layout) == bytes, "round \(round)")
            }
        }
    }

    @Test func `is different text when it is a different spelling of the same letters`() throws {
        let composed = try JSONValue(parsing: "[\"\u{E9}\"]", limits: .descriptor)
        let decomposed = try JSONValue(parsing: "[\"e\u{301}\"]", limits: .descriptor)
        #expect(composed != decomposed)
        #expect(JSONValue.string("\u{212B}") != .string("A\u{30A}"))
        #expect(JSONValue.integer(1) != .number(1))
    }
}
