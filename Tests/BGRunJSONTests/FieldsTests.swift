// Reading objects by a table of keys: what is refused, and the words for it.
import BGRunJSON
import Testing

@Suite struct `The fields of a JSON object` {
    @Test func `are read by the rows of one table`() throws {
        var fields = try fields(
            of: """
                {"identifier": "org.example.a", "command": ["a", "b"], "requiresNetworkConnectivity": true,
                 "maxRuns": 3, "kind": "refresh", "environment": {"B": "2", "A": "1"},
                 "requires": {"anyOf": [{"network": true}]}}
                """)
        #expect(try fields.required(SampleKey.identifier).string() == "org.example.a")
        #expect(try fields.required(SampleKey.command).strings() == ["a", "b"])
        #expect(try fields.optional(SampleKey.network)?.bool() == true)
        #expect(try fields.optional("maxRuns")?.integer(in: 1...10) == 3)
        #expect(try fields.optional("kind")?.choice(SampleKind.self) == .refresh)
        #expect(fields.optional(SampleKey.begin) == nil)
        let environment = try fields.required(SampleKey.environment).members()
        #expect(environment.map(\.key) == ["B", "A"])
        #expect(try environment.map { try $0.field.string() } == ["2", "1"])
        var requires = try fields.required(SampleKey.requires).fields(["anyOf"])
        let first = try #require(try requires.required("anyOf").elements().first)
        #expect(first.keyPath.description == "requires.anyOf[0]")
        #expect(try first.object() == ["network": true])
        try requires.finish()
        try fields.finish()
    }

    @Test func `that are known but never asked for are refused at the end`() throws {
        var fields = try fields(of: #"{"maxRuns":1,"kind":"refresh","command":[]}"#)
        _ = fields.optional("maxRuns")
        #expect(
            throws: FieldError(at: path("kind"), reason: "the key means nothing here", advice: "remove it")
        ) {
            try fields.finish()
        }
        _ = fields.optional("kind")
        _ = fields.optional(SampleKey.command)
        #expect(throws: Never.self) { try fields.finish() }
    }

    @Test(arguments: [
        ("comand", "command"), ("Command", "command"), ("cmomand", "command"), ("commands", "command"),
        ("requireNetwork", "requiresNetwork"), ("earliestBeginTime", "earliestBeginDate"),
        ("budget", "timeBudget"),
        ("time-budget", "timeBudget"), ("env", "environment"), ("kinds", "kind"),
        ("IDENTIFIER", "identifier"),
    ]) func `that are unknown are refused with the nearest known key`(_ written: String, _ meant: String) {
        #expect(
            throws: FieldError(at: path(written), reason: "unknown key", advice: "did you mean \"\(meant)\"?")
        ) { try fields(of: "{\"\(written)\": 1}") }
    }

    @Test(arguments: ["xyzzy", "", "x", "k", "n\u{212A}", String(repeating: "command", count: 9_000)])
    func `that are like no other are to be removed`(_ written: String) throws {
        let error = try #require(throws: FieldError.self) { try fields(of: "{\"\(written)\": 1}") }
        #expect(error.reason == "unknown key" && error.advice == "remove it")
        #expect(error.description.utf8.count < 120)
    }

    @Test func `are unknown when only their normal form is known`() {
        #expect(throws: FieldError.self) { try fields(of: "{\"\u{212A}ind\": \"refresh\"}") }
    }

    @Test func `are refused when a key comes again by its alias`() {
        let twice = [
            (#"{"earliestBegin":1,"earliestBeginDate":2}"#, "earliestBeginDate", "earliestBegin"),
            (#"{"earliestBeginDate":1,"earliestBegin":2}"#, "earliestBegin", "earliestBeginDate"),
        ]
        for (text, second, first) in twice {
            #expect(
                throws: FieldError(
                    at: path(second), reason: "this is the same key as \"\(first)\"",
                    advice: "remove one of them")
            ) { try fields(of: text) }
        }
    }

    @Test func `that are unknown are named before those that are missing`() {
        #expect(throws: FieldError.self) {
            var fields = try fields(of: #"{"comand": ["a"]}"#)
            _ = try fields.required(SampleKey.command)
            Issue.record("the misspelt key was accepted")
        }
    }

    @Test func `that are missing are asked for`() throws {
        var fields = try fields(of: "{}")
        let command = try #require(throws: FieldError.self) { try fields.required(SampleKey.command) }
        #expect(
            command.description
                == "command: the key is missing; add it: a list of strings such as [\"rsync\", \"-a\"]")
        let requires = try #require(throws: FieldError.self) { try fields.required(SampleKey.requires) }
        #expect(requires.description == "requires: the key is missing; add it")
    }

    @Test func `are not null unless the reader says so`() throws {
        var fields = try fields(of: #"{"identifier":null,"maxRuns":null}"#)
        #expect(fields.nullable("maxRuns") == nil)
        let error = try #require(throws: FieldError.self) {
            try fields.optional(SampleKey.identifier)?.string()
        }
        #expect(error.description == "identifier: found null; write a name such as \"org.example.backup\"")
        #expect(throws: Never.self) { try fields.finish() }
    }

    private func fields(of text: String) throws -> JSONFields {
        try JSONField(JSONValue(parsing: text, limits: .descriptor)).fields(SampleKey.all)
    }

    private func path(_ key: String) -> JSONKeyPath {
        JSONKeyPath([.key(key)])
    }
}
