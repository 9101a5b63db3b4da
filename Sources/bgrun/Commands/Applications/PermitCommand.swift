// bgrun permit: let an application have tasks, by a manifest or by words of the command line.
import ArgumentParser
import BGRunClient
import BGRunImport
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

struct PermitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "permit",
        abstract: "Let an application have tasks: by a manifest, or by its command and their identifiers.",
        usage: """
            bgrun permit FILE
            bgrun permit APPLICATION --task ID [--task ID …] [--title TITLE] -- COMMAND…
            bgrun permit --info-plist FILE [APPLICATION] -- COMMAND…
            """,
        discussion: """
            Takes the place of what was permitted before. The command is started when a task comes up and the \
            application does not run. An Info.plist, in XML or binary, tells the tasks \
            (BGTaskSchedulerPermittedIdentifiers) and, where none is given, the application's name; what it says that has no like here goes to standard error.
            """)

    @Argument(
        help: ArgumentHelp(
            "The manifest; - reads it from standard input. With a command: the application's name.",
            valueName: "file-or-application"))
    var subject: String?

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("What is started for a task.", valueName: "command"))
    var command: [String] = []

    @Option(
        name: .customLong("task"),
        help: ArgumentHelp(
            "A task that it may have, or PREFIX.* for continued tasks; may be repeated.", valueName: "id"))
    var tasks: [String] = []

    @Option(
        help: ArgumentHelp("The Info.plist that has the tasks.", valueName: "file"), completion: .file())
    var infoPlist: String?

    @Option(help: "A title for people.")
    var title: String?

    @OptionGroup var call: CallOptions

    func validate() throws {
        if infoPlist != nil {
            guard !command.isEmpty else {
                throw ValidationError("--info-plist goes with -- and the command that is started for a task")
            }
            return
        }
        guard let subject else {
            throw ValidationError("give a manifest, or the application's name with --task and a command")
        }
        if command.isEmpty {
            guard tasks.isEmpty, title == nil else {
                throw ValidationError(
                    "--task and --title go with -- and a command; a manifest has them itself")
            }
        } else if tasks.isEmpty {
            throw ValidationError("give the application a --task, such as --task \(subject).refresh")
        }
    }

    func run() throws {
        let read = try infoPlist.map(read(plist:)) ?? read(subject ?? "")
        let doubts = ManifestDoubts(read.manifest).warnings(call.daemon)
        try call.show(PermitCall(manifest: read.object, owner: call.daemon.owner)) { reply in
            ApplicationsText.permitted(reply) + "\n"
        }
        let lines = doubts.map { "\($0.line)\n" }.joined()
        if !lines.isEmpty { Terminal.writeError(lines) }
    }

    /// What the Info.plist has, and what the command line says beside it.
    private func read(plist path: String) throws -> ManifestFile {
        do {
            let plist = try InfoPlist(try InputFile(path: path, limit: InfoPlist.byteLimit).bytes)
            guard let name = subject ?? plist.application else {
                throw InputFile.Fault(
                    "its CFBundleIdentifier is no name",
                    advice: "name the application: bgrun permit APPLICATION --info-plist \(path.visible) -- …"
                )
            }
            let file = try ManifestFile(
                try manifest(name, title ?? plist.title, plist.tasks(of: name) + tasks))
            Terminal.writeError(plist.remarks.map { "\(path.visible): \($0.visible)\n" }.joined())
            return file
        } catch let fault as InputFile.Fault {
            throw Failure.usage(fault.lines.map { "\(path.visible): \($0)" }.joined(separator: "\n"))
        } catch let fault as InfoPlist.Fault {
            throw Failure.usage("\(path.visible): \(fault.reason)", advice: fault.advice)
        }
    }

    private func read(_ subject: String) throws -> ManifestFile {
        guard command.isEmpty else {
            do {
                return try ManifestFile(try manifest(subject, title, tasks))
            } catch let fault as InputFile.Fault {
                throw Failure.usage(fault.lines.joined(separator: "\n"))
            }
        }
        do {
            return try ManifestFile(try InputFile(path: subject))
        } catch {
            var lines = error.lines.map { "\(subject.visible): \($0)" }
            if !subject.contains("/"), JobIdentifier(subject) != nil {
                lines.append("without a manifest: bgrun permit \(subject) --task ID -- COMMAND")
            }
            throw Failure.usage(lines.joined(separator: "\n"))
        }
    }

    /// The manifest for a command: its program by full path, by which it is recognised.
    private func manifest(_ name: String, _ title: String?, _ tasks: [String]) throws -> JSONObject {
        let program = try CallerProgram.path(ofCommand: command)
        var object: JSONObject = ["application": .string(name)]
        if let title { object["title"] = .string(title) }
        object["command"] = .array(([program] + command.dropFirst()).map { .string($0) })
        var rules = JSONObject()
        // Twice the same is once.
        for task in tasks { rules[task] = [:] }
        object["tasks"] = .object(rules)
        return object
    }
}
