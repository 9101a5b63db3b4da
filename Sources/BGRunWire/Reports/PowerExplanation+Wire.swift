// The answer of `doctor power`.
import BGRunJob

extension PowerExplanation: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            externalPower: try fields.required("externalPower", .choice(Verdict.self)),
            batteryLevel: try fields.optional("batteryLevel", .integer(Int.self)),
            why: try fields.required("why", .string),
            supplies: try fields.required("supplies", .list(of: .object(Supply.self))),
            notes: try fields.required("notes", .list(of: .string)))
    }

    package var fields: [Field] {
        [
            Field("externalPower", .choice(Verdict.self), externalPower),
            Field("batteryLevel", .integer(Int.self), orNull: batteryLevel),
            Field("why", .string, why),
            Field("supplies", .list(of: .object(Supply.self)), supplies),
            Field("notes", .list(of: .string), notes),
        ]
    }
}

extension PowerExplanation.Supply: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            name: try fields.required("name", .string),
            type: try fields.optional("type", .string),
            online: try fields.optional("online", .integer),
            status: try fields.optional("status", .string),
            capacity: try fields.optional("capacity", .integer),
            role: try fields.required("role", .string),
            why: try fields.required("why", .string))
    }

    package var fields: [Field] {
        [
            Field("name", .string, name),
            Field("type", .string, orNull: type),
            Field("online", .integer, orNull: online),
            Field("status", .string, orNull: status),
            Field("capacity", .integer, orNull: capacity),
            Field("role", .string, role),
            Field("why", .string, why),
        ]
    }
}
