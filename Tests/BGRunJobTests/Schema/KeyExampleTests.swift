// The examples and defaults that the tables of keys tell of: readers accept the ones, and the others change nothing.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

/// A key with what its table says of it.
private struct TaughtKey {
    let name: String
    let usual: JSONValue?
    let example: JSONValue?
}

private struct Refused: Error, CustomStringConvertible {
    let description: String
}

/// The keys of the object at the end of this way through a schema.
private func keys(_ schema: JSONValue?, _ way: String...) -> [TaughtKey] {
    var value = schema
    for key in way + ["properties"] {
        guard case .object(let object)? = value else { return [] }
        value = object[key]
    }
    guard case .object(let properties)? = value else { return [] }
    return properties.members.compactMap { member in
        guard case .object(let key) = member.value else { return nil }
        var example: JSONValue?
        if case .array(let examples)? = key["examples"] { example = examples.first }
        return TaughtKey(name: member.key, usual: key["default"], example: example)
    }
}

/// What the reader prints of a job with these members.
private func job(_ members: [String: JSONValue]) throws -> String {
    var object: JSONObject = ["identifier": "org.example.a", "shell": "true"]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { object[key] = value }
    if members["command"] != nil || members["unit"] != nil { object["shell"] = nil }
    return try read(JSONValue.object(object).text())
}

private func read(_ text: String) throws -> String {
    do throws(DescriptorError) {
        return try JobDescriptor(json: Array(text.utf8)).json.text()
    } catch {
        throw Refused(description: "\(text): \(error)")
    }
}

@Suite struct `What the table of keys teaches` {
    @Test func `is an example of each key of a descriptor, which the reader accepts`() throws {
        let all = keys(JobDescriptor.jsonSchema)
        #expect(all.count > 60)
        // Names of instances stand in a template, which is no descriptor yet.
        for key in all where key.name != "instances" {
            let example = try #require(key.example, "\(key.name)")
            var members = [key.name: example]
            if key.name == "onAllowedHoursEnd" { members["allowedHours"] = "22:00-06:00" }
            _ = try job(members)
        }
    }

    @Test func `is a default that changes nothing`() throws {
        // Of these what is written is kept, since the policy may say otherwise, or they hold a list.
        let kept: Set = ["umask", "spacing", "onAllowedHoursEnd", "deferExitCodes"]
        let defaults = keys(JobDescriptor.jsonSchema).filter { $0.usual != nil && !kept.contains($0.name) }
        #expect(defaults.count > 15)
        for key in defaults {
            #expect(try job([:]) == job([key.name: key.usual ?? .null]), "\(key.name)")
        }
    }

    @Test func `is an example of each requirement and of each limit, too`() throws {
        let requirements = keys(JobDescriptor.jsonSchema, "$defs", "requirements")
        #expect(requirements.count > 15)
        for key in requirements {
            let example = try #require(key.example, "\(key.name)")
            _ = try job(["requires": .object(JSONObject([.init(key: key.name, value: example)]))])
        }
        let resources = keys(JobDescriptor.jsonSchema, "properties", "resources")
        #expect(!resources.isEmpty)
        for key in resources {
            let example = try #require(key.example, "\(key.name)")
            _ = try job(["resources": .object(JSONObject([.init(key: key.name, value: example)]))])
        }
    }

    @Test func `is a form of schedule in each example of what makes a job due`() throws {
        let beside = [
            "timeZone": ("cron", #""@daily""#), "except": ("cron", #""@daily""#), "from": ("every", #""1h""#),
            "asleep": ("event", #""wake""#), "delay": ("event", #""boot""#), "settle": ("path", #""/x""#),
            "recursive": ("path", #""/x""#),
        ]
        let all = keys(JobDescriptor.jsonSchema, "$defs", "schedule")
        #expect(all.count > beside.count)
        for key in all {
            let example = try #require(key.example, "\(key.name)")
            let form = beside[key.name].map { #""\#($0.0)": \#($0.1), "# } ?? ""
            let plain = beside[key.name].map { #"{"\#($0.0)": \#($0.1)}"# }
            func scheduled(_ entry: String) throws -> String {
                try read(#"{"identifier": "org.example.a", "shell": "true", "schedule": \#(entry)}"#)
            }
            _ = try scheduled("{\(form)\"\(key.name)\": \(example.text())}")
            if let usual = key.usual, let plain {
                #expect(
                    try scheduled("{\(form)\"\(key.name)\": \(usual.text())}") == scheduled(plain),
                    "\(key.name)")
            }
        }
    }

    @Test func `is a policy that holds without a file`() throws {
        var object = JSONObject()
        for key in keys(Policy.jsonSchema) { object[key.name] = key.usual }
        #expect(object.members.count > 10)
        let text = JSONValue.object(object).text()
        #expect(try Policy(json: Array(text.utf8)) { _ in nil } == Policy())
        for key in keys(Policy.jsonSchema) {
            guard let example = key.example else { continue }
            let text = JSONValue.object(JSONObject([.init(key: key.name, value: example)])).text()
            _ = try Policy(json: Array(text.utf8)) { _ in UserID(1000) }
        }
    }
}

@Suite struct `The JSON Schema of policies` {
    @Test func `is the one that the table of keys says`() throws {
        try GoldenFile("packaging/schema/policy.schema.json")
            .compare(with: Policy.jsonSchema.text(layout: .pretty) + "\n")
    }

    @Test func `accepts what the reader accepts, and refuses what it refuses`() throws {
        let texts = [
            "{}", #"{"maxRuns": 1, "settle": {"network": "1s"}, "allowOwners": ["root", 1000]}"#,
            #"{"maxRuns": 0}"#, #"{"maxRun": 1}"#, #"{"settle": {"networks": "1s"}}"#,
            #"{"onlineCheck": {"url": "https://example.org/"}}"#,
        ]
        let judgements = try OtherImplementation.judgements(
            by: "packaging/schema/policy.schema.json",
            of: texts.map { try JSONValue(parsing: $0, limits: .descriptor) })
        #expect(judgements.map(\.isEmpty) == [true, true, false, false, false, false])
        for (text, judgement) in zip(texts, judgements) {
            let isRead = (try? Policy(json: Array(text.utf8)) { _ in UserID(0) }) != nil
            #expect(isRead == judgement.isEmpty, "\(text)")
        }
    }
}
