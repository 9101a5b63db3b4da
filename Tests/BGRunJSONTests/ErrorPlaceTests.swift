// Line, column and key path of an error, and the sentence people read.
import BGRunJSON
import Testing

@Suite struct `The place of an error in JSON text` {
    @Test func `is counted in lines, and in characters rather than bytes`() throws {
        let error = try #require(refusal(of: Array("{\r\n  \"title\": \"é😀\", x\n}".utf8)))
        #expect(error.line == 2 && error.column == 18 && error.offset == 24)
    }

    @Test func `is at the end where the text ends too early`() throws {
        let error = try #require(refusal(of: Array("{\n\"a\": [1,\n".utf8)))
        #expect(error.line == 3 && error.column == 1)
        #expect(error.keyPath.description == "a[1]")
    }

    @Test func `has the key path through lists and objects`() throws {
        let error = try #require(refusal(of: Array(#"{"requires":{"anyOf":[true,{"network":tru}]}}"#.utf8)))
        #expect(error.keyPath.description == "requires.anyOf[1].network")
        #expect(error.keyPath.steps == [.key("requires"), .key("anyOf"), .index(1), .key("network")])
    }

    @Test func `reads as a sentence`() throws {
        let twice = "{\n  \"command\": [],\n      \"command\": []\n}"
        #expect(
            refusal(of: Array(twice.utf8))?.description
                == "line 3, column 7: the key \"command\" is given twice; remove one")
        let bad = #"{"schedule": {"every": 06}}"#
        #expect(
            refusal(of: Array(bad.utf8))?.description
                == "line 1, column 24, in schedule.every: a number starts with a needless 0; remove it")
        let control = "[\"a\u{1}\"]"
        #expect(
            refusal(of: Array(control.utf8))?.description
                == "line 1, column 4, in [0]: a string contains the byte 0x01; write it as \\u0001")
    }

    @Test func `names a hostile key without its control characters`() throws {
        let text = #"{"\u001b[31m\u202e":1,"\u001b[31m\u202e":2}"#
        let error = try #require(refusal(of: Array(text.utf8)))
        #expect(error.description.hasSuffix(#"the key "\u{1b}[31m\u{202e}" is given twice; remove one"#))
    }

    @Test func `is said in one line for every kind`() {
        let kinds: [JSONError.Kind] = [
            .tooLong(limit: 1), .tooDeep(limit: 1), .byteOrderMark, .unexpectedEnd(wanted: .value),
            .unexpectedByte(0xFF, wanted: .colon), .trailingComma, .comment, .textAfterValue,
            .duplicateKey("a\n"),
            .unclosedString, .controlCharacter(0), .badEscape, .loneSurrogate, .invalidUTF8, .leadingZero,
            .badNumber,
            .numberTooLarge,
        ]
        for kind in kinds {
            #expect(!kind.description.isEmpty && !kind.description.contains("\n"))
        }
    }
}
