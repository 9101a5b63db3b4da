// The one table of a descriptor's keys.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
    /// Every key a descriptor may have, in the order in which they are printed.
    static let keys = KeyTable<Draft>(
        [
            .init(
                "identifier", .ownIdentifier, \.identifier,
                "The job's name in reverse-DNS form. A file is named for it: IDENTIFIER.json.",
                example: #""org.example.backup""#),
            .init(
                "instances", .instances, \.instances,
                "Names that make jobs of a template, whose identifier ends in \"@\"; \"%i\" in its values is each of them.",
                example: #"["home", "photos"]"#
            ),
            .init(
                "title", .title, \.title, "One line that tells people what the job does.",
                example: #""Back up my documents""#),
            .init(
                "notes", .notes, \.notes,
                "What whoever looks after the job should know; `bgrun status IDENTIFIER` shows it.",
                example: #""The passphrase is in the safe.""#),
            .init(
                "kind", .choice(of: Kind.written), \.kind,
                "\"processing\" has a time budget of 3 hours, \"refresh\" one of 30 seconds; a \"service\" runs "
                    + "while its requirements hold.", default: #""processing""#, example: #""service""#
            ),
            .init(
                "command", .command, \.command,
                "The program and its arguments, run without a shell. This, \"shell\" or \"unit\".",
                example: #"["/usr/bin/restic", "backup", "/home/me"]"#),
            .init(
                "shell", .shellLine, \.shell, "A line for /bin/sh -c. This, \"command\" or \"unit\".",
                example: #""tar -cz photos > /mnt/nas/photos.tar.gz""#),
            .init(
                "unit", .service, \.unit,
                "A service of systemd that is started, and stopped when the run has to end. This, \"command\" or "
                    + "\"shell\".", example: #""fstrim.service""#),
            .init(
                "environment", .environment, \.environment,
                "Variables added to the job's environment. Their values are never shown.",
                example: #"{"LANG": "C.UTF-8"}"#),
            .init(
                "environmentFile", .environmentFile, \.environmentFile,
                "A file of variables, NAME=VALUE, read at each launch; with \"-\" before its path it may be missing.",
                example: #""-/etc/default/backup""#
            ),
            .init(
                "sessionEnvironment", .flag, \.sessionEnvironment,
                "Whether the job finds SSH_AUTH_SOCK, DISPLAY, WAYLAND_DISPLAY and XAUTHORITY of its owner's login session.",
                default: "true", example: "false"
            ).orByPolicy,
            .init(
                "credentials", .credentials, \.credentials,
                "Files whose content the job finds in $CREDENTIALS_DIRECTORY, each under its name.",
                example: #"{"password": "/home/me/.restic"}"#),
            .init(
                "user", .account, \.user,
                "The user whose rights the job has; only in root's descriptors.", example: #""backup""#),
            .init(
                "group", .account, \.group,
                "The first group of the job's processes; only in root's descriptors.", example: #""backup""#),
            .init(
                "workingDirectory", .workingDirectory, \.workingDirectory,
                "The absolute path the job starts in, or an object that has it made; without it, its owner's home.",
                example: #"{"path": "/home/me/mirror", "make": true}"#
            ),
            .init(
                "umask", .umask, \.umask,
                "The permissions that files made by the job don't get, as octal text.", default: #""0022""#,
                example: #""0077""#
            ).orByPolicy,
            .init(
                "standardInput", .text, \.standardInput, "Text the job reads from its standard input.",
                example: #""yes""#),
            .init(
                "standardOutput", .outputTarget, \.standardOutput,
                "A file its standard output is appended to, in place of what \"bgrun logs\" keeps.",
                example: #"{"path": "/home/me/backup.log", "maxSize": "10M", "keep": 3}"#),
            .init(
                "standardError", .outputTarget, \.standardError,
                "The same for its standard error; both may name one file.", example: #""/home/me/backup.log""#
            ),
            .init(
                "earliestBeginDate", alias: "earliestBegin", .earliestBegin, \.earliestBegin,
                "Not before this: an RFC 3339 date, or \"+15m\" from acceptance, time in suspend included.",
                example: #""+15m""#),
            .init(
                "schedule", .schedules, \.schedule,
                "What makes the job due, one entry or a list of up to 16; without it, it runs once.",
                example: #"{"cron": "30 2 * * 1-5"}"#),
            .init(
                "missed", .choice, \.missed,
                "What becomes of occurrences that passed while the machine was off or asleep: they collapse into "
                    + "one run (\"once\"), are skipped (\"skip\"), or have a run each (\"all\").",
                default: #""once""#, example: #""skip""#
            ).orByPolicy,
            .init(
                "maxLateness", .span, \.maxLateness, "An occurrence later than this is skipped.",
                example: #""6h""#
            )
            .orByPolicy,
            .init(
                "randomDelay", .span, \.randomDelay,
                "Puts each occurrence off by up to this, differently each time.", example: #""20m""#
            ).orByPolicy,
            .init(
                "fixedDelay", .span, \.fixedDelay,
                "Puts each occurrence off by up to this, always the same on one machine.", example: #""1h""#
            ).orByPolicy,
            .init(
                "accuracy", .duration(.seconds(1)...longestAccuracy), \.accuracy,
                "An occurrence may come up by so much later, so that several share a wake-up.",
                example: #""10m""#
            ).orByPolicy,
            .init(
                "spacing", .duration(.seconds(1)...Duration.longestText), \.spacing,
                "The least time between two starts caused by events, files or submissions.",
                default: #""10s""#, example: #""1d""#
            ).orByPolicy,
            .init(
                "until", .date, \.until, "No occurrence lies after this date.",
                example: #""2027-01-01T00:00:00Z""#),
            .init(
                "maxRuns", .whole(1...1_000_000_000), \.maxRuns, "How many occurrences are run at all.",
                example: "10"),
            .init(
                "allowedHours", .allowedHours, \.allowedHours,
                "The hours in which the job may start, such as \"22:00-06:00\"; each window may have weekdays before it.",
                example: #""22:00-06:00""#
            ).orByPolicy,
            .init(
                "onAllowedHoursEnd", .choice, \.onAllowedHoursEnd,
                "When they end, a run goes on (\"finish\"), is told to end (\"stop\"), or stands still until "
                    + "they begin again (\"freeze\"). A service is told to end where nothing is said.",
                default: #""finish""#, example: #""stop""#
            ).orByPolicy,
            .init(
                "latestBegin", .latestBegin, \.latestBegin,
                "From then on the job is overdue: a duration after it became due, or a date.",
                example: #""3d""#
            ).orByPolicy,
            .init(
                "priority", .choice, \.priority, "Which job goes first: \"low\", \"default\" or \"high\".",
                default: #""default""#, example: #""low""#
            )
            .orByPolicy,
            .init(
                "keepAwake", .keepAwake, \.keepAwake,
                "Whether a run keeps the machine from falling asleep.", default: #""never""#,
                example: #"{"when": "onExternalPower", "withLidClosed": true}"#
            ).orByPolicy,
            .init(
                "wakeSystem", .choice, \.wakeSystem,
                "Whether the machine is woken from sleep for the job.", default: #""never""#,
                example: #""onExternalPower""#
            ).orByPolicy,
            .init(
                "beforeSleep", .choice, \.beforeSleep,
                "Before the machine sleeps, a run is frozen (\"freeze\") or told to end (\"stop\").",
                default: #""freeze""#, example: #""stop""#
            ).orByPolicy,
            .init(
                "requiresExternalPower", .flag, \.requiresExternalPower,
                "Whether the job waits for external power.", default: "false", example: "true"
            ).orByPolicy,
            .init(
                "requiresNetwork", alias: "requiresNetworkConnectivity", .flag, \.requiresNetwork,
                "Whether the job waits for a network.", default: "false", example: "true"
            ).orByPolicy,
            .init(
                "requires", .requires, \.requires, "What must hold for the job to start, all of it.",
                example: #"{"batteryLevel": 60, "idle": "10m"}"#),
            .init(
                "prefers", .prefers, \.prefers,
                "What the job waits for as \"requires\" says, but not for ever.",
                example: #"{"externalPower": true, "for": "3d"}"#
            ).orByPolicy,
            .init(
                "timeBudget", .budget(), \.timeBudget,
                "How long a run may work while the machine is awake; then it is told to end.",
                example: #""20m""#
            ).orByPolicy,
            .init(
                "maxTimeBudget",
                .budget(usual: Kind.processing.defaultTimeBudget...Duration.longestText),
                \.maxTimeBudget,
                "How far a run may extend its own time budget; without it, as far as the policy allows budgets.",
                example: #""6h""#
            ).orByPolicy,
            .init(
                "watchdog", .duration(shortestWatchdog...Duration.longestText), \.watchdog,
                "A run that gives no sign of life for so long is told to end, and has failed.",
                example: #""10m""#),
            .init(
                "gracePeriod", .duration(.zero...longestGracePeriod), \.gracePeriod,
                "The time from SIGTERM, or \"stopSignal\", to SIGKILL.", default: #""10s""#, example: #""1m""#
            ).orByPolicy,
            .init(
                "stopSignal", .choice, \.stopSignal,
                "The signal that tells a run to end; SIGKILL follows after the grace period.",
                default: #""TERM""#, example: #""INT""#
            ).orByPolicy,
            .init(
                "onRequirementLost", .choice, \.onRequirementLost,
                "\"stop\" ends a run whose requirement is lost, \"freeze\" lets it stand still until it "
                    + "holds again, \"finish\" lets it go on.", default: #""stop""#, example: #""freeze""#
            ).orByPolicy,
            .init(
                "onExpiration", .choice, \.onExpiration,
                "\"continue\" runs an expired occurrence again after a rest, \"drop\" does not.",
                default: #""continue""#, example: #""drop""#
            ).orByPolicy,
            .init(
                "successExitCodes", .exitCodes(mayBeEmpty: false), \.successExitCodes,
                "Exit codes that are a success beside 0, such as 3 of restic or 24 of rsync.",
                example: "[3]"),
            .init(
                "deferExitCodes", .exitCodes(mayBeEmpty: true), \.deferExitCodes,
                "Exit codes that mean \"not now\": the occurrence stays due, and rests.", default: "[75]",
                example: "[75, 111]"),
            .init(
                "retry", .retry, \.retry,
                "Whether an occurrence is run again after it failed: true, or how. Without it a failure is final.",
                example: #"{"initial": "1m", "attempts": 5}"#
            ).orByPolicy,
            .init(
                "disableAfterFailures", .whole(1...1000), \.disableAfterFailures,
                "After so many failures in a row, each of them final, the job is disabled.", example: "5"
            ).orByPolicy,
            .init(
                "notify", .choice, \.notify,
                "Which ends are shown on the owner's desktop: \"failure\" (the first after a success, and the success after "
                    + "failures), \"always\" or \"never\"; without it, what the policy says.",
                example: #""always""#
            ).orByPolicy,
            .init(
                "onFailure", .hook, \.onFailure,
                "A program to run after each final failure; it is told of it.",
                example: #"["/usr/libexec/bgrun/mail-report", "me@example.org"]"#
            ).orByPolicy,
            .init(
                "onRecovery", .hook, \.onRecovery,
                "A program to run after a success that follows such failures.",
                example: #"["/usr/libexec/bgrun/webhook-report"]"#
            ).orByPolicy,
            .init(
                "onSuccess", .hook, \.onSuccess, "A program to run after each success.",
                example: #"["/usr/bin/touch", "/home/me/.backed-up"]"#
            ).orByPolicy,
            .init(
                "resources", .resources, \.resources,
                "How much of the machine a run may have, and who goes first (\"processing\": nice 10, idle I/O).",
                example: #"{"memoryMax": "500M"}"#
            ).orByPolicy,
            .init(
                "enabled", .flag, \.enabled, "Whether the job is run at all.", default: "true",
                example: "false"),
            .init(
                "noNewPrivileges", .flag, \.noNewPrivileges,
                "Whether sudo and other set-user-ID programs are without effect in the job.",
                default: "false", example: "true"
            ).orByPolicy,
            .init(
                "tags", .tags, \.tags,
                "Words by which commands mean several jobs at once (--tag), such as \"media\".",
                example: #"["media"]"#),
            .init(
                "conflictGroup", .group, \.conflictGroup,
                "A name by which others' \"conflicts\" mean all jobs that have it.", example: #""disk-heavy""#
            ),
            .init(
                "conflicts", .conflicts, \.conflicts,
                "Jobs of the same owner that never run while it does, each an identifier or {\"group\": NAME}.",
                example: #"[{"group": "disk-heavy"}]"#
            ),
            .init(
                "exclusive", .flag, \.exclusive,
                "Whether no other job of its owner runs while it does.", default: "false", example: "true"
            ),
            .init(
                "queue", .queue, \.queue,
                "The queue whose jobs run one after the other, or so many at a time: a name, or name and limit.",
                example: #"{"name": "disk", "limit": 2}"#
            ).orByPolicy,
            .init(
                "after", .jobs, \.after,
                "Jobs of the same owner that have to succeed first, each once since this job's last run began.",
                example: #""org.example.backup""#
            ),
        ],
        inside: ValueRule<Schedule>.keys.map { ($0, "schedule") } + [("withLidClosed", "keepAwake")]
            + ValueRule<Requirements>.keys.map { ($0, "requires") }
            + ValueRule<[Requirement]>.networkKeys.map { ($0, "requires.network") } + [
                ("for", "prefers"), ("make", "workingDirectory"), ("maxSize", "standardOutput"),
                ("keep", "standardOutput"),
            ] + ValueRule<ResourceRules>.keys.map { ($0, "resources") }, meant: .descriptor)
}
