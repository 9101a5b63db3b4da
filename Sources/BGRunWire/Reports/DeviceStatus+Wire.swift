// The device's conditions as `status` and `conditions` show them.
import BGRunCalendar
import BGRunJob

extension DeviceStatus: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        let conditions = try fields.required("conditions", .list(of: .object(NamedCondition.self)))
        func condition(_ requirement: Requirement) throws(FieldFault) -> Condition {
            guard let named = conditions.first(where: { $0.requirement == requirement }) else {
                throw FieldFault("conditions")
            }
            return named.condition
        }
        self.init(
            externalPower: try condition(.externalPower),
            batteryLevel: try fields.optional("batteryLevel", .integer(Int.self)),
            network: try condition(.network),
            isPowerSilent: try fields.required("powerSilent", .bool))
    }

    /// The verdicts stand on the outside, for scripts, and again in the list, with all that is known of each.
    package var fields: [Field] {
        [
            Field("externalPower", .choice(Verdict.self), externalPower.verdict),
            Field("batteryLevel", .integer(Int.self), orNull: batteryLevel),
            Field("network", .choice(Verdict.self), network.verdict),
            Field("powerSilent", .bool, isPowerSilent),
            Field(
                "conditions", .list(of: .object(NamedCondition.self)),
                Requirement.allCases.map { NamedCondition(requirement: $0, condition: condition($0)) }),
        ]
    }

    package func condition(_ requirement: Requirement) -> Condition {
        switch requirement {
        case .externalPower: externalPower
        case .network: network
        }
    }

    /// The type `Condition` of the interface.
    private struct NamedCondition: WireObject {
        let requirement: Requirement
        let condition: Condition

        init(requirement: Requirement, condition: Condition) {
            self.requirement = requirement
            self.condition = condition
        }

        init(fields: inout FieldReader) throws(FieldFault) {
            requirement = try fields.required("requirement", .choice(Requirement.self))
            condition = Condition(
                verdict: try fields.required("verdict", .choice(Verdict.self)),
                reason: try fields.required("reason", .string),
                since: try fields.optional("since", .date),
                settlesAt: try fields.optional("settlesAt", .date))
        }

        var fields: [Field] {
            [
                Field("requirement", .choice(Requirement.self), requirement),
                Field("verdict", .choice(Verdict.self), condition.verdict),
                Field("reason", .string, condition.reason),
                Field("since", .date, orNull: condition.since),
                Field("settlesAt", .date, orNull: condition.settlesAt),
            ]
        }
    }
}
