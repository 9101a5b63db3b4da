// Everything the daemon needs to know before it starts: arguments, environment and defaults put together.
import BGRunJob
import BGRunWire

/// The places and names of one daemon.
package struct DaemonSettings: Equatable, Sendable {
    /// What of the world the defaults depend on.
    package struct Surroundings: Sendable {
        package var user: UserID
        package var home: String
        /// Absolute; relative arguments are meant from here.
        package var workingDirectory: String
        package var environment: @Sendable (String) -> String?

        package init(
            user: UserID, home: String, workingDirectory: String,
            environment: @escaping @Sendable (String) -> String?
        ) {
            self.user = user
            self.home = home
            self.workingDirectory = workingDirectory
            self.environment = environment
        }
    }

    package var scope: DaemonReport.Scope
    package var user: UserID
    /// Whose files the daemon obeys.
    var trust: FileTrust { user == .root ? .rootOnly : .anyone }
    package var socket: String
    package var stateDirectory: String
    package var runtimeDirectory: String
    package var jobsDirectories: [String]
    /// Beside each of the usual places for jobs; where others are given, none unless they are given too.
    package var applicationsDirectories: [String]
    package var sysfsRoot: String
    package var policy: String
    /// Whether the policy file was named on the command line; then it has to be there.
    package var isPolicyNamed: Bool
    /// Whether each decision goes to the journal too.
    package var showsDecisions: Bool

    /// Fills in what the arguments leave open. What is missing for that is the caller's misuse.
    package init(_ arguments: Arguments, in world: Surroundings) throws(Arguments.Misuse) {
        func variable(_ name: String) -> String? {
            guard let value = world.environment(name), value.hasPrefix("/") else { return nil }
            return value
        }
        func absolute(_ path: String) -> String {
            path.hasPrefix("/") ? path : "\(world.workingDirectory)/\(path)"
        }
        /// systemd may give several, with colons between them.
        func managed(_ name: String) -> String? {
            variable(name).map { String($0.prefix { $0 != ":" }) }
        }
        scope = arguments.scope ?? (world.user == .root ? .system : .user)
        user = world.user
        let configuration: String
        let state: String
        switch scope {
        case .system:
            configuration = "/etc/bgrun"
            state = managed("STATE_DIRECTORY") ?? "/var/lib/bgrun"
            runtimeDirectory = managed("RUNTIME_DIRECTORY") ?? "/run/bgrun"
        case .user:
            configuration = (variable("XDG_CONFIG_HOME") ?? "\(world.home)/.config") + "/bgrun"
            state =
                managed("STATE_DIRECTORY")
                ?? (variable("XDG_STATE_HOME") ?? "\(world.home)/.local/state") + "/bgrun"
            let runtime = managed("RUNTIME_DIRECTORY") ?? variable("XDG_RUNTIME_DIR").map { $0 + "/bgrun" }
            guard let runtime = runtime ?? arguments.runtimeDirectory else {
                throw Arguments.Misuse(
                    text: "XDG_RUNTIME_DIR is not set: log in properly, or give --runtime-directory")
            }
            runtimeDirectory = runtime
        }
        stateDirectory = absolute(arguments.stateDirectory ?? state)
        runtimeDirectory = absolute(arguments.runtimeDirectory ?? runtimeDirectory)
        socket = arguments.socket.map(absolute) ?? "\(runtimeDirectory)/\(SchedulerInterface.name)"
        // What stands beside it is found by its name.
        sysfsRoot = Self.withoutTrailingSlash(absolute(arguments.sysfsRoot ?? "/sys"))
        showsDecisions = arguments.showsDecisions
        isPolicyNamed = arguments.policy != nil
        policy = absolute(arguments.policy ?? "\(configuration)/bgrund.json")
        if !arguments.jobsDirectories.isEmpty {
            jobsDirectories = arguments.jobsDirectories.map(absolute)
        } else if scope == .system {
            // Vendor, run time, administrator: the later one has the last word.
            jobsDirectories = ["/usr/lib/bgrun/jobs.d", "/run/bgrun/jobs.d", "/etc/bgrun/jobs.d"]
        } else {
            jobsDirectories = ["\(configuration)/jobs.d"]
        }
        jobsDirectories = jobsDirectories.map(Self.withoutTrailingSlash)
        if !arguments.applicationsDirectories.isEmpty {
            applicationsDirectories = arguments.applicationsDirectories.map {
                Self.withoutTrailingSlash(absolute($0))
            }
        } else if arguments.jobsDirectories.isEmpty {
            applicationsDirectories = jobsDirectories.map { "\($0.dropLast("jobs.d".count))applications.d" }
        } else {
            applicationsDirectories = []
        }
    }

    private static func withoutTrailingSlash(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
