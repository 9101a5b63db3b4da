// What is played instead of what is seen, as `status` shows it and `SimulateConditions` takes it.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension FieldType<SimulatedConditions> {
    /// An object of texts: `{"externalPower": "off", "batteryLevel": "15"}`.
    package static var simulatedConditions: Self {
        Self(
            read: { json throws(FieldFault) in
                guard case .object(let object) = json else { throw FieldFault("") }
                var pairs: [(key: String, value: String)] = []
                for member in object.members {
                    guard case .string(let text) = member.value else { throw FieldFault(member.key) }
                    pairs.append((member.key, text))
                }
                do throws(SimulatedConditions.Fault) {
                    return try SimulatedConditions(pairs)
                } catch {
                    throw FieldFault(error.key)
                }
            },
            write: { conditions in
                .object(
                    JSONObject(
                        conditions.assignments.map {
                            JSONObject.Member(key: $0.kind.rawValue, value: .string($0.text))
                        }))
            })
    }
}

extension ConditionSimulation: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        let conditions = try fields.required("conditions", .simulatedConditions)
        let owner = try fields.optional("owner", .user)
        let identifier = try fields.optional("identifier", .identifier)
        if identifier != nil, owner == nil { throw FieldFault("owner") }
        self.init(
            conditions: conditions, owner: owner,
            job: identifier.flatMap { identifier in owner.map { JobID(owner: $0, identifier: identifier) } },
            until: try fields.required("until", .date))
    }

    package var fields: [Field] {
        [
            Field("conditions", .simulatedConditions, conditions),
            Field("owner", .user, orNull: job?.owner ?? owner),
            Field("identifier", .identifier, orNull: job?.identifier),
            Field("until", .date, until),
        ]
    }
}
