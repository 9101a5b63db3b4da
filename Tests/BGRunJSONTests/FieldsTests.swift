// Reading objects by a table of keys: what is refused, and the words for it.
import BGRunJSON
import Testing

private enum Key {
    static let identifier = JSONKey("identifier", expects: "a name such as \"org.example.backup\"")
    static let command = JSONKey("command", expects: "a list of strings such as [\"rsync\", \"-a\"]")
    static let timeBudget = JSONKey("timeBudget", expects: "a duration such as \"15m\"")
    static let begin = JSONKey("earliestBeginDate", aliases: ["earliestBegin"])
    static let network = JSONKey("requiresNetwork", aliases: ["requiresNetworkConnectivity"])
    static let environment = JSONKey("environment")
    static let requires = JSONKey("requires")
    static let all = [
        identifier, command, timeBudget, begin, network, environment, requires, "maxRuns", "kind",
    ]
}

private enum Kind: String, CaseIterable {
    case processing, refresh
}

@Suite struct `The fields of a JSON object` {
    @Test func `are read by the rows of one table`() throws {
        var fields = try fields(
            of: """
                {"identifier": "org.example.a", "command": ["a", "b"], "requiresNetworkConnectivity": true, "maxRuns": 3,
                 "kind": "refresh", "environment": {"B": "2", "A": "1"}, "requires": {"anyOf": [{"network": true}]}}
                """)
        #expect(try fields.required(Key.identifier).string() == "org.example.a")
        #expect(try fields.required(Key.command).strings() == ["a", "b"])
        #expect(try fields.optional(Key.network)?.bool() == true)
        #expect(try fields.optional("maxRuns")?.integer(in: 1...10) == 3)
        #expect(try fields.optional("kind")?.choice(Kind.self) == .refresh)
        #expect(fields.optional(Key.begin) == nil)
        let environment = try fields.required(Key.environment).members()
        #expect(environment.map(\.key) == ["B", "A"])
        #expect(try environment.map { try $0.field.string() } == ["2", "1"])
        var requires = try fields.required(Key.requires).fields(["anyOf"])
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
        _ = fields.optional(Key.command)
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
            _ = try fields.required(Key.command)
            Issue.record("the misspelt key was accepted")
        }
    }

    @Test func `that are missing are asked for`() throws {
        var fields = try fields(of: "{}")
        let command = try #require(throws: FieldError.self) { try fields.required(Key.command) }
        #expect(
            command.description
                == "command: the key is missing; add it: a list of strings such as [\"rsync\", \"-a\"]")
        let requires = try #require(throws: FieldError.self) { try fields.required(Key.requires) }
        #expect(requires.description == "requires: the key is missing; add it")
    }

    @Test func `are not null unless the reader says so`() throws {
        var fields = try fields(of: #"{"identifier":null,"maxRuns":null}"#)
        #expect(fields.nullable("maxRuns") == nil)
        let error = try #require(throws: FieldError.self) { try fields.optional(Key.identifier)?.string() }
        #expect(error.description == "identifier: found null; write a name such as \"org.example.backup\"")
        #expect(throws: Never.self) { try fields.finish() }
    }

    private func fields(of text: String) throws -> JSONFields {
        try JSONField(JSONValue(parsing: text, limits: .descriptor)).fields(Key.all)
    }

    private func path(_ key: String) -> JSONKeyPath {
        JSONKeyPath([.key(key)])
    }
}

@Suite struct `One field of the wrong kind` {
    private static let values: [JSONValue] = [nil, true, false, 1, 1.5, "a", [], [:]]
    private static let words = [
        "null", "true", "false", "a number", "a number", "a string", "a list", "an object",
    ]

    @Test func `is refused with what was found and what to write`() {
        for (value, found) in zip(Self.values, Self.words) {
            let field = JSONField(value)
            expect(field, "found \(found); write a string", unless: "a string") { _ = try $0.string() }
            expect(field, "found \(found); write true or false", unless: "true", "false") {
                _ = try $0.bool()
            }
            expect(field, "found \(found); write a list", unless: "a list") { _ = try $0.elements() }
            expect(field, "found \(found); write a list of strings", unless: "a list") {
                _ = try $0.strings()
            }
            expect(field, "found \(found); write an object", unless: "an object") { _ = try $0.object() }
            expect(field, "found \(found); write an object", unless: "an object") { _ = try $0.members() }
            expect(field, "found \(found); write an object", unless: "an object") { _ = try $0.fields([]) }
            expect(field, "found \(found); write a whole number from 0 to 9", unless: "a number") {
                _ = try $0.integer(in: 0...9)
            }
            expect(field, "found \(found); write one of \"processing\", \"refresh\"", unless: "a string") {
                _ = try $0.choice(Kind.self)
            }
        }
    }

    private func expect(
        _ field: JSONField, _ message: String, unless accepted: String..., read: (JSONField) throws -> Void
    ) {
        guard !accepted.contains(field.value.kindInWords) else { return }
        let error = #expect(throws: FieldError.self) { try read(field) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("10", "the number is out of range"), ("0", "the number is out of range"),
        ("-1", "the number is out of range"),
        ("9223372036854775807", "the number is out of range"),
        ("1.0", "the number is not whole, or too large"),
        ("1e0", "the number is not whole, or too large"),
        ("9223372036854775808", "the number is not whole, or too large"),
    ]) func `is a number that does not fit`(_ text: String, _ reason: String) throws {
        let value = try JSONValue(parsing: text, limits: .descriptor)
        let error = try #require(throws: FieldError.self) { try JSONField(value).integer(in: 1...9) }
        #expect(error.description == "\(reason); write a whole number from 1 to 9")
    }

    @Test func `is a word that is not one of the choices`() throws {
        let error = try #require(throws: FieldError.self) { try JSONField("proc\u{1B}").choice(Kind.self) }
        #expect(error.description == #""proc\u{1b}" is not known here; write one of "processing", "refresh""#)
    }

    @Test func `is named by its place in the list or object, never by its value`() throws {
        var fields = try JSONField(["command": ["a", 2]]).fields(Key.all)
        let element = try #require(throws: FieldError.self) { try fields.required(Key.command).strings() }
        #expect(element.description == "command[1]: found a number; write a string")
        var secret = try JSONField(["environment": ["API.KEY": ["hunter2"]]]).fields(Key.all)
        let member = try #require(throws: FieldError.self) {
            for member in try secret.required(Key.environment).members() { _ = try member.field.string() }
        }
        #expect(member.description == "environment[\"API.KEY\"]: found a list; write a string")
    }

    @Test func `takes the words of the table's row`() throws {
        var fields = try JSONField(["timeBudget": 15]).fields(Key.all)
        let field = try fields.required(Key.timeBudget)
        let error = try #require(throws: FieldError.self) { try field.string() }
        #expect(error.description == "timeBudget: found a number; write a duration such as \"15m\"")
        #expect(field.refusal("no unit", advice: "add one").description == "timeBudget: no unit; add one")
    }
}
