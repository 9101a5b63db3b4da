// Descriptors, manifests and policies from their schemas, and so from their tables of keys: every key, in more shapes than anybody writes down.
import BGRunJSON
import BGRunJob

/// An endless sequence of texts that a reader accepts, each with what that reads; the same ones for the same seed.
package struct Generated<Subject>: Sequence, IteratorProtocol {
    private var values: SchemaGenerator
    private let read: (JSONValue) throws(DescriptorError) -> Subject

    /// - Parameter invalidOneIn: How often a value breaks its rule: one in this many; nil for never.
    fileprivate init(
        from schema: JSONValue, seed: UInt64, invalidOneIn: Int?,
        read: @escaping (JSONValue) throws(DescriptorError) -> Subject
    ) {
        values = SchemaGenerator(of: schema, seed: seed, invalidOneIn: invalidOneIn)
        self.read = read
    }

    /// Generates a value, then removes what the reader refuses until it accepts the rest.
    package mutating func next() -> (json: JSONValue, subject: Subject)? {
        for _ in 0..<1000 {
            var left: JSONValue? = values.next()
            while let json = left {
                do throws(DescriptorError) {
                    return (json, try read(json))
                } catch {
                    guard case .fields(let errors) = error else { break }
                    // From the last on, so that earlier indices stay valid.
                    left = errors.reversed().reduce(json) { $0?.without($1.keyPath.steps[...]) }
                }
            }
        }
        preconditionFailure("the reader refuses whatever the schema describes")
    }
}

extension Generated<JobDescriptor> {
    package static func jobs(seed: UInt64, invalidOneIn: Int? = nil) -> Self {
        Self(from: JobDescriptor.jsonSchema, seed: seed, invalidOneIn: invalidOneIn) {
            json throws(DescriptorError) in
            try JobDescriptor(json: json.bytes())
        }
    }
}

extension Generated<ApplicationManifest> {
    package static func manifests(seed: UInt64, invalidOneIn: Int? = nil) -> Self {
        Self(from: ApplicationManifest.jsonSchema, seed: seed, invalidOneIn: invalidOneIn) {
            json throws(DescriptorError) in
            try ApplicationManifest(json: json.bytes())
        }
    }
}

extension Generated<Policy> {
    package static func policies(seed: UInt64, invalidOneIn: Int? = nil) -> Self {
        Self(from: Policy.jsonSchema, seed: seed, invalidOneIn: invalidOneIn) {
            json throws(DescriptorError) in
            try Policy(json: json.bytes()) { $0 == "root" ? .root : UserID(1000) }
        }
    }
}

extension JSONValue {
    /// The same without what stands at the end of this path, or without its parent where nothing stands there. Nil if nothing is left.
    fileprivate func without(_ path: ArraySlice<JSONKeyPath.Step>) -> JSONValue? {
        let rest = path.dropFirst()
        switch (self, path.first) {
        case (.object(var object), .key(let key)):
            guard let inner = object[key] else { return nil }
            object[key] = inner.without(rest)
            return .object(object)
        case (.array(var values), .index(let index)) where values.indices.contains(index):
            if let inner = values[index].without(rest) {
                values[index] = inner
            } else {
                values.remove(at: index)
            }
            return .array(values)
        default: return nil
        }
    }
}
