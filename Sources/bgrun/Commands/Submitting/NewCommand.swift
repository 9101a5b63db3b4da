// bgrun new: write a descriptor for a nightly backup or command, by options or by asking.
import ArgumentParser
import BGRunClient
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Write a descriptor for a nightly backup, or for any command, at a good moment.",
        usage: """
            bgrun new [restic|borg|rsync] [--path PATH]… [--repository PLACE] [--password-file FILE] [--submit]
            bgrun new command [--submit] -- COMMAND…
            """,
        discussion: """
            It runs each night from 02:00 on, on external power, with an unmetered network where the copies go to \
            another machine and with its disk where they go to one; what was missed is made up for, a failure is tried \
            again, and no two backups run at once. What is missing in the options is asked for on a terminal.
            """)

    @Argument(
        help: ArgumentHelp("With what: restic, borg, rsync, or a command of your own.", valueName: "recipe"))
    var recipe: Recipe.Kind?

    @Option(
        help: ArgumentHelp("What is backed up; may be repeated.", valueName: "path"), completion: .file())
    var path: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where the copies go, as the program has it: sftp:nas:/backup, ssh://nas/./backup, nas:backup, or a directory.",
            valueName: "place"), completion: .file())
    var repository: String?

    @Option(
        help: ArgumentHelp("A file with the repository's passphrase.", valueName: "file"), completion: .file()
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp("Its identifier; local.backup.RECIPE without it.", valueName: "identifier"),
        transform: Words.identifier)
    var identifier: JobIdentifier?

    @Flag(help: "Submit it instead of printing it; refused where there is a job of that name.")
    var submit = false

    @Argument(
        parsing: .postTerminator, help: ArgumentHelp("With command: what is run.", valueName: "command"))
    var command: [String] = []

    @OptionGroup var call: CallOptions

    func validate() throws {
        if let recipe, (recipe == .command) == command.isEmpty {
            throw ValidationError(
                recipe == .command
                    ? "give the command after --, such as bgrun new command -- make -C ~/work"
                    : "only bgrun new command takes a command; give --path and --repository")
        }
        if recipe == .command, !path.isEmpty || repository != nil || passwordFile != nil {
            throw ValidationError("bgrun new command takes the command alone; write its options behind it")
        }
    }

    func run() throws {
        let kind = try recipe ?? (command.isEmpty ? askedKind() : .command)
        let file = try DescriptorFile(checking: try recipe(kind).descriptor)
        guard submit else {
            Terminal.write(json: .object(file.object))
            Doubts.say(file, call.daemon)
            if Terminal.canAsk {
                Terminal.writeError(
                    "bgrun: keep it in a file, and hand it over with bgrun submit FILE, or use --submit\n")
            }
            return
        }
        try call.show(
            SubmitCall(
                descriptor: file.object, owner: call.daemon.owner, terms: SubmitTerms(ifExists: .fail))
        ) { reply in
            "\(reply.identifier) was accepted; bgrun run \(reply.identifier) tries it now, bgrun logs \(reply.identifier) -f shows what it writes\n"
        }
        Doubts.say(file, call.daemon)
    }

    private func recipe(_ kind: Recipe.Kind) throws -> Recipe {
        let identifier =
            identifier?.text ?? "local.\(kind == .command ? "nightly" : "backup").\(kind.rawValue)"
        guard kind != .command else {
            return Recipe(
                kind: kind, identifier: identifier, paths: [], repository: "", passwordFile: nil,
                command: [try CallerProgram.path(of: command[0])] + command.dropFirst(), knowsMetered: true)
        }
        let paths =
            try path.isEmpty ? [asked("What is to be backed up?", "--path", usual: "~/Documents")] : path
        let place = try repository ?? asked("Where do the copies go? (\(kind.example))", "--repository")
        let secret =
            try kind == .rsync
            ? nil : passwordFile ?? asked("Which file has its passphrase?", "--password-file")
        // One that is not there yet is doubted, like any program of a descriptor.
        let found = try? CallerProgram.path(of: kind.rawValue)
        if found == nil { Terminal.writeError("note: \(kind.rawValue) is not on your PATH; install it\n") }
        let program = found ?? "/usr/bin/\(kind.rawValue)"
        return Recipe(
            kind: kind, identifier: identifier, paths: try paths.map(Self.full),
            repository: try place.contains(":") ? place : Self.full(place),
            passwordFile: try secret.map(Self.full),
            command: [program],
            knowsMetered: MachineSight(policy: call.daemon.usualPolicy).lack(of: .unmetered) == nil)
    }

    /// A daemon knows no working directory of ours, and no home.
    private static func full(_ path: String) throws -> String {
        if path == "~" || path.hasPrefix("~/"), let home = Machine.environment("HOME") {
            return home + path.dropFirst()
        }
        return path.hasPrefix("/") ? path : "\(try CallerProgram.workingDirectory())/\(path)"
    }

    // MARK: - Asking

    private func askedKind() throws -> Recipe.Kind {
        let names = "restic, borg, rsync or command"
        let word = try asked("With what? (\(names))", "a recipe (\(names))", usual: "restic")
        guard let kind = Recipe.Kind(rawValue: word) else {
            throw Failure.usage("\(word.visible) is no recipe", advice: "write one of \(names)")
        }
        guard kind != .command else {
            throw Failure.usage("a command is given after --", advice: "bgrun new command -- COMMAND")
        }
        return kind
    }

    private func asked(_ question: String, _ option: String, usual: String? = nil) throws -> String {
        guard Terminal.canAsk else {
            throw Failure.usage("\(option) is missing", advice: "bgrun new --help tells what it is")
        }
        let hint = usual.map { " [\($0)]" } ?? ""
        let answer = Terminal.answer(to: "\(question)\(hint) ") ?? ""
        guard let word = answer.isEmpty ? usual : answer else {
            throw Failure.usage("\(option) is missing", advice: "bgrun new --help tells what it is")
        }
        return word
    }
}

extension Recipe.Kind {
    fileprivate var example: String {
        switch self {
        case .restic: "such as sftp:nas:/backup or /media/me/disk/backup"
        case .borg: "such as ssh://nas/./backup or /media/me/disk/backup"
        case .rsync, .command: "such as nas:backup or /media/me/disk/backup"
        }
    }
}
