// Takes the fields of an object one by one, each as its type.
import BGRunJSON

/// Reads an object's fields by name, and remembers which names were asked for.
package struct FieldReader {
    private let object: JSONObject
    private var known: [String] = []

    package init(_ object: JSONObject) {
        self.object = object
    }

    /// A field that has to be there.
    package mutating func required<Value>(
        _ name: String, _ type: FieldType<Value>
    ) throws(FieldFault) -> Value {
        guard let value = try optional(name, type) else { throw FieldFault(name) }
        return value
    }

    /// A field that may be null or absent, which mean the same.
    package mutating func optional<Value>(
        _ name: String, _ type: FieldType<Value>
    ) throws(FieldFault) -> Value? {
        known.append(name)
        switch object[name] {
        case nil, .null: return nil
        case let value?:
            do {
                return try type.read(value)
            } catch {
                throw error.inside(name)
            }
        }
    }

    /// Refuses the first field whose name nobody asked for.
    package func refuseOthers() throws(FieldFault) {
        if let stranger = object.members.first(where: { !known.contains($0.key) }) {
            throw FieldFault(stranger.key)
        }
    }
}
