// bgrun new: set up a nightly backup or command, by options or by asking; or write its descriptor.
import ArgumentParser
import BGRunClient
import BGRunDevice
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Set up a nightly backup, or any command at a good moment.",
        usage: """
            bgrun new [restic|borg|rsync] [--path PATH]… [--repository PLACE] [--password-file FILE] [--submit]
            bgrun new command [--submit] -- COMMAND…
            """,
        discussion: """
            It runs each night from 02:00 on, on external power, with an unmetered network (any one where no \
            NetworkManager tells of it) where the copies go to another machine and with its disk where they go to one; what was missed is made up for, a failure is tried \
            again, and no two backups run at once. What is missing in the options is asked for on a terminal. Before \
            anything is accepted, paths, passphrase and repository are looked at. Into a pipe or a file, without \
            --submit, it prints the descriptor and looks at nothing.
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
        help: ArgumentHelp(
            "Which snapshots are kept, such as \"\(KeptSnapshots.usual)\", which is usual, or all.",
            valueName: "snapshots"))
    var keep: String?

    @Option(
        help: ArgumentHelp(
            "What of it is left out, as the program has it; may be repeated. The caches of a home (.cache) are, unless a path names them.",
            valueName: "pattern"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp("Its identifier; local.backup.RECIPE without it.", valueName: "identifier"),
        transform: Words.identifier)
    var identifier: JobIdentifier?

    @Flag(help: "Submit it, in place of printing it or of asking whether to.")
    var submit = false

    @Flag(
        name: .customLong("init"),
        help: "Make the repository, and the file with a random passphrase, where they are not there.")
    var makes = false

    @Flag(
        help: "Take paths, passphrase and repository as they are told: a disk or a server is not there now.")
    var noCheck = false

    @Option(
        help: ArgumentHelp(
            "Where there is a job of that name: put this one in its place, keep it, or fail.",
            valueName: "what"))
    var ifExists: IfExists = .fail

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
        if recipe == .command,
            !(path + exclude).isEmpty || repository != nil || passwordFile != nil || keep != nil || makes
        {
            throw ValidationError("bgrun new command takes the command alone; write its options behind it")
        }
        if recipe == .rsync, passwordFile != nil || keep != nil {
            throw ValidationError("rsync makes a plain copy; leave out --password-file and --keep")
        }
        if makes, noCheck { throw ValidationError("give either --init or --no-check") }
    }

    /// Whether somebody sits there to talk to; else scripts get what they always got.
    private var isTalking: Bool { Terminal.canAsk && isatty(1) == 1 && !call.output.json }

    /// What is another user's, we can't look at with that user's rights.
    private var isOurs: Bool {
        if case .ours = Doubts.Whose.of(call.daemon) { true } else { false }
    }

    func run() throws {
        try lookForDaemon()
        var questions = Questions()
        let kind = try recipe ?? (command.isEmpty ? askedKind(&questions) : .command)
        guard kind != .command else { return try settle(commandRecipe()) }
        var draft = try BackupDraft(
            kind,
            .init(
                paths: path, repository: repository, passwordFile: passwordFile, kept: keep,
                excluded: exclude, makes: makes),
            questions, checks: !noCheck && isOurs && (submit || isTalking))
        do {
            try draft.gather()
        } catch {
            if let stay = draft.stay { Terminal.writeError("\(stay)\n") }
            if draft.hasAsked {
                // One line, to be copied.
                Terminal.write(Array("the answers until here: bgrun \(draft.commandLine())\n".utf8), to: 2)
            }
            throw error
        }
        let knowsMetered = MachineSight(policy: call.daemon.usualPolicy).lack(of: .unmetered) == nil
        try settle(
            draft.recipe(
                identifier?.text ?? "local.backup.\(kind.rawValue)", user: Words.name(of: call.daemon.asker),
                isOurs: isOurs, knowsMetered: knowsMetered))
    }

    /// Nothing is made, and nobody answers a question, for a job that no daemon takes.
    private func lookForDaemon() throws {
        guard submit || isTalking else { return }
        do {
            _ = try call.daemon.connect()
        } catch {
            guard !submit, let complaint = Failure(any: error)?.complaint else { throw error }
            Terminal.writeError("note: \(complaint.text)\n")
        }
    }

    private func commandRecipe() throws -> Recipe {
        Recipe(
            kind: .command, identifier: identifier?.text ?? "local.nightly.command",
            command: [try CallerProgram.path(ofCommand: command)] + command.dropFirst(),
            workingDirectory: try CallerProgram.workingDirectory())
    }

    private func askedKind(_ questions: inout Questions) throws -> Recipe.Kind {
        let names = "restic, borg or rsync"
        let question = Question(text: "With what? (\(names))", usual: "restic", option: "a recipe (\(names))")
        return try questions.value(nil, question) { word in
            guard let kind = Recipe.Kind(rawValue: word) else {
                throw Failure.usage("\(word.visible) is no recipe", advice: "write one of \(names)")
            }
            guard kind != .command else {
                throw Failure.usage("a command is given after --", advice: "bgrun new command -- COMMAND")
            }
            return kind
        }
    }

    // MARK: - Printing, or setting up

    private func settle(_ recipe: Recipe) throws {
        var recipe = recipe
        var file = try DescriptorFile(checking: recipe.descriptor)
        guard submit || isTalking else {
            Terminal.write(json: .object(file.object))
            return Doubts.say(file, call.daemon)
        }
        if !submit {
            Terminal.write(sentences: "\(recipe.summary)\n")
            guard Terminal.isNotDenied("Set it up now? [Y/n] ") else { return try keep(file) }
        }
        do {
            var (terms, isSame) = (ifExists, false)
            while let there = existing(file) {
                if there.fingerprint == file.descriptor.fingerprintText {
                    (terms, isSame) = (.keep, true)
                } else if terms == .fail, isTalking {
                    let title = there.title.map { " (\($0.visible))" } ?? ""
                    if Terminal.isAgreed("There is a job \(recipe.identifier)\(title). Replace it? [y/N] ") {
                        terms = .replace
                    } else {
                        recipe.identifier = try askedName(recipe.identifier)
                        file = try DescriptorFile(checking: recipe.descriptor)
                        continue
                    }
                }
                break
            }
            try accept(file, terms, recipe, isSame: isSame)
        } catch {
            // Nobody wants to answer all of it once more.
            if isTalking { try keep(file) }
            throw error
        }
    }

    private func askedName(_ taken: String) throws -> String {
        var questions = Questions()
        let question = Question(
            text: "A name for this one:", usual: "\(taken)-2", option: "--identifier")
        return try questions.value(nil, question) { word in
            do {
                return try Words.identifier(word).text
            } catch let error as ValidationError {
                throw Failure.usage(error.message)
            }
        }
    }

    /// The job of that name, where the daemon tells of one.
    private func existing(_ file: DescriptorFile) -> JobReport? {
        let target = Target(identifier: file.descriptor.identifier, owner: call.daemon.owner)
        return call.daemon.glance { connection, deadline in
            (try? connection.call(StatusCall(.job(target)), until: deadline))?.jobs.first
        }
    }

    private func accept(
        _ file: DescriptorFile, _ terms: IfExists, _ recipe: Recipe, isSame: Bool
    ) throws {
        try call.show(
            SubmitCall(
                descriptor: file.object, owner: call.daemon.owner, terms: SubmitTerms(ifExists: terms))
        ) { reply in
            let name = reply.identifier
            let done: String
            switch reply.acceptance {
            case .kept:
                return isSame
                    ? "\(name) is set up like that already; nothing is to be done\n"
                    : "\(name) is there already and was kept as it is\n"
            case .new: done = "was accepted"
            case .replaced: done = "was accepted in place of the one before"
            case .follows: done = "was accepted and follows the active run"
            }
            let first = existing(file)?.due.map { "first \(LocalZone.clock.date($0)), " } ?? ""
            return """
                \(name) \(done). It runs \(first)\(recipe.conditions)\(recipe.absence).
                \(Self.table([
                    ("bgrun run \(name)", "tries it now"), ("bgrun logs \(name) -f", "shows what it writes"),
                    ("bgrun status", "shows how it stands"),
                ]))
                """
        }
        if !isSame { Doubts.say(file, call.daemon) }
    }

    private static func table(_ rows: [(line: String, use: String)]) -> String {
        let rows = rows.map { (line: Reach.typed.added(to: $0.line), use: $0.use) }
        let width = rows.map(\.line.count).max() ?? 0
        return rows.map { "  \($0.line)\(String(repeating: " ", count: width - $0.line.count))  \($0.use)\n" }
            .joined()
    }

    /// Puts the descriptor into a file, so that it need not be made again.
    private func keep(_ file: DescriptorFile) throws {
        let text = Array((JSONValue.object(file.object).text(layout: .pretty) + "\n").utf8)
        let name = file.descriptor.identifier.text
        for path in ["\(name).json"] + (2...9).map({ "\(name).\($0).json" }) {
            do throws(SystemError) {
                try File.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(all: text)
            } catch {
                if error.errno == EEXIST { continue }
                break
            }
            return Terminal.write(
                sentences:
                    "The job is written to \(path); bgrun submit \(ShellWord.typed(path)) sets it up.\n")
        }
        Terminal.write(json: .object(file.object))
    }
}
