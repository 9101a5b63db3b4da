// The one table of a descriptor's keys.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// A descriptor as it is written: nil is a key that is left out.
    struct Draft: Hashable, Sendable {
        var identifier: JobIdentifier?
        /// Only a template has them, which no descriptor comes of.
        var instances: [Label]?
        var title: String?
        var notes: String?
        var kind: Kind?
        /// Not a key: what only the store keeps stands beside the table.
        var task: Program?
        var command: [String]?
        var shell: String?
        var environment: [Variable]?
        var workingDirectory: WorkingDirectory?
        var umask: FileModeMask?
        var resources: ResourceRules?
        var user: String?
        var group: String?
        var environmentFile: EnvironmentFile?
        var credentials: [Credential]?
        var standardInput: String?
        var standardOutput: OutputTarget?
        var standardError: OutputTarget?
        var earliestBegin: EarliestBegin?
        var schedule: [Schedule]?
        var missed: MissedRule?
        var maxLateness: Duration?
        var randomDelay: Duration?
        var fixedDelay: Duration?
        var accuracy: Duration?
        var spacing: Duration?
        var until: WallTime?
        var maxRuns: Int?
        var allowedHours: AllowedHours?
        var onAllowedHoursEnd: HoursEnd?
        var latestBegin: LatestBegin?
        var priority: Priority?
        var keepAwake: KeepAwake?
        var wakeSystem: PowerCondition?
        var beforeSleep: SleepRule?
        var requiresExternalPower: Bool?
        var requiresNetwork: Bool?
        var requires: Requirements?
        var prefers: Preference?
        var timeBudget: Duration?
        var maxTimeBudget: Duration?
        var watchdog: Duration?
        var gracePeriod: Duration?
        var stopSignal: StopSignal?
        var onRequirementLost: RequirementLoss?
        var onExpiration: Expiry?
        var successExitCodes: [Int]?
        var deferExitCodes: [Int]?
        var retry: Retry?
        var disableAfterFailures: Int?
        var notify: NotifyRule?
        var onFailure: HookCommand?
        var onRecovery: HookCommand?
        var onSuccess: HookCommand?
        var enabled: Bool?
        var noNewPrivileges: Bool?
        var tags: [Label]?
        var conflictGroup: Label?
        var conflicts: [JobConflict]?
        var exclusive: Bool?
        var queue: JobQueue?
        var after: [JobIdentifier]?
    }

    /// Every key a descriptor may have, in the order in which they are printed.
    static let keys = KeyTable<Draft>(
        [
            .init(
                "identifier", .ownIdentifier, \.identifier,
                "The job's name in reverse-DNS form. A file is named for it: IDENTIFIER.json."),
            .init(
                "instances", .instances, \.instances,
                "Names that make jobs of a template, whose identifier ends in \"@\"; \"%i\" in its values is each of them."
            ),
            .init("title", .title, \.title, "One line that tells people what the job does."),
            .init(
                "notes", .notes, \.notes,
                "What whoever looks after the job should know; `bgrun status IDENTIFIER` shows it."),
            .init(
                "kind", .choice(of: Kind.written), \.kind,
                "\"processing\" (the default) has a time budget of 3 hours, \"refresh\" one of 30 seconds; a \"service\" runs "
                    + "while its requirements hold."
            ),
            .init(
                "command", .command, \.command,
                "The program and its arguments, run without a shell. Either this or \"shell\"."),
            .init("shell", .shellLine, \.shell, "A line for /bin/sh -c. Either this or \"command\"."),
            .init(
                "environment", .environment, \.environment,
                "Variables added to the job's environment. Their values are never shown."),
            .init(
                "environmentFile", .environmentFile, \.environmentFile,
                "A file of variables, NAME=VALUE, read at each launch; with \"-\" before its path it may be missing."
            ),
            .init(
                "credentials", .credentials, \.credentials,
                "Files whose content the job finds in $CREDENTIALS_DIRECTORY, each under its name."),
            .init(
                "user", .account, \.user,
                "The user whose rights the job has; only in root's descriptors."),
            .init(
                "group", .account, \.group,
                "The first group of the job's processes; only in root's descriptors."),
            .init(
                "workingDirectory", .workingDirectory, \.workingDirectory,
                "The absolute path the job starts in, or an object that has it made; without it, its owner's home."
            ),
            .init(
                "umask", .umask, \.umask,
                "The permissions that files made by the job don't get, as octal text (\"0022\")."
            ).orByPolicy,
            .init("standardInput", .text, \.standardInput, "Text the job reads from its standard input."),
            .init(
                "standardOutput", .outputTarget, \.standardOutput,
                "A file its standard output is appended to, in place of what \"bgrun logs\" keeps."),
            .init(
                "standardError", .outputTarget, \.standardError,
                "The same for its standard error; both may name one file."),
            .init(
                "earliestBeginDate", alias: "earliestBegin", .earliestBegin, \.earliestBegin,
                "Not before this: an RFC 3339 date, or \"+15m\" from acceptance, time in suspend included."),
            .init(
                "schedule", .schedules, \.schedule,
                "What makes the job due, one entry or a list of up to 16; without it, it runs once."),
            .init(
                "missed", .choice, \.missed,
                "What becomes of occurrences that passed while the machine was off or asleep: they collapse into "
                    + "one run (\"once\", the default), are skipped (\"skip\"), or have a run each (\"all\")."
            ).orByPolicy,
            .init("maxLateness", .span, \.maxLateness, "An occurrence later than this is skipped.")
                .orByPolicy,
            .init(
                "randomDelay", .span, \.randomDelay,
                "Puts each occurrence off by up to this, differently each time."
            ).orByPolicy,
            .init(
                "fixedDelay", .span, \.fixedDelay,
                "Puts each occurrence off by up to this, always the same on one machine."
            ).orByPolicy,
            .init(
                "accuracy", .duration(.seconds(1)...longestAccuracy), \.accuracy,
                "An occurrence may come up by so much later, so that several share a wake-up."),
            .init(
                "spacing", .duration(.seconds(1)...Duration.longestText), \.spacing,
                "The least time between two starts caused by events, files or submissions (\"10s\")."
            ).orByPolicy,
            .init("until", .date, \.until, "No occurrence lies after this date."),
            .init("maxRuns", .whole(1...1_000_000_000), \.maxRuns, "How many occurrences are run at all."),
            .init(
                "allowedHours", .allowedHours, \.allowedHours,
                "The hours of the day in which the job may start, such as \"22:00-06:00\"."
            ).orByPolicy,
            .init(
                "onAllowedHoursEnd", .choice, \.onAllowedHoursEnd,
                "When they end, a run goes on (\"finish\", the default), is told to end (\"stop\"), or stands still until "
                    + "they begin again (\"freeze\"). A service is told to end."
            ).orByPolicy,
            .init(
                "latestBegin", .latestBegin, \.latestBegin,
                "From then on the job is overdue: a duration after it became due, or a date."
            ).orByPolicy,
            .init("priority", .choice, \.priority, "Which job goes first: \"low\", \"default\" or \"high\".")
                .orByPolicy,
            .init(
                "keepAwake", .keepAwake, \.keepAwake,
                "Whether a run keeps the machine from falling asleep (\"never\")."
            ).orByPolicy,
            .init(
                "wakeSystem", .choice, \.wakeSystem,
                "Whether the machine is woken from sleep for the job (\"never\")."
            ).orByPolicy,
            .init(
                "beforeSleep", .choice, \.beforeSleep,
                "Before the machine sleeps, a run is frozen (\"freeze\", the default) or told to end (\"stop\")."
            ).orByPolicy,
            .init(
                "requiresExternalPower", .flag, \.requiresExternalPower,
                "Whether the job waits for external power (false)."
            ).orByPolicy,
            .init(
                "requiresNetwork", alias: "requiresNetworkConnectivity", .flag, \.requiresNetwork,
                "Whether the job waits for a network (false)."
            ).orByPolicy,
            .init("requires", .requires, \.requires, "What must hold for the job to start, all of it."),
            .init(
                "prefers", .prefers, \.prefers,
                "What the job waits for as \"requires\" says, but not for ever."
            ).orByPolicy,
            .init(
                "timeBudget", .budget, \.timeBudget,
                "How long a run may work while the machine is awake; then it is told to end."
            ).orByPolicy,
            .init(
                "maxTimeBudget", .budget, \.maxTimeBudget,
                "How far a run may extend its own time budget; without it, as far as the policy allows budgets."
            ).orByPolicy,
            .init(
                "watchdog", .duration(shortestWatchdog...Duration.longestText), \.watchdog,
                "A run that gives no sign of life for so long is told to end, and has failed."),
            .init(
                "gracePeriod", .duration(.zero...longestGracePeriod), \.gracePeriod,
                "The time from SIGTERM, or \"stopSignal\", to SIGKILL (\"10s\")."
            ).orByPolicy,
            .init(
                "stopSignal", .choice, \.stopSignal,
                "The signal that tells a run to end (\"TERM\"); SIGKILL follows after the grace period."
            ).orByPolicy,
            .init(
                "onRequirementLost", .choice, \.onRequirementLost,
                "\"stop\" (the default) ends a run whose requirement is lost, \"freeze\" lets it stand still until it "
                    + "holds again, \"finish\" lets it go on."
            ).orByPolicy,
            .init(
                "onExpiration", .choice, \.onExpiration,
                "\"continue\" (the default) runs an expired occurrence again after a rest, \"drop\" does not."
            ).orByPolicy,
            .init(
                "successExitCodes", .exitCodes(mayBeEmpty: false), \.successExitCodes,
                "Exit codes that are a success beside 0, such as 3 of restic or 24 of rsync."),
            .init(
                "deferExitCodes", .exitCodes(mayBeEmpty: true), \.deferExitCodes,
                "Exit codes that mean \"not now\": the occurrence stays due, and rests ([75])."),
            .init(
                "retry", .retry, \.retry,
                "Whether an occurrence is run again after it failed: true, or how. Without it a failure is final."
            ).orByPolicy,
            .init(
                "disableAfterFailures", .whole(1...1000), \.disableAfterFailures,
                "After so many failures in a row, each of them final, the job is disabled."
            ).orByPolicy,
            .init(
                "notify", .choice, \.notify,
                "Which ends are shown on the owner's desktop: \"failure\" (the first after a success, and the success after "
                    + "failures), \"always\" or \"never\"; without it, what the policy says."
            ).orByPolicy,
            .init(
                "onFailure", .hook, \.onFailure,
                "A program to run after each final failure; it is told of it."),
            .init(
                "onRecovery", .hook, \.onRecovery,
                "A program to run after a success that follows such failures."),
            .init("onSuccess", .hook, \.onSuccess, "A program to run after each success."),
            .init(
                "resources", .resources, \.resources,
                "How much of the machine a run may have, and who goes first (\"processing\": nice 10, idle I/O)."
            ).orByPolicy,
            .init("enabled", .flag, \.enabled, "Whether the job is run at all (true)."),
            .init(
                "noNewPrivileges", .flag, \.noNewPrivileges,
                "Whether sudo and other set-user-ID programs are without effect in the job (false)."
            ).orByPolicy,
            .init(
                "tags", .tags, \.tags,
                "Words by which commands mean several jobs at once (--tag), such as \"media\"."),
            .init(
                "conflictGroup", .group, \.conflictGroup,
                "A name by which others' \"conflicts\" mean all jobs that have it."),
            .init(
                "conflicts", .conflicts, \.conflicts,
                "Jobs of the same owner that never run while it does, each an identifier or {\"group\": NAME}."
            ),
            .init(
                "exclusive", .flag, \.exclusive,
                "Whether no other job of its owner runs while it does (false)."),
            .init(
                "queue", .queue, \.queue,
                "The queue whose jobs run one after the other, or so many at a time: a name, or name and limit."
            ).orByPolicy,
            .init(
                "after", .jobs, \.after,
                "Jobs of the same owner that have to succeed first, each once since this job's last run began."
            ),
        ],
        inside: ValueRule<Schedule>.keys.map { ($0, "schedule") } + [("withLidClosed", "keepAwake")]
            + ValueRule<Requirements>.keys.map { ($0, "requires") }
            + ValueRule<[Requirement]>.networkKeys.map { ($0, "requires.network") } + [
                ("for", "prefers"), ("make", "workingDirectory"), ("maxSize", "standardOutput"),
                ("keep", "standardOutput"),
            ] + ValueRule<ResourceRules>.keys.map { ($0, "resources") })
}

extension JobDescriptor.Draft {
    /// The descriptor with everything left out that is its default.
    init(_ descriptor: JobDescriptor) {
        identifier = descriptor.identifier
        title = descriptor.title
        notes = descriptor.notes
        kind = descriptor.kind == .processing ? nil : descriptor.kind
        switch descriptor.program {
        case .command(let arguments): command = arguments
        case .shell(let line): shell = line
        // Its request tells the kind.
        case .task: (task, kind) = (descriptor.program, nil)
        }
        environment = descriptor.environment.isEmpty ? nil : descriptor.environment
        let launch = descriptor.launchRules
        workingDirectory = descriptor.workingDirectory.map {
            .init(path: $0, isMade: launch.makesWorkingDirectory)
        }
        umask = launch.umask
        user = launch.user
        group = launch.group
        environmentFile = launch.environmentFile
        credentials = launch.credentials.isEmpty ? nil : launch.credentials
        standardOutput = launch.standardOutput
        standardError = launch.standardError
        resources = launch.resources == ResourceRules() ? nil : launch.resources
        standardInput = descriptor.standardInput
        earliestBegin = descriptor.earliestBegin
        schedule = descriptor.schedules.isEmpty ? nil : descriptor.schedules
        missed = descriptor.missed == .once ? nil : descriptor.missed
        maxLateness = descriptor.maxLateness
        randomDelay = descriptor.randomDelay
        fixedDelay = descriptor.fixedDelay
        accuracy = descriptor.accuracy
        spacing = descriptor.spacing
        until = descriptor.until
        maxRuns = descriptor.maxRuns
        allowedHours = descriptor.allowedHours
        onAllowedHoursEnd = descriptor.onAllowedHoursEnd
        latestBegin = descriptor.latestBegin
        priority = descriptor.priority == .default ? nil : descriptor.priority
        keepAwake = descriptor.keepAwake == .never ? nil : descriptor.keepAwake
        wakeSystem = descriptor.wakeSystem == .never ? nil : descriptor.wakeSystem
        beforeSleep = descriptor.beforeSleep == .freeze ? nil : descriptor.beforeSleep
        let requirements = descriptor.requirements
        if requirements.terms.allSatisfy({
            $0 == .requirement(.externalPower) || $0 == .requirement(.network)
        }) {
            requiresExternalPower = requirements.contains(.externalPower) ? true : nil
            requiresNetwork = requirements.contains(.network) ? true : nil
        } else {
            requires = requirements
        }
        prefers = descriptor.preference
        let budget = descriptor.timeBudget
        timeBudget = budget == descriptor.kind.defaultTimeBudget ? nil : budget
        maxTimeBudget = descriptor.maxTimeBudget
        watchdog = descriptor.watchdog
        let grace = descriptor.gracePeriod
        gracePeriod = grace == JobDescriptor.defaultGracePeriod ? nil : grace
        stopSignal = launch.stopSignal == .TERM ? nil : launch.stopSignal
        onRequirementLost = descriptor.onRequirementLost == .stop ? nil : descriptor.onRequirementLost
        onExpiration = descriptor.onExpiration == .continue ? nil : descriptor.onExpiration
        successExitCodes = descriptor.successExitCodes
        deferExitCodes = descriptor.deferExitCodes
        retry = descriptor.retry
        disableAfterFailures = descriptor.disableAfterFailures
        notify = descriptor.notify
        onFailure = descriptor[hook: .onFailure]
        onRecovery = descriptor[hook: .onRecovery]
        onSuccess = descriptor[hook: .onSuccess]
        enabled = descriptor.isEnabled ? nil : false
        noNewPrivileges = descriptor.noNewPrivileges ? true : nil
        tags = descriptor.tags.isEmpty ? nil : descriptor.tags
        let order = descriptor.order
        conflictGroup = order.conflictGroup
        conflicts = order.conflicts.isEmpty ? nil : order.conflicts
        exclusive = order.isExclusive ? true : nil
        queue = order.queue
        after = order.after.isEmpty ? nil : order.after
    }

    /// The descriptor with every default filled in; nil while its name or its program is missing.
    var descriptor: JobDescriptor? {
        guard let identifier, let program else { return nil }
        var required = RequirementsDraft(requires ?? .none)
        if requiresExternalPower == true { required[.externalPower] = [.externalPower] }
        if requiresNetwork == true { required[.network] = [.network] }
        var descriptor = JobDescriptor(
            identifier: identifier, title: title,
            kind: kind ?? program.applicationTask?.request.kind.jobKind ?? .processing,
            program: program,
            environment: environment ?? [], workingDirectory: workingDirectory?.path,
            standardInput: standardInput,
            earliestBegin: earliestBegin, schedules: schedule ?? [], missed: missed ?? .once,
            maxLateness: maxLateness, randomDelay: randomDelay, fixedDelay: fixedDelay, spacing: spacing,
            until: until,
            maxRuns: maxRuns, allowedHours: allowedHours, latestBegin: latestBegin,
            preference: prefers, priority: priority ?? .default, keepAwake: keepAwake ?? .never,
            wakeSystem: wakeSystem ?? .never, beforeSleep: beforeSleep ?? .freeze,
            requirements: required.requirements,
            timeBudget: timeBudget, gracePeriod: gracePeriod ?? JobDescriptor.defaultGracePeriod,
            onRequirementLost: onRequirementLost ?? .stop, onExpiration: onExpiration ?? .continue,
            isEnabled: enabled ?? true, noNewPrivileges: noNewPrivileges ?? false,
            launchRules: launchRules, order: order)
        descriptor.onAllowedHoursEnd = onAllowedHoursEnd
        descriptor.accuracy = accuracy
        descriptor.maxTimeBudget = maxTimeBudget
        descriptor.notes = notes
        descriptor.watchdog = watchdog
        descriptor.ends = EndRules(
            successExitCodes: successExitCodes, deferExitCodes: deferExitCodes, retry: retry,
            disableAfterFailures: disableAfterFailures, notify: notify, onFailure: onFailure,
            onRecovery: onRecovery, onSuccess: onSuccess)
        return descriptor
    }

    private var launchRules: LaunchRules {
        var rules = LaunchRules()
        rules.stopSignal = stopSignal ?? .TERM
        rules.umask = umask
        rules.user = user
        rules.group = group
        rules.environmentFile = environmentFile
        rules.credentials = credentials ?? []
        rules.standardOutput = standardOutput
        rules.standardError = standardError
        rules.resources = resources ?? ResourceRules()
        rules.makesWorkingDirectory = workingDirectory?.isMade ?? false
        return rules
    }

    private var order: OrderRules {
        OrderRules(
            tags: tags ?? [], conflictGroup: conflictGroup, conflicts: conflicts ?? [],
            isExclusive: exclusive ?? false,
            queue: queue, after: after ?? [])
    }

    private var program: JobDescriptor.Program? {
        task ?? command.map { .command($0) } ?? shell.map { .shell($0) }
    }
}
