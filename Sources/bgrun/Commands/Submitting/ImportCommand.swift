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
            /etc/anacrontab; a timer is looked for where systemd does, with its service and its drop-ins. Nothing is changed of \
            what is imported.
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
        var imported = try ForeignSchedules(
            scheduler: scheduler, daemon: call.daemon, hasUserColumn: userColumn
        )
        .read(files)
        var jobs: [(name: String, object: JSONObject, descriptor: JobDescriptor)] = []
        imported.refuse { object in
            do throws(DescriptorError) {
                let descriptor = try JobDescriptor(value: .object(object), rules: rules)
                jobs.append((descriptor.identifier.text, object, descriptor))
                return nil
            } catch {
                return DescriptorMistake.all(of: error).map(\.text.visible).joined(separator: "; ")
            }
        }
        let paths = try install ? write(jobs.map { ($0.name, $0.object) }, imported) : []
        if call.output.json {
            Terminal.write(json: ImportReport.json(imported.jobs, imported.remarks, installed: paths))
        } else {
            if !install { show(jobs.map(\.object)) }
            show(imported, jobs, paths)
        }
        if !imported.refusals.isEmpty { throw Failure(.unsuccessful, nil) }
    }

    /// What a daemon would hold them to.
    private var rules: DescriptorRules {
        var rules = MachineZones.rules
        rules.owner = call.daemon.user ? UserID(Machine.effectiveUser) : nil
        return rules
    }

    private func write(_ jobs: [(name: String, object: JSONObject)], _ imported: Imported) throws -> [String]
    {
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

    private func show(
        _ imported: Imported, _ jobs: [(name: String, object: JSONObject, descriptor: JobDescriptor)],
        _ paths: [String]
    ) {
        let names = Set(jobs.map(\.descriptor.identifier))
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
        Terminal.writeError("bgrun: \(scheduler.advice(files, call.daemon))\n")
    }
}

extension ForeignScheduler {
    /// What is left to do so that not both run it.
    fileprivate func advice(_ files: [String], _ daemon: DaemonOptions) -> String {
        switch self {
        case .crontab, .anacrontab:
            "take the entries out of \(files.isEmpty ? "your \(rawValue)" : files.joined(separator: ", ").visible), or both run them"
        case .systemd:
            "systemctl\(daemon.user ? " --user" : "") disable --now \(files.map { $0.split(separator: "/").last ?? "" }.joined(separator: " ").visible), or both run \(files.count == 1 ? "it" : "them")"
        case .launchd: "the daemon reads the files by itself; bgrun status lists the jobs"
        }
    }
}
