// Cancel: end the current occurrence of a job and forget it, or of all jobs.
import BGRunJob

/// Asks to cancel one job, or all jobs of a user.
package struct CancelCall: SchedulerCall {
    package static let method = SchedulerMethod.cancel

    package enum Selection: Hashable, Sendable {
        case job(Target)
        /// Every job of this user; nil means the caller.
        case all(owner: UserID?)
    }

    package var selection: Selection

    package init(_ selection: Selection) {
        self.selection = selection
    }

    /// Exactly one of `identifier` and `all: true`: a forgotten identifier must not cancel everything.
    package init(fields: inout FieldReader) throws(FieldFault) {
        let identifier = try fields.optional("identifier", .identifier)
        let owner = try fields.optional("owner", .user)
        let all = try fields.optional("all", .bool) ?? false
        switch (identifier, all) {
        case (let identifier?, false): selection = .job(Target(identifier: identifier, owner: owner))
        case (nil, true): selection = .all(owner: owner)
        case (nil, false): throw FieldFault("identifier")
        case (_?, true): throw FieldFault("all")
        }
    }

    package var fields: [Field] {
        let identifier: JobIdentifier?
        let named: UserID?
        switch selection {
        case .job(let target): (identifier, named) = (target.identifier, target.owner)
        case .all(let owner): (identifier, named) = (nil, owner)
        }
        return [
            Field("identifier", .identifier, orNull: identifier),
            Field("owner", .user, orNull: named),
            Field("all", .bool, identifier == nil),
        ]
    }

    package struct Reply: WireObject, Hashable {
        /// The cancelled jobs, sorted.
        package var cancelled: [JobIdentifier]

        package init(cancelled: [JobIdentifier]) {
            self.cancelled = cancelled
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            cancelled = try fields.required("cancelled", .list(of: .identifier))
        }

        package var fields: [Field] { [Field("cancelled", .list(of: .identifier), cancelled)] }
    }
}
