// Three lines for each command that somebody may type, with what they are for: shown behind its help.
import ArgumentParser

/// Examples of commands, by their names.
enum Examples {
    /// A line without `bgrun`, and what it is for.
    typealias Example = (line: String, use: String)

    private static let all: [String: [Example]] = [
        "submit": [
            ("submit backup.json", "hand over a descriptor"),
            (
                "submit --nightly --unmetered -- restic backup /home",
                "each night, on power, on an unmetered network"
            ),
            ("submit --in 2h --print -- make -C work", "see the descriptor, submit nothing"),
        ],
        "new": [
            ("new", "be asked for all that a backup needs, and set it up"),
            (
                "new restic --path ~/Documents --repository sftp:nas:/backup --password-file ~/.restic --init --submit",
                "the same without a question"
            ),
            ("new command -- make -C work > nightly.json", "a command each night, as a file to look through"),
        ],
        "import": [
            ("import crontab | bgrun submit --if-exists fail -", "your crontab, and what changes in meaning"),
            ("import crontab /etc/cron.d/sysstat --kept", "a package's, with what stays the same"),
            ("import systemd logrotate.timer --install", "a timer, into the system's jobs directory"),
        ],
        "adopt": [
            ("adopt fstrim.timer", "switch it off, and start its service as a job"),
            ("adopt fstrim.timer logrotate.timer --print", "see the descriptors, change nothing"),
            ("adopt", "what was adopted"),
        ],
        "release": [
            ("release fstrim.timer", "give one back to systemd"),
            ("release local.systemd.fstrim", "the same by its job"),
            ("release --all", "all of them"),
        ],
        "rehearse": [
            ("rehearse backup.json", "how it would have gone in the last week"),
            ("rehearse backup.json --days 30 --takes 2h --assume unmetered=on", "with what you know better"),
            ("rehearse backup --scenario train-ride.txt", "a job that there is, in a story of your own"),
        ],
        "edit": [
            ("edit org.example.backup", "change its descriptor in your editor"),
            ("edit backup", "the same by a part of its name"),
            ("edit backup --owner anna", "another user's, as root"),
        ],
        "status": [
            ("status", "the device, and a row for each job"),
            ("status --failed", "what needs you"),
            ("status 'org.example.*' --watch", "some jobs as they change, with keys"),
        ],
        "why": [
            ("why backup", "what keeps it from running now"),
            ("why backup --history", "what held it back in the last days"),
            ("why backup --at 'yesterday 02:00'", "how it stood then"),
        ],
        "cat": [
            ("cat backup", "its descriptor, and which file says what"),
            ("cat backup --json", "the same for a program"),
            ("cat backup --owner anna", "another user's, as root"),
        ],
        "run": [
            ("run backup", "start it now, beside its schedule"),
            ("run backup --when-possible", "as soon as what it requires holds"),
            ("run backup mail --force", "two jobs, whatever they require"),
        ],
        "stop": [
            ("stop backup", "end its run after a question; the job stays"),
            ("stop org.example.backup org.example.mail", "two by their whole names, from a script too"),
            ("stop 'org.example.*'", "all that match"),
        ],
        "cancel": [
            ("cancel backup", "forget the job, after a question"),
            ("cancel --tag media", "all with a tag"),
            ("cancel --purge org.example.backup", "with its history, output and state directory"),
        ],
        "pause": [
            ("pause --all --for 2h --note \"on the train\"", "nothing of yours starts for two hours"),
            ("pause backup --until tomorrow", "one job, until midnight"),
            ("pause --tag media --until \"mon 08:00\"", "some, until Monday"),
        ],
        "unpause": [
            ("unpause --all", "let all start again"), ("unpause backup", "one of them"),
            ("unpause 'org.example.*'", "some of them"),
        ],
        "enable": [
            ("enable org.example.backup", "let it run again"),
            ("enable backup mail", "two jobs"), ("enable --tag media", "all with a tag"),
        ],
        "snooze": [
            ("snooze backup", "be told tomorrow, if it still waits"),
            ("snooze backup --for 3d", "in three days"),
            ("snooze --tag media", "of all with a tag"),
        ],
        "disable": [
            ("disable backup", "keep it from running, until it is enabled"),
            ("disable org.example.backup org.example.mail", "two jobs"),
            ("disable --tag media", "all with a tag"),
        ],
        "wait": [
            ("wait backup", "until it has ended; exit 0 if it succeeded"),
            ("wait backup mail", "until both have"),
            ("wait backup --timeout 10m", "no longer than that; then exit 3"),
        ],
        "logs": [
            ("logs backup", "what its last run has written"),
            ("logs --failed --since 7d", "what failed runs have written, all in one stream"),
            ("logs -f", "the last lines of all jobs, and what they write from now on"),
        ],
        "history": [
            ("history", "what ended last"),
            ("history --failed --since 7d", "what did not succeed, and how late it began"),
            ("history backup -n 50 --json", "more of one job, for a program"),
        ],
        "stats": [
            ("stats", "each job's runs, summed up"), ("stats backup --since 30d", "one job's, of a month"),
            ("stats 'org.example.*'", "some jobs'"),
        ],
        "next": [
            ("next backup -n 3", "when a job comes up"),
            ("next --all --days 14", "which jobs collide, and when there is time"),
            ("next --cron \"30 2 * * 1-5\"", "what an expression means"),
        ],
        "forecast": [
            ("forecast", "when jobs are likely to start"),
            ("forecast backup", "one of them, why, and hour by hour"),
            ("forecast --json", "the same for a program"),
        ],
        "conditions": [
            ("conditions", "what jobs ask of the device, and how it is"),
            ("conditions --watch", "as it changes"), ("conditions --json", "for a program"),
        ],
        "timeline": [
            ("timeline backup", "a row a day: waits, runs, sleep"),
            ("timeline backup --days 30", "more of it"),
            ("timeline --tag media", "some jobs, the last 24 hours"),
        ],
        "report": [
            ("report --open", "a page of the last 30 days, in your browser"),
            ("report --html backup.html --tag backup --days 90", "some jobs, for longer"),
            ("report", "a summary for a bug report"),
        ],
        "metrics": [
            ("metrics", "for a collector that reads text files"),
            ("metrics > /var/lib/node_exporter/bgrun.prom", "where one looks for it"),
            ("metrics --json", "the same as JSON"),
        ],
        "events": [
            ("events", "each change as it happens"),
            ("events 'org.example.*'", "of some jobs"),
            ("events --json", "a line of JSON for each"),
        ],
        "simulate launch": [
            ("simulate launch backup", "start it as if nothing blocked it"),
            ("simulate launch com.example.news.refresh", "a task of an application"),
            ("simulate launch backup --json", "for a program"),
        ],
        "simulate expire": [
            ("simulate expire org.example.backup", "as if its budget were used"),
            ("simulate expire backup", "after a question"),
            ("simulate expire org.example.backup --json", "for a program"),
        ],
        "simulate stop": [
            ("simulate stop org.example.backup", "as bgrun stop"),
            (
                "simulate stop --reason requirementLost:externalPower org.example.backup",
                "as if the plug were pulled"
            ),
            ("simulate stop --reason systemSleep org.example.backup", "as if the machine went to sleep"),
        ],
        "simulate condition": [
            ("simulate condition externalPower=off --for 10m", "for all jobs of yours"),
            ("simulate condition batteryLevel=15 network=off --job backup", "for one"),
            ("simulate condition --end", "back to what is"),
        ],
        "permit": [
            (
                "permit com.example.news --task com.example.news.refresh -- /opt/news/news",
                "an application, by its command"
            ),
            ("permit news.json", "by its manifest"),
            (
                "permit com.example.news --task 'com.example.news.*' --title News -- /opt/news/news",
                "continued tasks"
            ),
        ],
        "forbid": [
            ("forbid com.example.news", "take it back"), ("forbid com.example.news --json", "for a program"),
            ("forbid com.example.news --owner anna", "another user's, as root"),
        ],
        "applications": [
            ("applications", "who may have tasks"), ("applications com.example.news", "one in full"),
            ("applications --json", "for a program"),
        ],
        "hold": [
            ("hold --why \"saving the draft\" -- cp draft /mnt", "sleep waits for it, seconds at most"),
            ("hold --why \"flashing\" --limit 90s -- make flash", "for longer, where the policy allows it"),
            ("hold --why \"sync\" --user -- sync", "with your own daemon"),
        ],
        "job time-left": [
            ("job time-left", "the seconds that are left"), ("job time-left --json", "for a program"),
            ("job time-left --user", "of your own daemon"),
        ],
        "job reason": [
            ("job reason", "why it runs, or is told to end"), ("job reason --json", "for a program"),
            ("job reason --user", "of your own daemon"),
        ],
        "job progress": [
            ("job progress 40", "for status"), ("job progress 40 copying", "with what it does"),
            ("job progress 40% copying", "the same"),
        ],
        "job alive": [
            ("job alive", "give a sign of life"), ("job alive --json", "for a program"),
            ("job alive --user", "to your own daemon"),
        ],
        "job defer": [
            ("job defer", "when it ends well, it is due again"),
            ("job defer --for 2h", "after a rest of two hours"),
            ("job defer --json", "for a program"),
        ],
        "job extend": [
            ("job extend 10m", "ask for more time"), ("job extend 1h30m", "and more"),
            ("job extend 10m --json", "for a program"),
        ],
        "lint": [
            ("lint backup.json", "whether it is right"),
            ("lint --strict jobs", "a directory; warnings are errors"),
            ("lint backup.json --json", "for a program"),
        ],
        "doctor": [
            ("doctor", "what is wrong with the daemon or the machine"),
            ("doctor power", "how the power is judged"),
            ("doctor --report", "what to attach to a report of a fault"),
        ],
    ]

    /// Behind the help of a command; nil where there are none, as of one that has only others below it.
    static func text(of command: String) -> String? {
        guard let examples = all[command] else { return nil }
        let lines = examples.map { "  bgrun \($0.line)\n      \($0.use)" }
        return "EXAMPLES:\n" + lines.joined(separator: "\n") + "\n"
    }
}
