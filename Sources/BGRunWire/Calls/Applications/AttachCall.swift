// Attach: make the caller's process a host, and hear of its runs.
import BGRunJob

/// The process is a host for as long as the stream is open.
package struct AttachCall: ApplicationsCall, WireObject {
    /// What this side of the protocol is.
    package static let version = 1

    package var method: ApplicationsMethod { .attach }
    package var version: Int
    /// What `BGRUN_APPLICATION` says, where it says anything.
    package var application: JobIdentifier?
    /// What `BGRUN_HOST` says: which start of the daemon's has brought the process.
    package var host: String?
    package var busy: [Busy]

    package var isAnsweredAtOnce: Bool { true }

    package init(
        version: Int = version, application: JobIdentifier? = nil, host: String? = nil, busy: [Busy] = []
    ) {
        self.version = version
        self.application = application
        self.host = host
        self.busy = busy
    }

    package static let wire = WireTable<AttachCall>(
        .key("version", .integer, \.version), .key("application", .optional(.identifier), \.application),
        .key("host", .optional(.string), \.host), .usual("busy", .list(.parameters), else: [], \.busy),
        make: { AttachCall(version: $0, application: $1, host: $2, busy: $3) })

    /// A run of before whose handler has not let go of its task.
    package struct Busy: WireObject, Hashable {
        package var run: RunID
        package var identifier: JobIdentifier

        package init(run: RunID, identifier: JobIdentifier) {
            self.run = run
            self.identifier = identifier
        }

        package static let wire = WireTable<Busy>(
            named: "Busy", about: "An earlier run whose handler has not let go of its task.",
            .key("run", .run, \.run), .key("identifier", .identifier, \.identifier), make: Busy.init)
    }

    /// One message to the host. One of the three is there.
    package struct Reply: WireObject, Hashable {
        package var attached: Attached?
        package var launch: Launch?
        package var expire: Expire?

        package init(attached: Attached? = nil, launch: Launch? = nil, expire: Expire? = nil) {
            self.attached = attached
            self.launch = launch
            self.expire = expire
        }

        package static let wire = WireTable<Reply>(
            .sparse("attached", .object, \.attached), .sparse("launch", .object, \.launch),
            .sparse("expire", .object, \.expire), make: Reply.init)
    }

    /// What the host is from now on.
    package struct Attached: WireObject, Hashable {
        package var host: HostID
        package var application: JobIdentifier
        package var permitted: [TaskPattern]

        package init(host: HostID, application: JobIdentifier, permitted: [TaskPattern]) {
            self.host = host
            self.application = application
            self.permitted = permitted
        }

        package static let wire = WireTable<Attached>(
            named: "Attached", about: "What the caller's process is from now on.",
            .key("host", .host, \.host, "the name that it goes by"),
            .key("application", .identifier, \.application),
            .key(
                "permitted", .list(.taskPattern), \.permitted,
                "the identifiers of its manifest; a trailing .* stands for any continued task below"),
            make: Attached.init)
    }

    /// A run that is handed over.
    package struct Launch: WireObject, Hashable {
        package var run: RunID
        package var request: TaskRequest
        /// It was begun by hand, for a test.
        package var isSimulated: Bool

        package init(run: RunID, request: TaskRequest, isSimulated: Bool) {
            self.run = run
            self.request = request
            self.isSimulated = isSimulated
        }

        package static let wire = WireTable<Launch>(
            named: "Launch", about: "A run whose handler is to be entered after TaskBegan.",
            .key("run", .run, \.run), .key("request", .object, \.request),
            .key("simulated", .bool, \.isSimulated), make: Launch.init)
    }

    /// The warning that a run must end.
    package struct Expire: WireObject, Hashable {
        package var run: RunID
        package var reason: StopReason
        package var grace: Duration

        package init(run: RunID, reason: StopReason, grace: Duration) {
            self.run = run
            self.reason = reason
            self.grace = grace
        }

        package static let wire = WireTable<Expire>(
            named: "Expire", about: "The warning that a run must end.",
            .key("run", .run, \.run), .key("reason", .stopReason, \.reason),
            .key("seconds", .seconds, \.grace, "how long it has at most"), make: Expire.init)
    }
}
