// What is drawn from a table has every key of it.
import BGRunJSON
import BGRunJob
import BGRunTestSupport
import Testing

@Suite struct `What is drawn from a table of keys` {
    /// The places of a schema where none of these has anything; of requirements within others not asked for.
    private func places(of schema: JSONValue, notIn values: some Sequence<JSONValue>) -> [String] {
        var missing = SchemaKey.all(of: schema)
            // Names of instances stand in a template, which is no descriptor.
            .filter { $0.path.first != .key("instances") }
            .filter { key in !key.path.dropLast().contains { [.key("anyOf"), .key("not")].contains($0) } }
        for value in values {
            missing.removeAll { value.has($0.path[...]) }
            if missing.isEmpty { break }
        }
        return missing.map(\.place)
    }

    @Test func `has every key, sooner or later`() {
        let jobs = Drawn.jobs(seed: 3).lazy.prefix(3000).map(\.json)
        #expect(places(of: JobDescriptor.jsonSchema, notIn: jobs) == [])
        let manifests = Drawn.manifests(seed: 1).lazy.prefix(3000).map(\.json)
        #expect(places(of: ApplicationManifest.jsonSchema, notIn: manifests) == [])
    }

    @Test func `is left out of the descriptor with every key only where another excludes it`() throws {
        let written = try JSONValue(parsing: Repository.everyKey, limits: .descriptor)
        let missing = places(of: JobDescriptor.jsonSchema, notIn: [written]).filter {
            !$0.contains { ".[".contains($0) }
        }
        #expect(missing == ["shell", "unit", "earliestBegin", "requiresNetworkConnectivity"])
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
