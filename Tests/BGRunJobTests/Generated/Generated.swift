// Descriptors and manifests drawn from their schemas, and so from their tables of keys: every key, in more shapes than anybody writes down.
import BGRunJSON
import BGRunJob

/// An endless sequence of texts that a reader accepts, each with what that reads; the same ones for the same seed.
struct Drawn<Subject>: Sequence, IteratorProtocol {
    private var values: DrawnValues
    private let read: (JSONValue) throws(DescriptorError) -> Subject

    /// - Parameter oneStrayIn: One value in so many is another than the schema describes; nil for none.
    fileprivate init(
        from schema: JSONValue, seed: UInt64, oneStrayIn: Int?,
        read: @escaping (JSONValue) throws(DescriptorError) -> Subject
    ) {
        values = DrawnValues(of: schema, seed: seed, oneStrayIn: oneStrayIn)
        self.read = read
    }

    /// Draws what the schema describes, and takes away what the reader refuses until it refuses nothing.
    mutating func next() -> (json: JSONValue, subject: Subject)? {
        while true {
            var left: JSONValue? = values.next()
            while let json = left {
                do throws(DescriptorError) {
                    return (json, try read(json))
                } catch {
                    guard case .fields(let errors) = error else { break }
                    left = errors.reversed().reduce(json) { $0?.without($1.keyPath.steps[...]) }
                }
            }
        }
    }
}

extension Drawn<JobDescriptor> {
    static func jobs(seed: UInt64, oneStrayIn: Int? = nil) -> Self {
        Self(from: JobDescriptor.jsonSchema, seed: seed, oneStrayIn: oneStrayIn) {
            json throws(DescriptorError) in
            try JobDescriptor(json: json.bytes())
        }
    }
}

extension Drawn<ApplicationManifest> {
    static func manifests(seed: UInt64, oneStrayIn: Int? = nil) -> Self {
        Self(from: ApplicationManifest.jsonSchema, seed: seed, oneStrayIn: oneStrayIn) {
            json throws(DescriptorError) in
            try ApplicationManifest(json: json.bytes())
        }
    }
}

extension JSONValue {
    /// The same without what stands at the end of this path; without what should have it, where it is not there. Nil where nothing is left.
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
