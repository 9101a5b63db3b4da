// Every key of an object, also inside of others, with every value of a type that it does not take: drawn from the schema, and so from the
// table of keys.
import BGRunJSON

package enum WrongTypes {
    package struct Member {
        /// The key path at which it is wrong.
        package let place: String
        /// A member of the object: `"title": null`.
        package let text: String
    }

    private static let samples: [(type: String, text: String)] = [
        ("null", "null"), ("boolean", "true"), ("integer", "1"), ("number", "1.5"), ("string", #""\u0020""#),
        ("array", "[]"), ("array", "[[]]"), ("object", "{}"), ("object", #"{"a": {}}"#),
    ]

    package static func members(of schema: JSONValue) -> [Member] {
        SchemaKey.all(of: schema).flatMap { key in
            let types = types(of: key.rule, in: schema)
            return samples.filter { isWrong($0, types, key.rule, in: schema) }
                .map { Member(place: key.place, text: key.member($0.text)) }
        }
    }

    private static func types(of rule: JSONObject, in schema: JSONValue) -> Set<String> {
        var types = Set(rule.list("enum").map(\.schemaType))
        if let type = rule.text("type") { types.insert(type) }
        if let value = rule["const"] { types.insert(value.schemaType) }
        return types.isEmpty
            ? rule.choices(in: schema).reduce(into: []) { $0.formUnion(Self.types(of: $1, in: schema)) }
            : types
    }

    /// A blank string is wrong where a pattern or a list of words refuses it.
    private static func isWrong(
        _ sample: (type: String, text: String), _ types: Set<String>, _ rule: JSONObject, in schema: JSONValue
    ) -> Bool {
        guard types.contains(sample.type) || sample.type == "integer" && types.contains("number") else {
            return true
        }
        guard sample.type == "string" else { return false }
        if rule["enum"] != nil { return !rule.list("enum").contains(" ") }
        let choices = rule.choices(in: schema)
        guard choices.isEmpty else {
            return choices.allSatisfy { isWrong(sample, Self.types(of: $0, in: schema), $0, in: schema) }
        }
        return rule.text("pattern").map { !PatternGenerator($0).matches(" ") } ?? false
    }
}

extension JSONObject {
    fileprivate func choices(in schema: JSONValue) -> [JSONObject] {
        list("anyOf").compactMap { if case .object(let rule) = $0.followed(in: schema) { rule } else { nil } }
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
