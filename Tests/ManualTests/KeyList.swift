// The keys of an object as its JSON Schema tells of them, which is printed from the table that reads the object.
import BGRunJSON
import BGRunJob

/// The keys of one object of a file.
struct KeyList {
    struct Key {
        let name: String
        /// Of which other key it is another name.
        let other: String?
        let isRequired: Bool
        let description: String
        /// As they are written.
        let usual: String?
        let example: String?
    }

    let keys: [Key]

    /// - Parameter place: `descriptor/requires/network`: a schema, and the keys on the way to the object; `for` behind a
    ///   space means that key alone.
    init(_ place: String) throws {
        let words = place.split(separator: " ").map(String.init)
        let path = words[0].split(separator: "/").map(String.init)
        guard let root = Schema.named(path[0]) else {
            throw Template.Fault(description: "\(place): there is no schema \(path[0])")
        }
        var object = root
        for key in path.dropFirst() {
            guard let next = object.property(key)?.object(in: root) else {
                throw Template.Fault(description: "\(place): there is no object at \(key)")
            }
            object = next
        }
        let all = object.keys
        keys = words.count > 1 ? all.filter { words.dropFirst().contains($0.name) } : all
        if keys.isEmpty { throw Template.Fault(description: "\(place): there are no keys") }
    }

    /// As a list of a manual page.
    var mdoc: [String] {
        var lines = [".Bl -tag -width Ds"]
        for key in keys {
            lines.append(".It Ic \(key.name)")
            lines += Self.lines(of: key)
        }
        lines.append(".El")
        return lines
    }

    private static func lines(of key: Key) -> [String] {
        if let other = key.other { return ["Another name of", ".Ic \(other) ."] }
        var lines = Mdoc.lines(key.description)
        if key.isRequired { lines.append("It is required.") }
        if let usual = key.usual { lines += ["Default:", ".Li \(Mdoc.literal(usual)) ."] }
        if let example = key.example { lines += ["Example:", ".Li \(Mdoc.literal(example)) ."] }
        return lines
    }

    /// As a table of a Markdown page.
    var markdown: [String] {
        var lines = ["| key | meaning | default | example |", "| --- | --- | --- | --- |"]
        for key in keys {
            let meaning = key.other.map { "another name of `" + $0 + "`" } ?? Self.marked(key.description)
            let usual = key.isRequired ? "required" : Self.code(key.usual)
            lines.append("| `\(key.name)` | \(meaning) | \(usual) | \(Self.code(key.example)) |")
        }
        return lines
    }

    private static func code(_ text: String?) -> String {
        guard let text else { return "" }
        return "`" + text.replacing("|", with: "\\|") + "`"
    }

    /// Quoted words are what somebody types.
    private static func marked(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing(/"[^"]*"/) { "`\($0.output)`" }
    }
}

/// A JSON Schema, or a part of one.
struct Schema {
    let value: JSONObject

    /// One of the files that people write.
    static func named(_ name: String) -> Schema? {
        switch name {
        case "descriptor": Schema(JobDescriptor.jsonSchema)
        case "manifest": Schema(ApplicationManifest.jsonSchema)
        case "policy": Schema(Policy.jsonSchema)
        case _: nil
        }
    }

    init?(_ value: JSONValue?) {
        guard case .object(let object)? = value else { return nil }
        self.value = object
    }

    private func members(_ key: String) -> [JSONObject.Member] {
        guard case .object(let object)? = value[key] else { return [] }
        return object.members
    }

    func property(_ key: String) -> Schema? {
        members("properties").first { $0.key == key }.flatMap { Schema($0.value) }
    }

    /// The object with keys of its own that such a value is or may be, also as an entry of a list or behind a free key.
    func object(in root: Schema) -> Schema? {
        if value["properties"] != nil { return self }
        if case .string(let reference)? = value["$ref"], let name = reference.split(separator: "/").last {
            return Schema(root.members("$defs").first { $0.key == name }?.value)
        }
        var inner: [JSONValue] = []
        if case .array(let choices)? = value["anyOf"] { inner += choices }
        inner += [value["items"], value["additionalProperties"]].compactMap(\.self)
        return inner.lazy.compactMap { Schema($0)?.object(in: root) }.first
    }

    var keys: [KeyList.Key] {
        let required = strings(value["required"])
        let others = members("properties").compactMap { member in alias(member.key).map { (member.key, $0) } }
        return members("properties").map { member in
            let schema = Schema(member.value)?.value ?? JSONObject()
            var example: String?
            if case .array(let examples)? = schema["examples"] { example = examples.first?.written }
            var description = ""
            if case .string(let text)? = schema["description"] { description = text }
            let choices = Schema(member.value)?.choices ?? []
            if !choices.allSatisfy({ description.contains($0) }) {
                description += " One of \(choices.joined(separator: ", "))."
            }
            return KeyList.Key(
                name: member.key, other: others.first { $0.0 == member.key }?.1,
                isRequired: required.contains(member.key), description: description,
                usual: schema["default"]?.written, example: example)
        }
    }

    /// The words that may stand there, quoted; also as entries of a list.
    private var choices: [String] {
        let own = strings(value["enum"]).map { "\"\($0)\"" }
        guard own.isEmpty, case .array(let others)? = value["anyOf"] else { return own }
        return others.lazy.compactMap { Schema($0)?.choices }.first { !$0.isEmpty } ?? []
    }

    /// The key that stands before it in a rule which says that the two exclude each other, since they are one.
    private func alias(_ key: String) -> String? {
        guard case .array(let rules)? = value["allOf"] else { return nil }
        return rules.lazy.compactMap { rule -> String? in
            let pair = Schema(Schema(rule)?.value["not"]).map { strings($0.value["required"]) } ?? []
            let isPlain = Schema(rule).flatMap { Schema($0.value["not"]) }?.value.members.count == 1
            return isPlain && pair.count == 2 && pair[1] == key ? pair[0] : nil
        }.first
    }

    private func strings(_ value: JSONValue?) -> [String] {
        guard case .array(let values)? = value else { return [] }
        return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}

extension JSONValue {
    /// On one line, with a space behind each colon and comma, as people write it.
    var written: String {
        switch self {
        case .array(let values): "[\(values.map(\.written).joined(separator: ", "))]"
        case .object(let object):
            "{"
                + object.members.map { "\(JSONValue.string($0.key).text()): \($0.value.written)" }
                .joined(separator: ", ") + "}"
        case .null, .bool, .integer, .number, .string: text()
        }
    }
}

extension JSONObject.Member {
    fileprivate var written: String { JSONValue.string(key).text() + ": " + value.written }
}
