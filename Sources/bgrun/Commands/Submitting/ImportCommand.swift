// bgrun import: descriptors of what cron, anacron, systemd's timers and launchd run, and what changes by that.
import ArgumentParser
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make descriptors of crontabs, anacrontabs, systemd's timers and launchd's jobs.",
        usage: """
            bgrun import crontab|anacrontab [FILE…] [--install]
            bgrun import systemd UNIT.timer… [--install]
            bgrun import launchd FILE.plist… [--install]
            """,
        discussion: """
            Descriptors go to standard output, one as it is and several one on each line, as bgrun submit - takes them. What \
            means something else here, what could not be kept and what was refused goes to standard error, with the line \
            where it stands; exit 1 where something was refused. Without a file, your own crontab (or --owner's) is read, or \
            /etc/anacrontab; a timer is looked for where systemd does, with its service and its drop-ins. For root, a file has to \
            be root's; of a crontab, --owner says whose rights its jobs get. Nothing is changed of what is imported.
            """)

    @Argument(help: "Whose schedule: crontab, anacrontab, systemd or launchd.")
    var scheduler: ForeignScheduler

    @Argument(
        help: ArgumentHelp("Files, or names of timers; - reads standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(
        help:
            "The entries of the crontab name a user, as in /etc/crontab and /etc/cron.d, where it goes without saying."
    )
    var userColumn = false

    @Flag(help: "Tell also what means the same here.")
    var kept = false

    @Flag(
        help:
            "Write the descriptors to /etc/bgrun/jobs.d (with --user to your own jobs directory): all of them or none, and not where something was refused."
    )
    var install = false

    @Flag(help: "With --install: put them in the place of files that are there.")
    var force = false

    @Flag(help: "With --install: also where something was refused, which stays with its scheduler.")
    var partly = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if files.isEmpty, scheduler == .systemd || scheduler == .launchd {
            throw ValidationError(
                scheduler == .systemd
                    ? "name a timer such as logrotate.timer; systemctl list-timers has them"
                    : "name a file such as job.plist")
        }
        if userColumn, scheduler != .crontab || files.isEmpty {
            throw ValidationError("--user-column is for files that are crontabs")
        }
        if !install, force || partly { throw ValidationError("--force and --partly go with --install") }
    }

    func run() throws {
        try OwnPlaces.require(for: call.daemon)
        var imported = try ForeignSchedules(
            scheduler: scheduler, daemon: call.daemon, hasUserColumn: userColumn
        )
        .read(files)
        let jobs = imported.taken(by: call.daemon)
        let paths = try install ? write(jobs, imported) : []
        if call.output.json {
            Terminal.write(json: ImportReport.json(imported.jobs, imported.remarks, installed: paths))
        } else {
            if !install { show(jobs.map(\.object)) }
            show(imported, jobs, paths)
        }
        if !imported.refusals.isEmpty { throw Failure(.unsuccessful, nil) }
    }

    private func write(_ jobs: [ImportedJob], _ imported: Imported) throws -> [String] {
        guard imported.refusals.isEmpty || partly else {
            Terminal.writeError(imported.refusals.map { "\($0.text.visible)\n" }.joined())
            throw Failure(
                .unsuccessful,
                Complaint(
                    "nothing was installed, since \(imported.refusedCount == 1 ? "1 entry was" : "\(imported.refusedCount) entries were") refused",
                    advice: "--partly installs the rest"))
        }
        return try jobs.isEmpty ? [] : InstalledJobs(call.daemon).write(jobs, replacing: force)
    }

    // MARK: - Showing

    private func show(_ objects: [JSONObject]) {
        if objects.count == 1 { return Terminal.write(json: .object(Terminal.shows(objects[0]))) }
        for object in objects {
            Terminal.write(JSONValue.object(Terminal.shows(object)).text(layout: .compact) + "\n")
        }
    }

    private func show(_ imported: Imported, _ jobs: [ImportedJob], _ paths: [String]) {
        let names = Set(jobs.map(\.name))
        var lines = imported.remarks.filter { kept || $0.verdict != .kept }.map(\.text)
        for job in jobs {
            lines += Doubts(job.descriptor, job.object).warnings(
                .anyones, call.daemon, beside: names, isAsking: false
            )
            .map { "\(job.name): \($0.line)" }
        }
        Terminal.writeError(lines.map { "\($0.visible)\n" }.joined())
        let summary = ImportReport.summary(
            jobs: jobs.count, refused: imported.refusedCount, imported.remarks)
        Terminal.writeError("bgrun: \(summary)\n")
        guard !paths.isEmpty else { return }
        Terminal.write(sentences: paths.map { "\($0.visible) was written\n" }.joined())
        Terminal.writeError("bgrun: \(advice)\n")
        guard call.daemon.glance({ _, _ in true }) == nil else { return }
        Terminal.writeError(
            "bgrun: no daemon answers; systemctl\(call.daemon.userFlag) enable --now bgrund has it run \(jobs.count == 1 ? "the job" : "the jobs")\n"
        )
    }

    /// What is left to do so that not both run it.
    private var advice: String {
        switch scheduler {
        case .crontab, .anacrontab: "take the entries out of \(table), or both run them"
        case .systemd:
            "systemctl\(call.daemon.userFlag) disable --now \(timers.visible), or both run \(files.count == 1 ? "it" : "them")"
        case .launchd: "the daemon reads the files by itself; bgrun status lists the jobs"
        }
    }

    /// Where the entries stand, as people call it.
    private var table: String {
        if files == ["-"] { return "the \(scheduler.rawValue) that they are from" }
        guard files.isEmpty else { return files.joined(separator: ", ").visible }
        guard scheduler == .crontab else { return "/etc/anacrontab" }
        let account = call.daemon.owner.flatMap { try? UserAccount.with(user: $0.rawValue) }
        return account.map { "\($0.name.visible)'s crontab" } ?? "your crontab"
    }

    private var timers: String {
        files.map { (try? TimerName.of($0, example: "")) ?? $0 }.joined(separator: " ")
    }
}
