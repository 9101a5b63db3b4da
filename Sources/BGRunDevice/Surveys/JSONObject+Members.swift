// Members of the objects that surveys exchange, read by name.
import BGRunJSON

extension JSONObject {
    func field(_ key: String) -> JSONField { JSONField(self[key] ?? .null) }
    func text(_ key: String) throws(FieldError) -> String { try field(key).string() }
    func flag(_ key: String) throws(FieldError) -> Bool { try field(key).bool() }

    /// Empty where it is left out.
    func list(_ key: String) throws(FieldError) -> [JSONField] {
        self[key] == nil ? [] : try field(key).elements()
    }

    func texts(_ key: String) throws(FieldError) -> [String] {
        var texts: [String] = []
        for field in try list(key) { texts.append(try field.string()) }
        return texts
    }

    /// Nil for null, and where it is left out.
    func number(_ key: String) throws(FieldError) -> Int64? {
        switch self[key] {
        case nil, .null?: nil
        case .integer(let number)?: number
        case .bool?, .number?, .string?, .array?, .object?: throw field(key).mismatch("a whole number")
        }
    }
}
