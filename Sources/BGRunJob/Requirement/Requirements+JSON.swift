// Requirements by themselves as JSON, in the words of a descriptor.
import BGRunJSON

extension Requirements {
    /// What `requires` holds.
    package var json: JSONValue { ValueRule<Requirements>.requires.print(self) }

    /// Nil where a descriptor would be refused for it.
    package init?(json: JSONValue) {
        guard let requirements = ValueRule<Requirements>.requires.value(of: json) else { return nil }
        self = requirements
    }
}

extension Preference {
    /// What `prefers` holds.
    package var json: JSONValue { ValueRule<Preference>.prefers.print(self) }

    package init?(json: JSONValue) {
        guard let preference = ValueRule<Preference>.prefers.value(of: json) else { return nil }
        self = preference
    }
}

extension ValueRule {
    fileprivate func value(of json: JSONValue) -> Value? {
        var errors: [FieldError] = []
        let value = read(JSONField(json), &errors)
        return errors.isEmpty ? value : nil
    }
}
