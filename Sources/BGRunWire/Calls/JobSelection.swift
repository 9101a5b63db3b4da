// The two parameters that say for which jobs a switch is turned.
import BGRunJob

/// One job, or all that the caller may change.
package enum JobSelection: WireObject, Hashable {
    case job(Target)
    /// All jobs of this user, or with nil of everybody whose jobs the caller may change.
    case all(owner: UserID?)

    package init(fields: inout FieldReader) throws(FieldFault) {
        let identifier = try fields.optional("identifier", .identifier)
        let owner = try fields.optional("owner", .user)
        self = identifier.map { .job(Target(identifier: $0, owner: owner)) } ?? .all(owner: owner)
    }

    package var fields: [Field] {
        let identifier: JobIdentifier?
        let named: UserID?
        switch self {
        case .job(let target): (identifier, named) = (target.identifier, target.owner)
        case .all(let owner): (identifier, named) = (nil, owner)
        }
        return [Field("identifier", .identifier, orNull: identifier), Field("owner", .user, orNull: named)]
    }
}
