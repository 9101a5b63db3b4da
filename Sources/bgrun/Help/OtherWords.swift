// Words of other programs, and what does here what they are for. What means the same in any case is an alias of its command.

/// What who knows systemctl, at, cron, pueue, docker, kubectl or restic may type.
enum OtherWords {
    private static let commands: [(words: [String], answer: String)] = [
        (["restart"], "bgrun stop JOB ends its run, and bgrun run JOB begins another"),
        (
            ["reload", "daemon-reload", "refresh"],
            "files of jobs are read as soon as they change; systemctl reload bgrund has the policy read anew"
        ),
        (
            ["tail", "follow", "attach", "journal", "journalctl", "output"],
            "bgrun logs -f JOB shows what it writes"
        ),
        (["top", "watch", "monitor"], "bgrun status --watch shows the jobs as they change"),
        (["jobs", "atq", "list-units", "list-jobs"], "bgrun status lists them"),
        (["export", "dump"], "bgrun cat JOB prints its descriptor, which bgrun submit takes"),
        (["list-timers", "timers", "upcoming", "agenda", "when"], "bgrun next tells when jobs come up"),
        (["inspect", "describe", "get"], "bgrun status JOB tells how it stands, bgrun cat JOB what it is"),
        (
            [
                "create", "schedule", "queue", "enqueue", "apply", "exec", "load",
                "bootstrap", "install",
            ],
            "bgrun submit FILE hands over a descriptor, bgrun submit -- COMMAND a command"
        ),
        (["at", "batch"], "bgrun submit --at 17:00 -- COMMAND runs one then"),
        (["every"], "bgrun submit --every 6h -- COMMAND runs one again and again"),
        (["backup"], "bgrun new restic, borg or rsync sets one up"),
        (
            ["config", "init"],
            "bgrund.json has the daemon's settings (man bgrund.json); bgrun doctor tells of both"
        ),
        (["test", "try", "dry-run"], "bgrun rehearse plays a descriptor; bgrun run JOB starts it now"),
        (["cron", "crontab", "anacron"], "bgrun import crontab makes jobs of a crontab"),
        (
            ["purge", "forget", "prune", "clean", "unload", "bootout", "uninstall"],
            "bgrun cancel --purge JOB takes it away with its history and output"
        ),
        (["reset-failed"], "bgrun cancel JOB takes one that is over off the list"),
        (["rename"], "bgrun submit hands it over by another name, and bgrun cancel takes the old one away"),
        (["mask", "off"], "bgrun disable JOB keeps it from starting"),
        (["unmask", "on"], "bgrun enable JOB lets it start again"),
        (["suspend", "freeze", "skip"], "bgrun pause JOB --for 2h keeps it from starting for a time"),
        (["validate", "check", "verify"], "bgrun lint FILE checks descriptors"),
        (
            ["explain", "blame", "is-active", "is-failed", "is-enabled"],
            "bgrun why JOB tells what keeps it from running"
        ),
        (["health", "ping", "debug"], "bgrun doctor tells what is wrong, and what to do"),
        (
            ["abort", "terminate", "signal", "atrm"],
            "bgrun stop JOB ends its run, bgrun cancel JOB the job with it"
        ),
        (["trigger", "launch", "now", "retry", "rerun", "kickstart"], "bgrun run JOB starts it now"),
        (["statistics", "usage"], "bgrun stats sums up the runs of each job"),
        (["past", "runs", "last"], "bgrun history lists the runs that have ended"),
    ]

    /// - Remark: Of a word that stands twice the row that names the command counts.
    private static let options: [(commands: [String], words: [String], answer: String)] = [
        (
            ["submit"], ["--now"],
            "a job without a date starts as soon as nothing blocks it; --now-or-fail refuses it otherwise"
        ),
        (
            ["submit"], ["--name", "--id", "--unit", "--job"],
            "--identifier NAME says what it is called"
        ),
        (["submit"], ["-n", "--preview"], "--print shows what would be submitted"),
        (
            ["submit"], ["--once"],
            "leave it out: a job runs once unless --every, --cron or --calendar says more"
        ),
        (["submit"], ["--description", "--label"], "--title TEXT says it for people"),
        (
            ["submit"], ["--cwd", "--chdir", "--workdir", "--working-directory", "--directory", "-C", "-w"],
            "--key workingDirectory=DIRECTORY says where it runs; without it, here"
        ),
        (
            ["submit"], ["--environment", "--setenv", "-e", "-E"],
            "--env NAME=VALUE sets a variable, --env NAME hands over yours"
        ),
        (
            ["submit"], ["--timeout", "--time-limit", "--max-time", "--time-budget", "--limit"],
            "--budget DURATION says how long a run may work"
        ),
        (
            ["submit"], ["--on-calendar", "--schedule"],
            "--calendar EXPRESSION or --cron EXPRESSION says when"
        ),
        (["submit"], ["--on-active", "--delay"], "--in DURATION says how long to wait"),
        (["submit"], ["--time", "--date", "--start"], "--at DATE says when"),
        (["submit"], ["--after", "--depends-on"], "--key 'after=[\"JOB\"]' has it wait for another job"),
        (
            ["submit"],
            [
                "--ac", "--on-ac", "--power", "--on-power", "--plugged-in", "--plugged", "--charging",
                "--requires-external-power",
            ],
            "--external-power has it wait for external power"
        ),
        (
            ["submit"], ["--on-battery", "--battery-power"],
            "--key 'requires={\"not\": {\"externalPower\": true}}' has it wait for the battery"
        ),
        (
            ["submit"], ["--online", "--internet", "--requires-network"],
            "--network has it wait for a network"
        ),
        (
            ["submit"], ["--wifi", "--ethernet"],
            "--key 'requires={\"network\": {\"transport\": \"wifi\"}}' has it wait for one"
        ),
        (
            ["submit"], ["--from", "--start", "--starting"],
            "--key 'schedule={\"every\": \"2w\", \"from\": \"2026-12-01 09:00\"}' counts from there"
        ),
        (["submit"], ["--battery-level"], "--battery PERCENT has it wait for so much"),
        (
            ["submit"], ["--hourly", "--daily", "--weekly", "--monthly"],
            "--calendar hourly, daily, weekly or monthly says so"
        ),
        (["submit"], ["--nice", "--priority"], "--key 'resources={\"nice\": 10}' sets the nice value"),
        (["submit"], ["-p", "--property"], "--key KEY=VALUE sets a key of its descriptor"),
        (
            ["submit"], ["--log", "--log-file", "--logfile", "--stdout", "--standard-output"],
            "--key standardOutput=FILE appends what it writes to that; without it, bgrun logs JOB shows it"
        ),
        (
            ["submit"], ["--mail", "-m", "--mailto", "--notify", "--on-failure"],
            "--key 'onFailure=[\"PROGRAM\"]' has a program called when it fails"
        ),
        (
            ["submit"], ["--ssid"],
            "--key 'requires={\"network\": {\"ssid\": \"NAME\"}}' has it wait for that one"
        ),
        (["submit"], ["--tag", "--tags"], "--key 'tags=[\"WORD\"]' gives it tags"),
        (["submit"], ["--retry", "--retries"], "--key retry=true has failures tried again"),
        (["submit"], ["--group"], "--key queue=NAME has the jobs of one queue take turns"),
        (
            ["submit"], ["--on-boot", "--boot"],
            "--key 'schedule={\"event\": \"boot\"}' starts it once a boot"
        ),
        (
            ["submit"], ["--detach", "--background", "-d"],
            "leave it out: bgrun submit waits for nothing unless --wait says so"
        ),
        (["submit", "run"], ["--follow", "-f"], "--wait waits for its end and prints what it writes"),
        (
            ["submit"], ["--force", "--replace", "--overwrite"],
            "leave it out: replacing the job is the default (--if-exists replace)"
        ),
        (
            ["stop", "cancel", "pause", "disable"],
            ["--yes", "-y", "--assume-yes", "--force", "-f", "--no-confirm"],
            "leave it out: nothing is asked about a job that is named in full, nor where standard input is no terminal"
        ),
        (
            ["stop"], ["--signal", "-s", "-9"],
            "a job's \"stopSignal\" says which signal; SIGKILL follows after its grace period"
        ),
        (["run", "enable"], ["--now"], "bgrun run JOB starts it now"),
        (["disable"], ["--now"], "bgrun stop JOB ends its run as well"),
        (["run"], ["--all"], "bgrun run '*' starts all jobs"),
        (["logs"], ["--tail"], "-n LINES shows the last lines"),
        (["logs"], ["--unit", "-u", "--job"], "name the job without an option: bgrun logs JOB"),
        (["logs"], ["--until"], "--since DATE is the one bound; bgrun history --until DATE lists runs"),
        (["logs"], ["--reverse", "-r"], "the newest lines stand last; -n LINES shows those alone"),
        (["bgrun"], ["-l", "--list"], "bgrun status lists the jobs"),
        (["bgrun"], ["-e"], "bgrun edit JOB changes one; bgrun submit FILE hands one over"),
        (["bgrun"], ["-r", "--remove", "-d"], "bgrun cancel JOB takes one away"),
        (["history"], ["--lines", "--tail"], "-n NUMBER says how many"),
        (["history", "logs"], ["--all"], "without an identifier it is about all jobs"),
        (["status", "next"], ["--follow", "-f"], "bgrun status --watch goes on as things change"),
        (["status"], ["--paused", "--scheduled", "--disabled"], "--all shows every job with its state"),
        (["status"], ["--verbose", "-l", "--long", "--full"], "bgrun status JOB tells all of one job"),
        (["cat"], ["--raw"], "--json prints it for programs"),
        (
            ["next"], ["--event", "--path"],
            "what an event brings up has no instant; bgrun why JOB tells what it waits for"
        ),
        (["pause"], ["--duration", "--in"], "--for DURATION says how long"),
        (
            ["new"], ["--to", "--dest", "--destination", "--target", "--repo", "-r"],
            "--repository PLACE says where the copies go"
        ),
        (["new"], ["--source", "--src", "--from", "--directory"], "--path PATH says what is backed up"),
        (["new"], ["--password", "--passphrase", "-p"], "--password-file FILE names a file that has it"),
        (
            ["new"], ["--retention", "--keep-daily", "--keep-weekly"],
            "--keep '7 daily, 5 weekly' says which snapshots stay"
        ),
        (
            ["new"], ["--yes", "-y", "--assume-yes"],
            "--submit does not ask; --init makes a missing repository"
        ),
        (
            ["new"], ["--every", "--at", "--cron", "--calendar", "--daily", "--schedule"],
            "it runs each night; bgrun edit JOB changes when"
        ),
        (["rehearse"], ["--from", "--since"], "--days DAYS says how far back"),
        ([], ["--output", "-o", "--format"], "--json prints JSON, for programs"),
        ([], ["--no-ask-password", "--quiet", "-q"], "leave it out: only what was asked for is printed"),
        (
            [], ["-v", "-V", "--verbose"],
            "bgrun version tells the version; bgrun doctor tells more of the daemon"
        ),
        ([], ["--system"], "leave it out: the system daemon is the default, --user means your own"),
        ([], ["--host", "-H"], "--socket PATH names another daemon"),
    ]

    static func answer(toCommand word: String) -> String? {
        commands.first { $0.words.contains(word) }?.answer
    }

    static func answer(toOption name: String, of command: String) -> String? {
        // `-5`, as head and tail have it.
        if let number = Int(name.dropFirst()), number > 0, ["logs", "history", "next"].contains(command) {
            return "-n \(number) says how many"
        }
        let rows = options.filter { $0.words.contains(name) }
        return (rows.first { $0.commands.contains(command) } ?? rows.first { $0.commands.isEmpty })?.answer
    }
}
