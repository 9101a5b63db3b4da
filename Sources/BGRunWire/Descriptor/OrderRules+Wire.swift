// What a job has to do with others, as its descriptor writes it.
import BGRunJob

/// On the wire they are fields of `Descriptor`, beside the others.
extension OrderRules: WireObject {
    package static let wire = WireTable<OrderRules>(
        .key("tags", .list(.label), \.tags, "sorted"),
        .key("conflictGroup", .optional(.label), \.conflictGroup),
        .key("conflicts", .list(.object), \.conflicts),
        .key("exclusive", .bool, \.isExclusive),
        .key("queue", .optional(.object), \.queue),
        .key("after", .list(.identifier), \.after),
        make: OrderRules.init)
}

extension JobConflict: WireObject {
    package static let wire = WireTable<JobConflict>(
        named: "Conflict",
        about: "Jobs of the same owner beside which a job never runs: one, or all of a group.",
        .key("identifier", .optional(.identifier), \.identifier),
        .key("conflictGroup", .optional(.label), \.group),
        make: JobConflict.init)

    private init(_ identifier: JobIdentifier?, _ group: Label?) throws(FieldFault) {
        switch (identifier, group) {
        case (let identifier?, nil): self = .job(identifier)
        case (nil, let group?): self = .group(group)
        case (nil, nil), (.some, .some): throw FieldFault("identifier")
        }
    }

    private var identifier: JobIdentifier? {
        switch self {
        case .job(let identifier): identifier
        case .group: nil
        }
    }

    private var group: Label? {
        switch self {
        case .job: nil
        case .group(let name): name
        }
    }
}

extension JobQueue: WireObject {
    package static let wire = WireTable<JobQueue>(
        named: "Queue", about: "Of an owner's jobs with one queue so many run at a time.",
        .key("name", .label, \.name), .key("limit", .integer(in: 1...longest), \.limit),
        make: { JobQueue($0, limit: $1) })
}
