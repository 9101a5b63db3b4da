// Submit: hand the daemon a job.
import BGRunJSON
import BGRunJob

/// Asks for a job. The reply comes after it is stored for good.
package struct SubmitCall: SchedulerCall, WireObject {
    package var method: SchedulerMethod { .submit }
    /// As its author wrote it; the daemon reads it as strictly as a file.
    package var descriptor: JSONObject
    /// Whose job it is to be; only root may name another user than the one who calls.
    package var owner: UserID?

    package init(descriptor: JSONObject, owner: UserID? = nil) {
        self.descriptor = descriptor
        self.owner = owner
    }

    package static let wire = WireTable<SubmitCall>(
        .key("descriptor", .rawObject, \.descriptor), .key("owner", .optional(.user), \.owner),
        make: SubmitCall.init)

    package struct Reply: WireObject, Hashable {
        package var identifier: JobIdentifier
        package var acceptance: Acceptance
        package var owner: UserID

        package init(identifier: JobIdentifier, acceptance: Acceptance, owner: UserID) {
            self.identifier = identifier
            self.acceptance = acceptance
            self.owner = owner
        }

        package static let wire = WireTable<Reply>(
            .key("identifier", .identifier, \.identifier), .key("acceptance", .choice, \.acceptance),
            .key("owner", .user, \.owner),
            make: Reply.init)
    }
}
