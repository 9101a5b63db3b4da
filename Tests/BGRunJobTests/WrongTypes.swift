// Every key of a descriptor, also inside of others, with every value of a type that it does not take: drawn from the schema, and so
// from the table of keys.
import BGRunJSON
import BGRunJob

enum WrongTypes {
    struct Member {
        /// The key path at which it is wrong.
        let place: String
        /// A member of a job: `"title": null`.
        let text: String
    }

    private static let samples: [(type: String, text: String)] = [
        ("null", "null"), ("boolean", "true"), ("integer", "1"), ("number", "1.5"), ("string", #""\u0020""#),
        ("array", "[]"), ("array", "[[]]"), ("object", "{}"), ("object", #"{"a": {}}"#),
    ]

    private static let schema = JobDescriptor.jsonSchema

    static let members = keys(of: schema, depth: 0).flatMap { path, rule in
        let types = types(of: rule)
        return samples.filter { isWrong($0, among: types, rule) }.map {
            Member(place: place(path), text: text(path, $0.text))
        }
    }

    /// A key of an object, or that of the first element of a list.
    private enum Step {
        case key(String)
        case element
    }

    private static func place(_ path: [Step]) -> String {
        path.reduce(into: "") { place, step in
            switch step {
            case .key(let key): place += (place.isEmpty ? "" : ".") + key
            case .element: place += "[0]"
            }
        }
    }

    /// The member of a job that has this value at the end of a path.
    private static func text(_ path: [Step], _ value: String) -> String {
        guard case .key(let first)? = path.first else { preconditionFailure("a path begins with a key") }
        let inner = path.dropFirst().reversed().reduce(value) { text, step in
            switch step {
            case .key(let key): "{\"\(key)\": \(text)}"
            case .element: "[\(text)]"
            }
        }
        return "\"\(first)\": \(inner)"
    }

    /// The keys of an object that this rule describes, and those inside of them.
    private static func keys(of rule: JSONValue, depth: Int) -> [(path: [Step], rule: JSONValue)] {
        // Requirements stand in requirements without end.
        guard depth < 4, case .object(let rule) = followed(rule) else { return [] }
        var found: [(path: [Step], rule: JSONValue)] = []
        if case .object(let properties)? = rule["properties"] {
            for member in properties.members {
                found.append(([.key(member.key)], member.value))
                found += keys(of: member.value, depth: depth + 1).map {
                    ([.key(member.key)] + $0.path, $0.rule)
                }
            }
        }
        if let items = rule["items"] {
            found.append(([.element], items))
            found += keys(of: items, depth: depth).map { ([.element] + $0.path, $0.rule) }
        }
        if case .array(let rules)? = rule["anyOf"] {
            for rule in rules { found += keys(of: rule, depth: depth) }
        }
        return found
    }

    private static func followed(_ rule: JSONValue) -> JSONValue {
        guard case .object(let object) = rule, case .string(let reference)? = object["$ref"] else {
            return rule
        }
        return reference.split(separator: "/").dropFirst().reduce(schema) { value, key in
            guard case .object(let object) = value else { return value }
            return object[String(key)] ?? value
        }
    }

    private static func types(of rule: JSONValue) -> Set<String> {
        guard case .object(let rule) = followed(rule) else { return [] }
        var types: Set<String> = []
        if case .string(let type)? = rule["type"] { types.insert(type) }
        if case .array(let values)? = rule["enum"] { types.formUnion(values.map(\.schemaType)) }
        if let value = rule["const"] { types.insert(value.schemaType) }
        if case .array(let rules)? = rule["anyOf"], types.isEmpty {
            types = rules.reduce(into: []) { $0.formUnion(Self.types(of: $1)) }
        }
        return types
    }

    /// A blank string is wrong where a pattern or a list of words refuses it.
    private static func isWrong(
        _ sample: (type: String, text: String), among types: Set<String>, _ rule: JSONValue
    ) -> Bool {
        guard types.contains(sample.type) || sample.type == "integer" && types.contains("number") else {
            return true
        }
        guard sample.type == "string", case .object(let rule) = followed(rule) else { return false }
        if case .array(let words)? = rule["enum"] { return !words.contains(.string(" ")) }
        if case .array(let rules)? = rule["anyOf"] {
            return rules.allSatisfy { isWrong(sample, among: Self.types(of: $0), $0) }
        }
        guard case .string(let pattern)? = rule["pattern"], let regex = try? Regex(pattern) else {
            return false
        }
        return (try? regex.wholeMatch(in: " ")) == nil
    }

    /// A job that is sound but for this member.
    static func job(_ member: String) -> String {
        let identifier = member.hasPrefix(#""identifier""#) ? "" : #""identifier": "a", "#
        let takesPlace = member.hasPrefix(#""command""#) || member.hasPrefix(#""shell": {"#)
        let isShell = member.hasPrefix(#""shell""#) && !member.hasPrefix(#""shell": "true""#)
        let isUnit = member.hasPrefix(#""unit""#)
        return "{\(identifier)\(takesPlace || isShell || isUnit ? "" : #""command": ["true"], "#)\(member)}"
    }
}

extension JSONValue {
    /// The word that a schema has for its type.
    fileprivate var schemaType: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
