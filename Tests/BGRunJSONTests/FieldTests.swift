// One value read as what it should be, and the words when it is not.
import BGRunJSON
import Testing

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
            expect(field, "found \(found); write an object", unless: "an object") { _ = try $0.object() }
            expect(field, "found \(found); write an object", unless: "an object") { _ = try $0.members() }
            expect(field, "found \(found); write an object", unless: "an object") {
                var errors: [FieldError] = []
                try $0.forEachMember(of: [], errors: &errors) { _, _, _ in }
            }
            expect(field, "found \(found); write a whole number from 0 to 9", unless: "a number") {
                _ = try $0.integer(in: 0...9)
            }
            expect(field, "found \(found); write one of \"processing\", \"refresh\"", unless: "a string") {
                _ = try $0.choice(SampleKind.self)
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
        let error = try #require(throws: FieldError.self) {
            try JSONField("proc\u{1B}").choice(SampleKind.self)
        }
        #expect(error.description == #""proc\u{1b}" is not known here; write one of "processing", "refresh""#)
    }

    @Test func `is named by its place in the list or object, never by its value`() throws {
        let command = try #require(try SampleKey.read(["command": ["a", 2]]).fields["command"])
        let element = try #require(throws: FieldError.self) { try command.elements().last?.string() }
        #expect(element.description == "command[1]: found a number; write a string")
        let secret: JSONValue = ["environment": ["API.KEY": ["hunter2"]]]
        let environment = try #require(try SampleKey.read(secret).fields["environment"])
        let member = try #require(throws: FieldError.self) {
            for member in try environment.members() { _ = try member.field.string() }
        }
        #expect(member.description == "environment[\"API.KEY\"]: found a list; write a string")
    }

    @Test func `takes the words of the table's row`() throws {
        let field = try #require(try SampleKey.read(["timeBudget": 15]).fields["timeBudget"])
        let error = try #require(throws: FieldError.self) { try field.string() }
        #expect(error.description == "timeBudget: found a number; write a duration such as \"15m\"")
        #expect(field.refusal("no unit", advice: "add one").description == "timeBudget: no unit; add one")
    }
}
