// The JSON Schema of manifests: it is what the tables say, and another implementation agrees with it.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

private let manifestSchema = "packaging/schema/manifest.schema.json"

@Suite struct `The JSON Schema of manifests` {
    @Test func `is the one that the tables of keys say`() throws {
        try GoldenFile(manifestSchema).compare(
            with: ApplicationManifest.jsonSchema.text(layout: .pretty) + "\n")
    }

    @Test func `accepts whatever the reader accepts`() throws {
        let drawn =
            Array(Generated.manifests(seed: 8).prefix(Repository.times(500)))
            + Generated.manifests(seed: 9, invalidOneIn: 30).prefix(Repository.times(500))
        var values = drawn.flatMap { [$0.json, $0.subject.json] }
        values.append(try JSONValue(parsing: Repository.everyKey(of: "manifest"), limits: .descriptor))
        let judgements = try OtherImplementation.judgements(by: manifestSchema, of: values)
        try #require(judgements.count == values.count)
        for (value, judgement) in zip(values, judgements) { #expect(judgement.isEmpty, "\(value.text())") }
    }

    @Test func `refuses wrong types, unknown keys and wrong names, as the reader does`() throws {
        var texts = WrongTypes.members(of: ApplicationManifest.jsonSchema).map { wrong in
            let sound = [("application", #""a""#), ("command", #"["x"]"#), ("tasks", #"{"b": {}}"#)]
                .filter { !wrong.text.hasPrefix("\"\($0.0)\"") }.map { #""\#($0)": \#($1)"# }
            return "{\((sound + [wrong.text]).joined(separator: ", "))}"
        }
        #expect(texts.count > 400)
        texts += [
            #""b c": {}"#, #"".b": {}"#, #""b..c": {}"#, #""b..*": {}"#, #""*": {}"#, #""b*": {}"#,
            #""b.*.c": {}"#,
            #""b": null"#, #""b": {"prefers": {"lid": "open"}}"#,
            #""b": {"latestBegin": "2026-03-29T02:30:00Z"}"#,
            #""\#(String(repeating: "b", count: 256))": {}"#, "",
            (0..<65).map { #""t\#($0)": {}"# }.joined(separator: ", "),
        ].map(manifestText)
        texts += [
            "{}", "[]", #"{"application": "a", "command": ["x"]}"#,
            #"{"application": "a", "command": ["x"], "tasks": {"b": {}}, "tasc": {}}"#,
            manifestText(tasks: #""b": {"timeBudgt": "5m"}"#),
            #"{"application": "a", "tasks": {"b": {}}}"#,
        ]
        for text in texts { #expect(refusal(ofManifest: text) != "accepted", "\(text)") }
        let judgements = try OtherImplementation.judgements(
            by: manifestSchema, of: texts.map { try JSONValue(parsing: $0, limits: .descriptor) })
        try #require(judgements.count == texts.count)
        for (text, judgement) in zip(texts, judgements) { #expect(!judgement.isEmpty, "\(text)") }
    }
}
