// A descriptor's text as files change it one after the other, and which of them says what.
import BGRunJSON

/// One text of those that a job is put together of.
package struct DescriptorPart: Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

/// An object put together of the text that brings a job and of drop-ins, which change it.
struct MergedDescriptor {
    private(set) var object: JSONObject
    /// The file that brings it.
    private let path: String
    private var dropIns: [(path: String, object: JSONObject)] = []

    init(_ part: DescriptorPart) throws(BrokenFile) {
        object = try Self.object(of: part)
        path = part.path
    }

    private static func object(of part: DescriptorPart) throws(BrokenFile) -> JSONObject {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: part.bytes, limits: .descriptor)
        } catch {
            throw BrokenFile(path: part.path, reason: error.description)
        }
        guard case .object(let object) = value else {
            throw BrokenFile(
                path: part.path, reason: JSONField(value).mismatch("an object of keys").description)
        }
        return object
    }

    // MARK: - Changing it

    /// Changes it as one more text says, in which `%i` is an instance where one is given.
    mutating func add(_ part: DescriptorPart, naming instance: String? = nil) throws(BrokenFile) {
        var changes = try Self.object(of: part)
        if let instance { changes = changes.naming(instance) }
        if changes["identifier"] != nil {
            throw BrokenFile(
                path: part.path,
                reason: FieldError(
                    at: JSONKeyPath([.key("identifier")]), reason: "a drop-in can't name another job",
                    advice: "remove it"
                ).description)
        }
        let keys = JobDescriptor.keys
        for member in changes.members {
            if keys.row(of: member.key) == nil {
                // Also where it would take away what nobody has: the reader says which key is meant.
                object[member.key] = member.value
            } else {
                object.merge(member.value, as: keys.spelling(of: member.key, in: object))
            }
        }
        // Each looks at all that is there, so what is there has its bound.
        if let excess = JobDescriptor.excess(of: .object(object)) {
            throw BrokenFile(path: part.path, reason: excess.description)
        }
        dropIns.append((part.path, changes))
    }

    /// Becomes the descriptor of one of the jobs that it is a template of.
    mutating func become(_ job: JobIdentifier, of template: JobTemplate) {
        object = template.object(for: job)
    }

    /// What the drop-ins say, in their order.
    var origins: [KeyOrigin] {
        dropIns.map { path, object in
            KeyOrigin(
                .dropIn(path: path),
                keys: object.members.map { JobDescriptor.keys.row(of: $0.key)?.key.name ?? $0.key })
        }
    }

    // MARK: - What is wrong with it

    /// The descriptor, or what is wrong with which of the texts.
    func descriptor(_ rules: DescriptorRules?) throws(BrokenFile) -> JobDescriptor {
        do throws(DescriptorError) {
            return try JobDescriptor(value: .object(object), rules: rules, origins: origins)
        } catch {
            throw broken(error)
        }
    }

    /// The first mistake says which file is broken; of those elsewhere it is said where.
    func broken(_ error: DescriptorError) -> BrokenFile {
        guard case .fields(let errors) = error, let first = errors.first else {
            return BrokenFile(path: path, reason: error.lines)
        }
        let file = origin(of: first.keyPath)
        let rest = errors.dropFirst().map { error in
            let other = origin(of: error.keyPath)
            return other == file ? error.description : "\(error.description) (in \(other))"
        }
        return BrokenFile(path: file, reason: ([first.description] + rest).joined(separator: "; "))
    }

    private static let programs = JobDescriptor.programKeys.map { JSONKeyPath([.key($0)]) }

    /// The text that was the last to say something of a place, or to take it away.
    private func origin(of place: JSONKeyPath) -> String {
        // Each takes the others' place, so whoever says one may have broken the other.
        let places = Self.programs.contains(place) ? Self.programs : [place]
        return dropIns.last { dropIn in places.contains { Self.says(dropIn.object, $0.steps[...]) } }?.path
            ?? path
    }

    private static func says(_ object: JSONObject, _ steps: ArraySlice<JSONKeyPath.Step>) -> Bool {
        guard case .key(let key)? = steps.first else { return false }
        guard let value = object[key] ?? spelled(key, in: object) else { return false }
        guard case .object(let inner) = value, steps.count > 1 else { return true }
        return says(inner, steps.dropFirst())
    }

    /// A key by another of its spellings.
    private static func spelled(_ key: String, in object: JSONObject) -> JSONValue? {
        object[JobDescriptor.keys.spelling(of: key, in: object)]
    }
}

extension DescriptorError {
    /// Its mistakes on one line.
    package var lines: String { description.split(separator: "\n").joined(separator: "; ") }
}
