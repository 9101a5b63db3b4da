// What is simulated instead of what is seen, as `status` shows it and `SimulateConditions` takes it.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension FieldType<SimulatedConditions> {
    /// An object of texts: `{"externalPower": "off", "batteryLevel": "15"}`.
    static var simulatedConditions: Self {
        Self(
            "[string]string",
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
    package static let wire = WireTable<ConditionSimulation>(
        named: "ConditionSimulation", about: "Conditions that are simulated in place of the observed ones.",
        .key(
            "conditions", .simulatedConditions, \.conditions,
            #"such as {"externalPower": "off", "batteryLevel": "15"}"#),
        .key(
            "owner", .optional(.user), \.shownOwner,
            "for the jobs of this user; null for everybody's"),
        .key("identifier", .optional(.identifier), \.identifier, "for one job of the owner"),
        .key("until", .date, \.until),
        make: ConditionSimulation.init)

    private init(
        conditions: SimulatedConditions, owner: UserID?, identifier: JobIdentifier?, until: WallTime
    ) throws(FieldFault) {
        if identifier != nil, owner == nil { throw FieldFault("owner") }
        let job = owner.flatMap { owner in identifier.map { JobID(owner: owner, identifier: $0) } }
        self.init(conditions: conditions, owner: owner, job: job, until: until)
    }

    private var identifier: JobIdentifier? { job?.identifier }
    private var shownOwner: UserID? { job?.owner ?? owner }
}
