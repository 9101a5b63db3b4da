// An application as `applications` shows it.
import BGRunJob

/// One application, with what is going on in it.
package struct ApplicationReport: WireObject, Hashable {
    package var application: JobIdentifier
    /// Nil where a file permits it to everybody, and this is nobody's yet.
    package var owner: UserID?
    package var title: String?
    /// The file that permits it; nil where its owner has.
    package var path: String?
    /// What is started for it: the first word of its command. Nil where its manifest can't be used.
    package var program: String?
    package var isEnabled: Bool
    /// Why its manifest can't be used.
    package var fault: String?
    package var permitted: [TaskPattern]
    package var hosts: [Host]
    /// The tasks with a pending request.
    package var pending: [JobIdentifier]

    package init(
        application: JobIdentifier, owner: UserID?, title: String?, path: String?,
        program: String? = nil, isEnabled: Bool,
        fault: String?, permitted: [TaskPattern], hosts: [Host], pending: [JobIdentifier]
    ) {
        self.application = application
        self.owner = owner
        self.title = title
        self.path = path
        self.program = program
        self.isEnabled = isEnabled
        self.fault = fault
        self.permitted = permitted
        self.hosts = hosts
        self.pending = pending
    }

    package static let wire = WireTable<ApplicationReport>(
        named: "Application", about: "An application that may have tasks.",
        .key("application", .identifier, \.application),
        .key("owner", .optional(.user), \.owner, "null where a file permits it to everybody"),
        .key("title", .optional(.string), \.title),
        .key("path", .optional(.string), \.path, "the file that permits it; null where its owner has"),
        .key("program", .optional(.string), \.program, "what is started for it"),
        .key("enabled", .bool, \.isEnabled),
        .key("fault", .optional(.string), \.fault, "why its manifest can't be used"),
        .key("permitted", .list(.taskPattern), \.permitted),
        .key("hosts", .list(.object), \.hosts),
        .key("pending", .list(.identifier), \.pending, "the tasks with a pending request"),
        make: ApplicationReport.init(
            application:owner:title:path:program:isEnabled:fault:permitted:hosts:pending:))

    /// A process of the application in which its tasks run.
    package struct Host: WireObject, Hashable {
        package var host: HostID
        package var process: Int32?
        /// The tasks that it has handlers for.
        package var identifiers: [TaskPattern]
        /// Those that it is given to or does now.
        package var runs: [RunID]

        package init(host: HostID, process: Int32?, identifiers: [TaskPattern], runs: [RunID]) {
            self.host = host
            self.process = process
            self.identifiers = identifiers
            self.runs = runs
        }

        package static let wire = WireTable<Host>(
            named: "Host", about: "A process of an application in which its tasks run.",
            .key("host", .host, \.host), .key("process", .optional(.integer), \.process),
            .key("identifiers", .list(.taskPattern), \.identifiers, "the tasks that it has handlers for"),
            .key("runs", .list(.run), \.runs), make: Host.init)
    }
}
