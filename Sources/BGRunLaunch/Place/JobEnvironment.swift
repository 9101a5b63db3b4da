// The environment of a run, an errand or a host: clean, its owner's, and with what bgrun tells it.
import BGRunJob
import BGRunLinux

/// Puts together what a run finds in its environment.
struct JobEnvironment {
    let settings: LaunchSettings
    let account: Account

    /// `NAME=value`, sorted by name.
    ///
    /// What the descriptor says stands above what we would; what bgrun tells the job stands above both.
    ///
    /// - Parameters:
    ///   - told: What is so of this run alone.
    ///   - speech: Where it may say how it is.
    func variables(
        for run: RunID, of job: JobID, _ descriptor: JobDescriptor, _ told: [String: String] = [:],
        at place: RunPlace, speaksTo speech: String? = nil
    ) -> [String] {
        var variables = base(UserID(account.entry.user))
        // A job that does not want its program to know writes another, or none.
        variables["NOTIFY_SOCKET"] = speech
        // Without WATCHDOG_PID (sd_watchdog_enabled(3)): any process of the run may give the sign.
        variables["WATCHDOG_USEC"] = descriptor.watchdogMicroseconds
        for variable in descriptor.environment { variables[variable.name] = variable.value }
        variables["CREDENTIALS_DIRECTORY"] =
            descriptor.launchRules.credentials.isEmpty
            ? variables["CREDENTIALS_DIRECTORY"] : place.credentialsDirectory
        variables.merge(told) { $1 }
        variables["BGRUN_IDENTIFIER"] = job.identifier.text
        variables["BGRUN_INSTANCE"] = job.identifier.instance
        variables["BGRUN_RUN"] = settings.mark(of: run)
        variables["BGRUN_STOP_REASON_FILE"] = place.stopReasonFile
        variables["BGRUN_STATE_DIRECTORY"] = place.stateDirectory
        variables["BGRUN_SOCKET"] = settings.socket
        return variables.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// `NAME=value` of a host, sorted by name: nothing of a run, since it may have several or none.
    func variables(forHost run: RunID, _ order: HostOrder) -> [String] {
        var variables = base(order.application.owner)
        for variable in order.manifest.environment { variables[variable.name] = variable.value }
        // Its processes would be taken for those of a run or an errand.
        for name in JobEnvironment.ofRuns { variables[name] = nil }
        variables[LaunchSettings.hostVariable] = settings.mark(of: run)
        variables["BGRUN_APPLICATION"] = order.application.name.text
        variables["BGRUN_SOCKET"] = settings.socket
        return variables.map { "\($0.key)=\($0.value)" }.sorted()
    }

    private static let ofRuns = [
        "BGRUN_DUE", "BGRUN_ERRAND", "BGRUN_IDENTIFIER", "BGRUN_INSTANCE", "BGRUN_RELAXED",
        "BGRUN_RUN", "BGRUN_STATE_DIRECTORY", "BGRUN_STOP_REASON_FILE",
    ]

    /// `NAME=value` of an errand, sorted by name: what a run of the owner's has, but nothing of a job.
    func variables(for errand: ErrandID, _ added: [String: String]) -> [String] {
        var variables = base(errand.owner)
        variables["BGRUN_SOCKET"] = settings.socket
        variables.merge(added) { $1 }
        return variables.map { "\($0.key)=\($0.value)" }.sorted() + [settings.variable(of: .errand(errand))]
    }

    private func base(_ owner: UserID) -> [String: String] {
        var variables = [
            "PATH": owner.searchPath,
            "HOME": account.entry.home,
            "USER": account.entry.name,
            "LOGNAME": account.entry.name,
            // passwd(5): an empty field means this one.
            "SHELL": account.entry.shell.isEmpty ? "/bin/sh" : account.entry.shell,
        ]
        if let language = settings.language { variables["LANG"] = language }
        if account.hasSessionDirectory {
            let session = "\(settings.userRuntimeRoot)/\(owner)"
            variables["XDG_RUNTIME_DIR"] = session
            variables["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(session)/bus"
        }
        return variables.merging(account.session.variables) { $1 }
    }
}
