// The keys that a schema describes, also inside of others.
import BGRunJSON

/// A key, or an element of a list, with the rule of its values.
package struct SchemaKey {
    package let path: [Step]
    package let rule: JSONObject

    /// A key of an object, or one where any name may stand, or the first element of a list.
    package enum Step: Equatable, Sendable {
        case key(String)
        case name(String)
        case element
    }

    /// As errors tell it: `requires.anyOf[0].lid`.
    package var place: String {
        path.reduce(into: "") { place, step in
            switch step {
            case .key(let key), .name(let key): place += (place.isEmpty ? "" : ".") + key
            case .element: place += "[0]"
            }
        }
    }

    /// A member of the outermost object that has this value at the end of the path.
    package func member(_ value: String) -> String {
        guard case .key(let first)? = path.first else { preconditionFailure("a path begins with a key") }
        let inner = path.dropFirst().reversed().reduce(value) { text, step in
            switch step {
            case .key(let key), .name(let key): "{\"\(key)\": \(text)}"
            case .element: "[\(text)]"
            }
        }
        return "\"\(first)\": \(inner)"
    }

    /// All keys of a schema, those of a key behind it; what is described by itself is followed four objects deep.
    package static func all(of schema: JSONValue) -> [SchemaKey] { keys(of: schema, in: schema, depth: 0) }

    private static func keys(of rule: JSONValue, in schema: JSONValue, depth: Int) -> [SchemaKey] {
        guard depth < 4, case .object(let rule) = rule.followed(in: schema) else { return [] }
        func below(_ step: Step, _ value: JSONValue, depth: Int) -> [SchemaKey] {
            guard case .object(let object) = value.followed(in: schema) else { return [] }
            return [SchemaKey(path: [step], rule: object)]
                + keys(of: value, in: schema, depth: depth).map {
                    SchemaKey(path: [step] + $0.path, rule: $0.rule)
                }
        }
        var found: [SchemaKey] = []
        if case .object(let properties)? = rule["properties"] {
            found += properties.members.flatMap { below(.key($0.key), $0.value, depth: depth + 1) }
        }
        if let names = rule["propertyNames"], let values = rule["additionalProperties"],
            case .object(let names) = names
        {
            let name = ["a", "A"].first {
                names.text("pattern").map(PatternGenerator.init)?.matches($0) ?? true
            }
            found += name.map { below(.name($0), values, depth: depth + 1) } ?? []
        }
        if let items = rule["items"] { found += below(.element, items, depth: depth) }
        return found + rule.list("anyOf").flatMap { keys(of: $0, in: schema, depth: depth) }
    }
}

extension JSONValue {
    /// Follows `$ref`.
    func followed(in schema: JSONValue) -> JSONValue {
        guard case .object(let object) = self, let reference = object.text("$ref") else { return self }
        return reference.split(separator: "/").dropFirst().reduce(schema) { value, key in
            guard case .object(let object) = value else { return value }
            return object[String(key)] ?? value
        }
    }
}

extension JSONObject {
    func list(_ key: String) -> [JSONValue] {
        guard case .array(let values)? = self[key] else { return [] }
        return values
    }

    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }

    /// The keys that an object of this rule must have.
    var required: [String] {
        list("required").compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    func integer(_ key: String, else usual: Int64) -> Int64 {
        guard case .integer(let number)? = self[key] else { return usual }
        return number
    }
}
