// A value that crosses the wire as a JSON object with named fields.
import BGRunJSON

/// A type of the interface: it writes its fields, and is read from them on the other side.
package protocol WireObject: Sendable {
    init(fields: inout FieldReader) throws(FieldFault)
    /// In the order of the interface description. A field that may be null is written as null, not left out.
    var fields: [Field] { get }
}

extension WireObject {
    package var object: JSONObject { JSONObject(fields.map(\.member)) }
    package var json: JSONValue { .object(object) }

    /// Reads a reply: fields that this side does not know are ignored, so the other may be newer.
    package init(reply object: JSONObject) throws(FieldFault) {
        var reader = FieldReader(object)
        try self.init(fields: &reader)
    }

    /// Reads the parameters of a call: an unknown one is refused, since nothing would come of it.
    package init(parameters object: JSONObject) throws(FieldFault) {
        var reader = FieldReader(object)
        try self.init(fields: &reader)
        try reader.refuseOthers()
    }
}

/// One field that is being written.
package struct Field {
    let member: JSONObject.Member

    package init<Value>(_ name: String, _ type: FieldType<Value>, _ value: Value) {
        member = JSONObject.Member(key: name, value: type.write(value))
    }

    /// A field that may be null.
    package init<Value>(_ name: String, _ type: FieldType<Value>, orNull value: Value?) {
        member = JSONObject.Member(key: name, value: value.map(type.write) ?? .null)
    }
}

/// An answer or a call without any field.
package struct NoFields: WireObject, Hashable {
    package init() {}
    package init(fields: inout FieldReader) throws(FieldFault) {}
    package var fields: [Field] { [] }
}
