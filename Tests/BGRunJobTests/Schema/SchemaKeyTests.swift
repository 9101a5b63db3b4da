// What is generated from a schema has every key of it, and so have the texts that are written by hand.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import GeneratedSamples
import Testing

@Suite struct `The keys of a schema` {
    /// Those at which none of these has anything; of requirements within others not asked for.
    private func keys(of schema: JSONValue, missingIn values: some Sequence<JSONValue>) -> [SchemaKey] {
        var missing = SchemaKey.all(of: schema)
            // Names of instances stand in a template, which is no descriptor.
            .filter { $0.path.first != .key("instances") }
            .filter { key in !key.path.dropLast().contains { [.key("anyOf"), .key("not")].contains($0) } }
        for value in values {
            missing.removeAll { value.has($0.path[...]) }
            if missing.isEmpty { break }
        }
        return missing
    }

    @Test func `are all generated, sooner or later`() {
        let jobs = Generated.jobs(seed: 3).lazy.prefix(9000).map(\.json)
        #expect(keys(of: JobDescriptor.jsonSchema, missingIn: jobs).map(\.place) == [])
        let manifests = Generated.manifests(seed: 1).lazy.prefix(3000).map(\.json)
        #expect(keys(of: ApplicationManifest.jsonSchema, missingIn: manifests).map(\.place) == [])
        let policies = Generated.policies(seed: 1).lazy.prefix(3000).map(\.json)
        #expect(keys(of: Policy.jsonSchema, missingIn: policies).map(\.place) == [])
    }

    @Test(arguments: [
        (
            "descriptor", JobDescriptor.jsonSchema,
            ["shell", "unit", "earliestBegin", "requiresNetworkConnectivity"]
        ),
        ("manifest", ApplicationManifest.jsonSchema, []), ("policy", Policy.jsonSchema, []),
    ])
    func `all stand in the text with every key, but for those that others exclude`(
        kind: String, schema: JSONValue, excluded: [String]
    ) throws {
        let text = try Repository.everyKey(of: kind)
        let missing = keys(of: schema, missingIn: [try JSONValue(parsing: text, limits: .descriptor)])
        #expect(missing.filter { $0.path.count == 1 }.map(\.place) == excluded)
    }
}

extension JSONValue {
    /// Whether something stands at the end of this path.
    fileprivate func has(_ path: ArraySlice<SchemaKey.Step>) -> Bool {
        let rest = path.dropFirst()
        return switch (self, path.first) {
        case (_, nil): true
        case (.object(let object), .key(let key)): object[key]?.has(rest) ?? false
        case (.object(let object), .name): object.members.contains { $0.value.has(rest) }
        case (.array(let values), .element): values.contains { $0.has(rest) }
        default: false
        }
    }
}
