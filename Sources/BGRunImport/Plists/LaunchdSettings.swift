// What becomes of each key of launchd's property lists in a job.

extension SettingFate {
    /// The section that keys of launchd.plist(5) have in the table, as macOS 14 has them.
    static let launchd = "launchd"

    static let launchdRows = [
        row(
            launchd, .read,
            """
            Label Disabled UserName GroupName Program ProgramArguments KeepAlive RunAtLoad RootDirectory WorkingDirectory
            EnvironmentVariables Umask ExitTimeOut ThrottleInterval WatchPaths QueueDirectories StartOnMount StartInterval
            StartCalendarInterval OnDemand StandardOutPath StandardErrorPath Nice ProcessType LowPriorityIO LowPriorityBackgroundIO
            """),
        // Of no effect in launchd either, or the way bgrun has of its own: groups are set, SIGTERM ends a run, timers are exact.
        row(
            launchd, .idle,
            """
            InitGroups EnableTransactions EnablePressuredExit ServiceIPC TimeOut Debug LegacyTimers
            LimitLoadToHosts LimitLoadFromHosts HopefullyExitsFirst HopefullyExitsLast AssociatedBundleIdentifiers
            MaterializeDatalessFiles
            """),
        row(launchd, start, "Sockets MachServices inetdCompatibility LaunchEvents"),
        row(
            launchd,
            .notKept("the program lies in an application of macOS", advice: "write ProgramArguments"),
            "BundleProgram"),
        row(
            launchd,
            .notKept("no argument is a pattern", advice: "write the line as \"shell\", which expands it"),
            "EnableGlobbing"),
        row(
            launchd,
            .notKept(
                "a run reads \"standardInput\", which is a text", advice: "redirect it in the line: <FILE"),
            "StandardInPath"),
        row(
            launchd,
            .notKept(
                "a run has the limits of the daemon's unit",
                advice:
                    "\"resources\" bounds memory and tasks of the whole run; ulimit in the line sets others"),
            "SoftResourceLimits HardResourceLimits"),
        row(
            launchd,
            .notKept(
                "what a run leaves behind is ended with it",
                advice: "run what should keep running as a \"service\" job"),
            "AbandonProcessGroup"),
        row(
            launchd,
            .notKept(
                "the schedule would run it again", advice: "leave the schedule out, or write \"maxRuns\": 1"),
            "LaunchOnlyOnce"),
        row(
            launchd,
            .notKept(
                "a job waits for no kind of session", advice: "{\"event\": \"login\"} begins it with one"),
            "LimitLoadToSessionType"),
        row(
            launchd,
            .notKept("bgrun does not look at the model", advice: "install the job only where it is meant"),
            "LimitLoadToHardware LimitLoadFromHardware"),
        row(launchd, .notKept("a run has no session of its own", advice: nil), "SessionCreate"),
        row(
            launchd,
            .notKept(
                "a run waits for no debugger", advice: "start it by hand: bgrun run JOB, gdb -p PROCESS"),
            "WaitForDebugger"),
        row(
            launchd, .notKept("this is the older name of ProcessType", advice: "write that"), "POSIXSpawnType"
        ),
    ]

    /// Of keys that have launchd start it on a connection or an event.
    static let start = SettingFate.notKept(
        "launchd starts it on a connection or an event", advice: "use a systemd socket unit")

    static let unknownOfLaunchd = "launchd.plist(5) has no such key"
}
