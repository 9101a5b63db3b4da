// The JSON Schema of descriptors: it is what the table says, and another implementation agrees with it.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Foundation
import GeneratedSamples
import Testing

private let descriptorSchema = "packaging/schema/descriptor.schema.json"

@Suite struct `The JSON Schema of descriptors` {
    @Test func `is the one that the table of keys says`() throws {
        try GoldenFile(descriptorSchema)
            .compare(with: JobDescriptor.jsonSchema.text(layout: .pretty) + "\n")
    }

    @Test func `accepts every descriptor that is shipped, as the reader does`() throws {
        let paths = try ["jobs.d", "Examples"]
            .filter { FileManager.default.fileExists(atPath: Repository.path($0)) }
            .flatMap { try Repository.descriptors(below: $0) }
        try #require(paths.count >= 5)
        let texts = try paths.map { try Repository.text($0) }
        for (path, text) in zip(paths, texts) {
            #expect(refusal(of: text) == "accepted", "\(path)")
        }
        let judgements = try OtherImplementation.judgements(
            by: descriptorSchema, of: texts.map { try JSONValue(parsing: $0, limits: .descriptor) })
        #expect(judgements == Array(repeating: "", count: paths.count), "\(paths)")
    }

    @Test func `accepts whatever the reader accepts`() throws {
        let drawn =
            Array(Generated.jobs(seed: 7).prefix(Repository.times(500)))
            + Generated.jobs(seed: 8, invalidOneIn: 30).prefix(Repository.times(500))
        var values = drawn.flatMap { [$0.json, $0.subject.json] }
        let edges = RequirementSamples.edges.map { #""requires": \#($0)"# }
        let texts =
            try [Repository.everyKey(of: "descriptor"), aliases]
            + (ScheduleSamples.members + edges).map(jobText(with:))
        for text in texts { #expect(refusal(of: text) == "accepted", "\(text)") }
        values += try texts.map { try JSONValue(parsing: $0, limits: .descriptor) }
        let judgements = try OtherImplementation.judgements(by: descriptorSchema, of: values)
        try #require(judgements.count == values.count)
        for (value, judgement) in zip(values, judgements) { #expect(judgement.isEmpty, "\(value.text())") }
    }

    @Test func `refuses wrong types, unknown keys, and keys that exclude each other, as the reader does`()
        throws
    {
        var members = WrongTypes.members(of: JobDescriptor.jsonSchema).map(\.text)
        members += [
            #""timeBudgt": "15m""#, #""shell": "true""#,
            #""earliestBegin": "+1h", "earliestBeginDate": "+1h""#,
            #""requiresNetwork": true, "requiresNetworkConnectivity": true"#, #""kind": "continued""#,
            #""timeBudget": "15 mni""#, #""timeBudget": "0s""#, #""earliestBeginDate": "tomorrow""#,
            #""schedule": {}"#, #""schedule": {"every": "1h", "form": "grid"}"#, #""schedule": []"#,
            #""schedule": [\#(Array(repeating: #"{"event": "boot"}"#, count: 17).joined(separator: ", "))]"#,
            #""schedule": {"every": "1h", "event": "boot"}"#, #""schedule": {"timeZone": "UTC"}"#,
            #""schedule": {"event": "boot", "timeZone": "UTC"}"#,
            #""schedule": {"path": "/x", "from": "grid"}"#,
            #""schedule": {"every": "1h", "settle": "1s"}"#,
            #""schedule": {"cron": "@daily", "recursive": true}"#,
            #""schedule": {"cron": "@reboot"}"#, #""schedule": {"cron": "0 2 * *"}"#,
            #""schedule": {"cron": "0 2 * * *", "timeZone": "Europe Berlin"}"#,
            #""schedule": {"calendar": ""}"#, #""schedule": {"calendar": "Mon 02.30h!"}"#,
            #""allowedHours": []"#, #""allowedHours": "22-06""#, #""allowedHours": ["24:00-06:00"]"#,
            #""allowedHours": [\#(Array(repeating: #""22:00-06:00""#, count: 25).joined(separator: ", "))]"#,
            #""keepAwake": {"when": "never", "withLidClosed": true}"#,
            #""keepAwake": {"withLidClosed": true}"#,
            #""keepAwake": "onPower""#, #""maxRuns": 0"#, #""maxRuns": 1.5"#, #""latestBegin": "soon""#,
            #""until": "+3d""#,
            #""environment": {"A=B": ""}"#,
            #""environment": {"BGRUN_RUN": ""}"#, #""environment": {"A": "\u0000"}"#,
            #""workingDirectory": "relative""#, #""title": "two\nlines""#,
            #""requires": {}"#, #""requires": {"externalPower": false}"#, #""requires": {"network": {}}"#,
            #""requires": {"batteryLevel": 101}"#, #""requires": {"load": 0}"#,
            #""requires": {"pressure": {}}"#, #""requires": {"freeSpace": {"path": "/x"}}"#,
            #""requires": {"pathExists": []}"#, #""requires": {"pathExists": ["/x", "/x"]}"#,
            #""requires": {"pathExists": "/x/"}"#, #""requires": {"pathExists": "/x//y"}"#,
            #""requires": {"pathExists": "/x/../y"}"#, #""requires": {"pathExists": "/."}"#,
            #""requires": {"mounted": "UUID="}"#, #""requires": {"mounted": "LABEL=x"}"#,
            #""requires": {"device": {}}"#, #""requires": {"device": {"a": "1"}}"#,
            #""requires": {"device": {"A": ""}}"#, #""requires": {"network": {"vpn": "wg*"}}"#,
            #""requires": {"network": {"interface": "a/b"}}"#, #""requires": {"network": {"ssid": ""}}"#,
            #""requires": {"network": {"transport": "wimax"}}"#,
            #""requires": {"network": {"reachable": "nas"}}"#,
            #""requires": {"network": {"reachable": "fe80::1:22"}}"#,
            #""requires": {"command": {"command": ["x"], "every": "1m"}}"#,
            #""requires": {"command": {"command": ["/x"]}}"#, #""requires": {"lid": "shut"}"#,
            #""requires": {"anyOf": []}"#, #""requires": {"anyOf": [{}]}"#, #""requires": {"not": {}}"#,
            #""requires": {"not": {"lid": "open", "for": "1h"}}"#,
            #""requires": {"externalPower": true}, "requiresExternalPower": true"#,
            #""requires": {"network": {"vpn": true}}, "requiresNetworkConnectivity": true"#,
            #""prefers": {}"#, #""prefers": {"for": "1h"}"#, #""prefers": {"lid": "open"}"#,
            #""prefers": {"lid": "open", "for": "soon"}"#,
        ]
        var texts = members.map(jobText(with:))
        texts += [
            "{}", "[]", #"{"identifier": "a"}"#, #"{"command": ["true"]}"#,
            #"{"identifier": "a", "command": []}"#,
            #"{"identifier": "a", "command": [""]}"#, #"{"identifier": "a", "shell": " "}"#,
            #"{"identifier": "a..b", "shell": "true"}"#, #"{"identifier": "-a", "shell": "true"}"#,
        ]
        for text in texts { #expect(refusal(of: text) != "accepted", "\(text)") }
        let judgements = try OtherImplementation.judgements(
            by: descriptorSchema, of: texts.map { try JSONValue(parsing: $0, limits: .descriptor) })
        try #require(judgements.count == texts.count)
        for (text, judgement) in zip(texts, judgements) { #expect(!judgement.isEmpty, "\(text)") }
    }

    private var aliases: String {
        #"{"identifier": "a", "shell": "x", "earliestBegin": "+1h", "requiresNetworkConnectivity": false}"#
    }
}
