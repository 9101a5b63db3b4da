// Which daemon is talking.
import BGRunCalendar
import BGRunJob

/// A daemon's own facts.
package struct DaemonReport: WireObject, Hashable {
    /// Whose jobs it keeps.
    package enum Scope: String, CaseIterable, Sendable {
        /// Every user's: the system service.
        case system
        /// Those of the one user it runs as.
        case user
    }

    package var scope: Scope
    package var owner: UserID
    package var version: String
    package var process: Int32
    package var started: WallTime
    package var stateDirectory: String
    /// Where its last decisions are.
    package var runtimeDirectory: String
    /// What is wrong now and somebody has to see to, as far as the caller may know it.
    package var headlines: [String]
    package var losses: [Loss]
    /// How many runs the policy lets be active at once; nil of a daemon that does not say.
    package var maxRuns: Int?
    /// Where it reads sysfs, where that is another place than usual.
    package var sysfs: String?
    /// The longest time budget that the policy lets a job ask for.
    package var maxTimeBudget: Duration?
    /// Why no job of it can have the machine woken.
    package var wakeFault: String?

    package init(
        scope: Scope, owner: UserID, version: String, process: Int32, started: WallTime,
        stateDirectory: String, runtimeDirectory: String, headlines: [String] = [], losses: [Loss] = [],
        maxRuns: Int? = nil, sysfs: String? = nil, maxTimeBudget: Duration? = nil, wakeFault: String? = nil
    ) {
        self.scope = scope
        self.owner = owner
        self.version = version
        self.process = process
        self.started = started
        self.stateDirectory = stateDirectory
        self.runtimeDirectory = runtimeDirectory
        self.headlines = headlines
        self.losses = losses
        self.maxRuns = maxRuns
        self.sysfs = sysfs
        self.maxTimeBudget = maxTimeBudget
        self.wakeFault = wakeFault
    }

    package static let wire = WireTable<DaemonReport>(
        named: "Daemon", about: "Which daemon is talking.",
        .key(
            "scope", .choice, \.scope,
            "whose jobs it keeps: every user's, or those of the one user it runs as"),
        .key("owner", .user, \.owner, "the user it runs as"),
        .key("version", .string, \.version),
        .key("process", .integer, \.process),
        .key("started", .date, \.started),
        .key("stateDirectory", .string, \.stateDirectory),
        .key("runtimeDirectory", .string, \.runtimeDirectory, "where its last decisions are"),
        .key(
            "headlines", .list(.string), \.headlines,
            "what is wrong now and somebody has to see to, a sentence each"),
        .key(
            "losses", .list(.object), \.losses,
            "of the last seven days, in what Doctor says all that are known; the newest first"),
        .sparse("maxRuns", .integer, \.maxRuns, "so many runs may be active at once, by the policy"),
        .sparse("sysfs", .string, \.sysfs, "where it reads sysfs, where that is not /sys"),
        .sparse(
            "maxTimeBudget", .durationText, \.maxTimeBudget,
            "the longest time budget that a job may ask for, by the policy"),
        .sparse(
            "wakeFault", .string, \.wakeFault, "why it refuses wakeSystem, where it may not wake the machine"),
        make: DaemonReport.init)
}

extension DaemonReport {
    /// Something that the daemon's storage has lost, or may have lost.
    package struct Loss: WireObject, Hashable {
        package var found: WallTime
        package var text: String

        package init(found: WallTime, text: String) {
            self.found = found
            self.text = text
        }

        package static let wire = WireTable<Loss>(
            named: "Loss", about: "Something that the daemon's storage has lost, or may have lost.",
            .key("found", .date, \.found, "when that was seen"),
            .key("text", .string, \.text, "what was lost, what was kept, and what to do"),
            make: Loss.init)
    }
}
