// Why the machine counts as on external power or not: every supply, and what it counts as.
import BGRunJob

/// The answer of `doctor power`.
package struct PowerExplanation: WireObject, Hashable {
    /// One entry of `/sys/class/power_supply`.
    package struct Supply: WireObject, Hashable {
        /// Its name in sysfs: `AC`, `BAT0`.
        package var name: String
        /// As sysfs spells it: `Mains`, `Battery`, `USB`; nil where it has none.
        package var type: String?
        package var online: Int64?
        package var status: String?
        /// Percent, as its driver states it.
        package var capacity: Int64?
        /// What the rule takes it for: `line`, `battery`, `ignored`, …
        package var role: String
        /// In words: "counts as line power: online".
        package var why: String

        package init(
            name: String, type: String?, online: Int64?, status: String?, capacity: Int64?, role: String,
            why: String
        ) {
            self.name = name
            self.type = type
            self.online = online
            self.status = status
            self.capacity = capacity
            self.role = role
            self.why = why
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            name = try fields.required("name", .string)
            type = try fields.optional("type", .string)
            online = try fields.optional("online", .integer)
            status = try fields.optional("status", .string)
            capacity = try fields.optional("capacity", .integer)
            role = try fields.required("role", .string)
            why = try fields.required("why", .string)
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

    package var externalPower: Verdict
    package var batteryLevel: Int?
    package var why: String
    /// Sorted by name; a supply that is ignored is listed too.
    package var supplies: [Supply]

    package init(externalPower: Verdict, batteryLevel: Int?, why: String, supplies: [Supply]) {
        self.externalPower = externalPower
        self.batteryLevel = batteryLevel
        self.why = why
        self.supplies = supplies
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        externalPower = try fields.required("externalPower", .choice(Verdict.self))
        batteryLevel = try fields.optional("batteryLevel", .integer(Int.self))
        why = try fields.required("why", .string)
        supplies = try fields.required("supplies", .list(of: .object(Supply.self)))
    }

    package var fields: [Field] {
        [
            Field("externalPower", .choice(Verdict.self), externalPower),
            Field("batteryLevel", .integer(Int.self), orNull: batteryLevel),
            Field("why", .string, why),
            Field("supplies", .list(of: .object(Supply.self)), supplies),
        ]
    }
}
