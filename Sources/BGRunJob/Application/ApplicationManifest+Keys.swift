// The two tables of keys of a manifest: its own, and those of each task.
import BGRunCalendar
import BGRunJSON

extension ApplicationManifest {
    /// A manifest as it is written: nil is a key that is left out.
    struct Draft {
        var application: JobIdentifier?
        var title: String?
        var command: [String]?
        var environment: [JobDescriptor.Variable]?
        var workingDirectory: String?
        var enabled: Bool?
        var noNewPrivileges: Bool?
        var spacing: Duration?
        var tasks: [Task]?
    }

    /// Every key a manifest may have, in the order in which they are printed.
    static let keys = KeyTable<Draft>(
        [
            .init(
                "application", .plainIdentifier, \.application,
                "The application's name in reverse-DNS form. A file is named for it: APPLICATION.json.",
                example: #""com.example.photos""#),
            .init("title", .title, \.title, "One line that tells people what the application is."),
            .init(
                "command", .command, \.command,
                "The program and its arguments, started without a shell when a task comes up and no host of it is there.",
                example: #"["/usr/bin/photos", "--background"]"#
            ),
            .init(
                "environment", .environment, \.environment,
                "Variables added to the program's environment. Their values are never shown.",
                example: #"{"LANG": "C.UTF-8"}"#),
            .init(
                "workingDirectory", .directory, \.workingDirectory,
                "The absolute path the program starts in; without it, its owner's home.",
                example: #""/var/lib/photos""#),
            .init(
                "enabled", .flag, \.enabled, "Whether its tasks are run at all.", default: "true",
                example: "false"),
            .init(
                "noNewPrivileges", .flag, \.noNewPrivileges,
                "Whether sudo and other set-user-ID programs are without effect in it.", default: "false",
                example: "true"),
            .init(
                "spacing", .span, \.spacing,
                "The least time from the end of a task's run to its next start (the policy's).",
                example: #""5m""#),
            .init(
                "tasks", .tasks, \.tasks,
                "What the application may ask for: each task's identifier, and what the daemon adds to its requests.",
                example: #"{"com.example.photos.refresh": {}}"#
            ),
        ],
        inside: TaskRules.keys.rows.map { ($0.key.name, "tasks.IDENTIFIER") })
}

extension ApplicationManifest.Draft {
    init(_ manifest: ApplicationManifest) {
        application = manifest.application
        title = manifest.title
        command = manifest.command
        environment = manifest.environment.isEmpty ? nil : manifest.environment
        workingDirectory = manifest.workingDirectory
        enabled = manifest.isEnabled ? nil : false
        noNewPrivileges = manifest.noNewPrivileges ? true : nil
        spacing = manifest.spacing
        tasks = manifest.tasks
    }

    /// The manifest with every default filled in; nil while a key that it must have is missing.
    var manifest: ApplicationManifest? {
        guard let application, let command, let tasks else { return nil }
        return ApplicationManifest(
            application: application, title: title, command: command, environment: environment ?? [],
            workingDirectory: workingDirectory, isEnabled: enabled ?? true,
            noNewPrivileges: noNewPrivileges ?? false, spacing: spacing, tasks: tasks)
    }
}

extension ApplicationManifest.TaskRules {
    /// The rules of a task as they are written.
    struct Draft {
        var title: String?
        var timeBudget: Duration?
        var gracePeriod: Duration?
        var requires: Requirements?
        var prefers: Preference?
        var allowedHours: AllowedHours?
        var latestBegin: LatestBegin?
        var priority: Priority?
        var keepAwake: KeepAwake?
        var beforeSleep: SleepRule?
        var onRequirementLost: JobDescriptor.RequirementLoss?
        var onExpiration: JobDescriptor.Expiry?
    }

    /// Every key a task may have, in the order of a descriptor's.
    static let keys = KeyTable<Draft>(
        [
            .init("title", .title, \.title, "One line that tells people what the task does."),
            .init(
                "allowedHours", .allowedHours, \.allowedHours,
                "The hours of the day in which the task may start, such as \"22:00-06:00\".",
                example: #""22:00-06:00""#),
            .init(
                "latestBegin", .latestBeginOfMany, \.latestBegin,
                "How long after a request became due it is overdue.", example: #""3d""#),
            .init(
                "priority", .choice, \.priority, "Which task goes first: \"low\", \"default\" or \"high\".",
                default: #""default""#, example: #""low""#),
            .init(
                "keepAwake", .keepAwake, \.keepAwake,
                "Whether a run keeps the machine from falling asleep.", default: #""never""#,
                example: #""onExternalPower""#),
            .init(
                "beforeSleep", .choice, \.beforeSleep,
                "Before the machine sleeps, a run is frozen (\"freeze\") or told to end (\"stop\").",
                default: #""freeze""#, example: #""stop""#
            ),
            .init(
                "requires", .requires, \.requires,
                "What must hold beside what the request asks for, all of it.", example: #"{"idle": "1m"}"#),
            .init(
                "prefers", .prefers, \.prefers,
                "What the task waits for as \"requires\" says, but not for ever; a continued task does not.",
                example: #"{"externalPower": true, "for": "3d"}"#),
            .init(
                "timeBudget", .budget(), \.timeBudget,
                "How long a run may work while the machine is awake; then it is told to end (\"10m\", of a refresh \"30s\", of a continued task 30 days).",
                example: #""5m""#
            ),
            .init(
                "gracePeriod", .duration(.zero...JobDescriptor.longestGracePeriod), \.gracePeriod,
                "The time from that until the run is over.", default: #""10s""#, example: #""5s""#),
            .init(
                "onRequirementLost", .choice, \.onRequirementLost,
                "\"stop\" ends a run whose requirement is lost, \"freeze\" lets it stand still until it "
                    + "holds again, \"finish\" lets it go on.", default: #""stop""#, example: #""freeze""#),
            .init(
                "onExpiration", .choice, \.onExpiration,
                "\"drop\" ends a request whose run expired, \"continue\" runs it again after a rest.",
                default: #""drop""#, example: #""continue""#
            ),
        ],
        inside: [("withLidClosed", "keepAwake")] + ValueRule<Requirements>.keys.map { ($0, "requires") }
            + ValueRule<[Requirement]>.networkKeys.map { ($0, "requires.network") } + [("for", "prefers")])
}

extension ApplicationManifest.TaskRules.Draft {
    /// The rules with everything left out that is its default.
    init(_ rules: ApplicationManifest.TaskRules) {
        title = rules.title
        timeBudget = rules.timeBudget
        let grace = rules.gracePeriod
        gracePeriod = grace == JobDescriptor.defaultGracePeriod ? nil : grace
        requires = rules.requirements.isEmpty ? nil : rules.requirements
        prefers = rules.preference
        allowedHours = rules.allowedHours
        latestBegin = rules.latestBegin
        priority = rules.priority == .default ? nil : rules.priority
        keepAwake = rules.keepAwake == .never ? nil : rules.keepAwake
        beforeSleep = rules.beforeSleep == .freeze ? nil : rules.beforeSleep
        onRequirementLost = rules.onRequirementLost == .stop ? nil : rules.onRequirementLost
        onExpiration = rules.onExpiration == .drop ? nil : rules.onExpiration
    }

    var rules: ApplicationManifest.TaskRules {
        ApplicationManifest.TaskRules(
            title: title, timeBudget: timeBudget,
            gracePeriod: gracePeriod ?? JobDescriptor.defaultGracePeriod, requirements: requires ?? .none,
            preference: prefers, allowedHours: allowedHours, latestBegin: latestBegin,
            priority: priority ?? .default, keepAwake: keepAwake ?? .never,
            beforeSleep: beforeSleep ?? .freeze, onRequirementLost: onRequirementLost ?? .stop,
            onExpiration: onExpiration ?? .drop)
    }
}
