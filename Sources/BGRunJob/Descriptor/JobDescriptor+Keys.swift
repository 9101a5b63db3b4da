// The one table of a descriptor's keys.
import BGRunCalendar
import BGRunJSON

extension JobDescriptor {
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
                "An occurrence may come up by so much later, so that several share a wake-up."
            ).orByPolicy,
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
                "A program to run after each final failure; it is told of it."
            ).orByPolicy,
            .init(
                "onRecovery", .hook, \.onRecovery,
                "A program to run after a success that follows such failures."
            ).orByPolicy,
            .init("onSuccess", .hook, \.onSuccess, "A program to run after each success.").orByPolicy,
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
