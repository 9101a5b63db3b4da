// Reading objects by a table of keys: what is refused, and the words for it.
import BGRunJSON
import Testing

@Suite struct `The fields of a JSON object` {
    @Test func `are read by the rows of one table`() throws {
        let (fields, errors) = try read(
            """
            {"identifier": "org.example.a", "command": ["a", "b"], "requiresNetworkConnectivity": true,
             "maxRuns": 3, "kind": "refresh", "environment": {"B": "2", "A": "1"},
             "requires": {"anyOf": [{"network": true}]}}
            """)
        #expect(errors.isEmpty)
        #expect(try fields["identifier"]?.string() == "org.example.a")
        #expect(try fields["command"]?.elements().map { try $0.string() } == ["a", "b"])
        #expect(try fields["requiresNetwork"]?.bool() == true)
        #expect(try fields["maxRuns"]?.integer(in: 1...10) == 3)
        #expect(try fields["kind"]?.choice(SampleKind.self) == .refresh)
        #expect(fields["earliestBeginDate"] == nil)
        let environment = try #require(try fields["environment"]?.members())
        #expect(environment.map(\.key) == ["B", "A"])
        #expect(try environment.map { try $0.field.string() } == ["2", "1"])
        let requires = try #require(try fields["requires"]?.members().first).field
        let first = try #require(try requires.elements().first)
        #expect(first.keyPath.description == "requires.anyOf[0]")
        #expect(try first.object() == ["network": true])
    }

    @Test(arguments: [
        ("comand", "command"), ("Command", "command"), ("cmomand", "command"), ("commands", "command"),
        ("requireNetwork", "requiresNetwork"), ("earliestBeginTime", "earliestBeginDate"),
        ("budget", "timeBudget"),
        ("time-budget", "timeBudget"), ("env", "environment"), ("kinds", "kind"),
        ("IDENTIFIER", "identifier"),
    ]) func `that are unknown are refused with the nearest known key`(
        _ written: String, _ meant: String
    ) throws {
        #expect(
            try mistakes("{\"\(written)\": 1}") == [
                FieldError(
                    at: path(written), reason: "unknown key", advice: "did you mean \"\(meant)\"?")
            ])
    }

    @Test(arguments: ["xyzzy", "", "x", "k", "n\u{212A}", String(repeating: "command", count: 9_000)])
    func `that are like no other are to be removed`(_ written: String) throws {
        let error = try #require(try mistakes("{\"\(written)\": 1}").first)
        #expect(error.reason == "unknown key" && error.advice == "remove it")
        #expect(error.description.utf8.count < 120)
    }

    @Test func `are unknown when only their normal form is known`() throws {
        #expect(try mistakes("{\"\u{212A}ind\": \"refresh\"}").map(\.reason) == ["unknown key"])
    }

    @Test func `are refused when a key comes again by its alias`() throws {
        let twice = [
            (#"{"earliestBegin":1,"earliestBeginDate":2}"#, "earliestBeginDate", "earliestBegin"),
            (#"{"earliestBeginDate":1,"earliestBegin":2}"#, "earliestBegin", "earliestBeginDate"),
        ]
        for (text, second, first) in twice {
            #expect(
                try mistakes(text) == [
                    FieldError(
                        at: path(second), reason: "this is the same key as \"\(first)\"",
                        advice: "remove one of them")
                ])
        }
    }

    @Test func `are read beside those that are refused`() throws {
        let (fields, errors) = try read(#"{"comand": ["a"], "maxRuns": 3}"#)
        #expect(errors.map(\.keyPath) == [path("comand")])
        #expect(try fields["maxRuns"]?.integer(in: 1...10) == 3)
    }

    @Test func `are read up to the twentieth mistake`() throws {
        let unknown = (1...30).map { "\"unknown\($0)\": 1" }.joined(separator: ", ")
        let (fields, errors) = try read("{\(unknown), \"maxRuns\": 3}")
        #expect(errors.count == 20 && errors.isFull)
        #expect(fields.isEmpty)
    }

    @Test func `are not null`() throws {
        let field = try #require(try read(#"{"identifier":null}"#).fields["identifier"])
        let error = try #require(throws: FieldError.self) { try field.string() }
        #expect(error.description == "identifier: found null; write a name such as \"org.example.backup\"")
    }

    private func read(_ text: String) throws -> (fields: [String: JSONField], errors: [FieldError]) {
        try SampleKey.read(JSONValue(parsing: text, limits: .descriptor))
    }

    private func mistakes(_ text: String) throws -> [FieldError] { try read(text).errors }

    private func path(_ key: String) -> JSONKeyPath {
        JSONKeyPath([.key(key)])
    }
}
