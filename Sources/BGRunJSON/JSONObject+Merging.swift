// One object changed by another, as a JSON Merge Patch (RFC 7396) says.

extension JSONObject {
    /// Changes the object as `patch` says: null takes a key away, objects are merged, and any other value takes the place of
    /// what was there.
    package mutating func merge(_ patch: JSONObject) {
        for member in patch.members { merge(member.value, as: member.key) }
    }

    /// The same for one key.
    package mutating func merge(_ value: JSONValue, as key: String) {
        switch value {
        case .null: self[key] = nil
        case .object(let changes):
            var target = JSONObject()
            if case .object(let object)? = self[key] { target = object }
            target.merge(changes)
            self[key] = .object(target)
        case .bool, .integer, .number, .string, .array: self[key] = value
        }
    }
}
