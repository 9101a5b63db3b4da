// Which applications may have tasks: permitted, forbidden, listed.
import BGRunJSON
import BGRunJob

/// Lets an application have tasks.
package struct PermitCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .permit }
    /// As its author wrote it; the daemon reads it as strictly as a file.
    package var manifest: JSONObject
    /// Whose application it is to be; only root may name another user than the one who calls.
    package var owner: UserID?

    package init(manifest: JSONObject, owner: UserID? = nil) {
        self.manifest = manifest
        self.owner = owner
    }

    package static let wire = WireTable<PermitCall>(
        .key("manifest", .rawObject, \.manifest), .key("owner", .optional(.user), \.owner),
        make: PermitCall.init)

    package struct Reply: WireObject, Hashable {
        package var application: JobIdentifier
        /// It is in place of what was permitted before.
        package var isReplaced: Bool

        package init(application: JobIdentifier, isReplaced: Bool) {
            self.application = application
            self.isReplaced = isReplaced
        }

        package static let wire = WireTable<Reply>(
            .key("application", .identifier, \.application), .key("replaced", .bool, \.isReplaced),
            make: Reply.init)
    }
}

/// Takes back that an application may have tasks.
package struct ForbidCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .forbid }
    package var application: JobIdentifier
    package var owner: UserID?

    package init(application: JobIdentifier, owner: UserID? = nil) {
        self.application = application
        self.owner = owner
    }

    package static let wire = WireTable<ForbidCall>(
        .key("application", .identifier, \.application), .key("owner", .optional(.user), \.owner),
        make: ForbidCall.init)
}

/// Asks which applications there are.
package struct ListApplicationsCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .listApplications }
    /// Nil: the caller's; for root, everybody's.
    package var owner: UserID?

    package init(owner: UserID? = nil) { self.owner = owner }

    package static let wire = WireTable<ListApplicationsCall>(
        .key("owner", .optional(.user), \.owner), make: ListApplicationsCall.init)

    package struct Reply: WireObject, Hashable {
        package var applications: [ApplicationReport]

        package init(applications: [ApplicationReport]) { self.applications = applications }

        package static let wire = WireTable<Reply>(
            .of("applications", .list(.object), \.applications), make: Reply.init)
    }
}
