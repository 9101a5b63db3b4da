// Submit: hand the daemon a job.
import BGRunJSON
import BGRunJob

/// Asks for a job. The reply comes after it is stored for good.
package struct SubmitCall: SchedulerCall {
    package static let method = SchedulerMethod.submit

    /// As its author wrote it; the daemon reads it as strictly as a file.
    package var descriptor: JSONObject
    /// Whose job it is to be; only root may name another user than the one who calls.
    package var owner: UserID?

    package init(descriptor: JSONObject, owner: UserID? = nil) {
        self.descriptor = descriptor
        self.owner = owner
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        descriptor = try fields.required("descriptor", .rawObject)
        owner = try fields.optional("owner", .user)
    }

    package var fields: [Field] {
        [Field("descriptor", .rawObject, descriptor), Field("owner", .user, orNull: owner)]
    }

    package struct Reply: WireObject, Hashable {
        package var identifier: JobIdentifier
        package var acceptance: Acceptance
        package var owner: UserID

        package init(identifier: JobIdentifier, acceptance: Acceptance, owner: UserID) {
            self.identifier = identifier
            self.acceptance = acceptance
            self.owner = owner
        }

        package init(fields: inout FieldReader) throws(FieldFault) {
            identifier = try fields.required("identifier", .identifier)
            acceptance = try fields.required("acceptance", .choice(Acceptance.self))
            owner = try fields.required("owner", .user)
        }

        package var fields: [Field] {
            [
                Field("identifier", .identifier, identifier),
                Field("acceptance", .choice(Acceptance.self), acceptance),
                Field("owner", .user, owner),
            ]
        }
    }
}
