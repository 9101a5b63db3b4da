// What an application asks for: requests submitted, taken back and listed.
import BGRunJob

/// A request. The reply comes after it is stored for good.
package struct SubmitTaskCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .submitTask }
    /// What `BGRUN_APPLICATION` says, where it says anything.
    package var application: JobIdentifier?
    package var request: TaskRequest

    package init(application: JobIdentifier?, request: TaskRequest) {
        self.application = application
        self.request = request
    }

    package static let wire = WireTable<SubmitTaskCall>(
        .key("application", .optional(.identifier), \.application), .key("request", .parameters, \.request),
        make: SubmitTaskCall.init)

    package struct Reply: WireObject, Hashable {
        /// The job's.
        package var identifier: JobIdentifier
        package var acceptance: Acceptance

        package init(identifier: JobIdentifier, acceptance: Acceptance) {
            self.identifier = identifier
            self.acceptance = acceptance
        }

        package static let wire = WireTable<Reply>(
            .key("identifier", .identifier, \.identifier),
            .key("acceptance", .choice(among: Acceptance.ofTasks), \.acceptance),
            make: Reply.init)
    }
}

/// A pending request is not wanted any more. There need not be one.
package struct CancelTaskCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .cancelTask }
    package var application: JobIdentifier?
    package var identifier: JobIdentifier

    package init(application: JobIdentifier?, identifier: JobIdentifier) {
        self.application = application
        self.identifier = identifier
    }

    package static let wire = WireTable<CancelTaskCall>(
        .key("application", .optional(.identifier), \.application),
        .key("identifier", .identifier, \.identifier), make: CancelTaskCall.init)
}

/// No pending request is wanted any more.
package struct CancelAllTasksCall: ApplicationsCall, WireObject {
    package typealias Reply = NoFields
    package var method: ApplicationsMethod { .cancelAllTasks }
    package var application: JobIdentifier?

    package init(application: JobIdentifier?) { self.application = application }

    package static let wire = WireTable<CancelAllTasksCall>(
        .key("application", .optional(.identifier), \.application), make: CancelAllTasksCall.init)
}

/// Asks for the pending requests.
package struct PendingTasksCall: ApplicationsCall, WireObject {
    package var method: ApplicationsMethod { .pendingTasks }
    package var application: JobIdentifier?

    package init(application: JobIdentifier?) { self.application = application }

    package static let wire = WireTable<PendingTasksCall>(
        .key("application", .optional(.identifier), \.application), make: PendingTasksCall.init)

    package struct Reply: WireObject, Hashable {
        package var requests: [TaskRequest]

        package init(requests: [TaskRequest]) { self.requests = requests }

        package static let wire = WireTable<Reply>(
            .of("requests", .list(.object), \.requests), make: Reply.init)
    }
}
