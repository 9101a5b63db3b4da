// What a run may use and inherits beside what every run does: seldom written, and kept apart.
import BGRunJSON

/// The keys of a descriptor that say how its runs are started and what they are told to end with.
///
/// Most jobs write none of them.
package struct LaunchRules: Hashable, Sendable {
    /// What the whole tree is sent first when a run is told to end.
    package var stopSignal = StopSignal.TERM
    /// What files that the run makes are not permitted; nil: what every run has.
    package var umask: FileModeMask?
    /// Whether a working directory that is not there is made, with the rights of the run.
    package var makesWorkingDirectory = false

    /// Whose rights it has, by name; nil: its owner's. Only root's jobs have one.
    package var user: String?
    /// Its first group, by name; nil: that of its user. Only root's jobs have one.
    package var group: String?
    /// Whether it finds what its owner's login session has set.
    package var takesSession = true
    package var environmentFile: EnvironmentFile?
    /// Sorted by name; no name twice.
    package var credentials: [Credential] = []
    /// The files of its standard output and standard error; nil: what bgrun keeps.
    package var standardOutput: OutputTarget?
    package var standardError: OutputTarget?
    /// How much of the machine it may have.
    package var resources = ResourceRules()

    package init() {}
}

extension JobDescriptor {
    /// What a run may use and inherits.
    package var launchRules: LaunchRules {
        get { launchApart?.value ?? LaunchRules() }
        set { launchApart = newValue == LaunchRules() ? nil : .value(newValue) }
    }

    /// Where the job starts, as it is written.
    struct WorkingDirectory: Hashable, Sendable {
        var path: String
        var isMade = false
    }
}

extension LaunchRules {
    /// Keys that make no sense together.
    var contradictions: [FieldError] {
        guard let standardOutput, let standardError, standardOutput.path == standardError.path,
            standardOutput != standardError
        else { return [] }
        return [
            FieldError(
                at: JSONKeyPath([.key("standardError")]),
                reason: "this is the file of \"standardOutput\", with another rule",
                advice: "write the same for both")
        ]
    }

    /// What only root may ask for.
    package var mistakes: [FieldError] {
        var errors = [("user", user), ("group", group)].filter { $0.1 != nil }.map { key, _ in
            FieldError(
                at: JSONKeyPath([.key(key)]), reason: "only root's jobs may have the rights of others",
                advice: "remove the key: a job has the rights of its owner")
        }
        if let nice = resources.nice, nice < ResourceRules.usualNice {
            errors.append(
                FieldError(
                    at: JSONKeyPath([.key("resources"), .key("nice")]),
                    reason: "only root's jobs go before what others do",
                    advice: "write a number from \(ResourceRules.usualNice) to 19"))
        }
        return errors
    }
}
