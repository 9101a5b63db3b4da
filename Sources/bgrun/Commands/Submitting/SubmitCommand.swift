// bgrun submit: hand the daemon a job, from a file or from the command line, or many jobs at once.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct SubmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Hand the daemon a job: a descriptor, or a command with options.",
        usage: """
            bgrun submit FILE… [--wait]
            bgrun submit [options] -- COMMAND…
            """,
        discussion: """
            Several descriptors are accepted together or not at all: files, directories (what ends in .json there), \
            and lists (what ends in .jsonl, or standard input) with a descriptor on each line.
            """, aliases: ["add"])

    @Argument(
        help: ArgumentHelp(
            "Descriptors, directories or lists of them, - reads standard input; or a command behind --.",
            valueName: "file"), completion: .file())
    var words: [String] = []

    @OptionGroup(title: "Options for a command") var wishes: CommandOptions

    @Option(
        help: ArgumentHelp(
            "Where there is a job of that name: put this one in its place, keep it, or fail.",
            valueName: "what"))
    var ifExists: IfExists = .replace

    @Flag(help: "Start the job now, or refuse it and say what is in the way; nothing is left behind then.")
    var nowOrFail = false

    @Flag(
        name: [.customLong("print"), .customLong("dry-run")],
        help:
            "Print the descriptor and what lint says of it, and submit nothing; no daemon is needed. On a terminal the values of its environment are hidden."
    )
    var prints = false

    @Flag(
        help:
            "Wait until it has ended, or all have, and print what is written meanwhile; exit 0 only if it succeeded. Ctrl-C ends the waiting alone."
    )
    var wait = false

    @Flag(name: .shortAndLong, help: "With --wait: print nothing of what is written.")
    var quiet = false

    @OptionGroup var call: CallOptions

    /// What stands behind the first `--`. The parser has one list of words, and does not tell where that was.
    private var command: [String] {
        let arguments = OwnProgram.arguments
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return Array(arguments[end...].dropFirst())
    }

    private var files: [String] { words.dropLast(command.count) }

    func validate() throws {
        guard files.isEmpty != command.isEmpty else {
            throw ValidationError("give either a descriptor's file or -- and a command")
        }
        if !files.isEmpty, !wishes.isEmpty {
            throw ValidationError(
                "these options go with a command, which stands behind --; of a descriptor they are keys")
        }
        if quiet, !wait { throw ValidationError("--quiet goes with --wait") }
        if prints, wait || nowOrFail {
            throw ValidationError("--print submits nothing; leave out --wait and --now-or-fail")
        }
        guard nowOrFail else { return }
        if wishes.isLater {
            throw ValidationError(
                "--now-or-fail starts the job now; leave out --in, --at, --every, --cron, --calendar and --nightly"
            )
        }
        if ifExists == .keep {
            throw ValidationError(
                "--now-or-fail starts a job and --if-exists keep leaves one as it is; give one of them")
        }
    }

    func run() throws {
        guard command.isEmpty else {
            let file = try ofCommand()
            return prints ? try print(file) : try submit(file)
        }
        if let line = Mistyped(Array(OwnProgram.arguments.dropFirst())).missingDashes {
            throw Failure.missingDashes(line)
        }
        switch try SubmittedFiles(files) {
        case .one(let file): prints ? try print(file.file) : try submit(file.file)
        case .several(let files): prints ? print(files) : try submit(files)
        }
    }

    private func ofCommand() throws -> DescriptorFile {
        try DescriptorFile(checking: wishes.descriptor(for: command))
    }

    // MARK: - One job

    private func submit(_ file: DescriptorFile) throws {
        let identifier = file.descriptor.identifier
        let submission = SubmitCall(
            descriptor: file.object, owner: call.daemon.owner,
            terms: SubmitTerms(ifExists: ifExists, isNowOrFail: nowOrFail))
        // Before it is accepted: the daemon knows under which budget earlier runs went.
        let doubts = doubts(file).map(\.line)
        var connection = try call.daemon.connect()
        guard wait else {
            let reply = try saying { try connection.call(submission) }
            if call.output.json {
                Terminal.write(json: reply)
            } else {
                Terminal.write(sentences: words(reply))
            }
            return show(doubts, of: reply)
        }
        let target = Target(identifier: identifier, owner: call.daemon.owner)
        // It may have run before the daemon reads that somebody waits.
        let asked = WaitCall(target, since: WallTime.present)
        let watch = try RunWatch([identifier], of: owner, call, isQuiet: quiet)
        let end = try saying {
            let reply = try connection.call(submission, asking: asked)
            if !call.output.json { watch.say(words(reply)) }
            show(doubts, of: reply)
            call.tellWait(for: identifier)
            return try watch.wait(for: asked, on: &connection)
        }
        watch.finish([(identifier, end.run)])
        try WaitCommand.report(end, of: target, watch)
    }

    private var owner: UserID { call.daemon.asker }

    /// The advice of `Blocked` names options of `bgrun run`; here it is to leave out --now-or-fail.
    private func saying<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClientError {
            guard case .refused(.scheduler(.blocked(let blockers))) = error else { throw error }
            var complaint = SchedulerError.blocked(blockers).complaint(LocalZone.clock)
            complaint.advice = "without --now-or-fail the job waits for that"
            throw Failure(.refused, complaint)
        }
    }

    /// What lint would say. The job was accepted all the same.
    private func show(_ doubts: [String], of reply: SubmitCall.Reply) {
        if reply.acceptance != .kept { show(doubts) }
    }

    func show(_ doubts: [String]) {
        let lines = doubts.map { "\($0)\n" }.joined()
        if !lines.isEmpty { Terminal.writeError(lines) }
    }

    private func words(_ reply: SubmitCall.Reply) -> String {
        let start = nowOrFail ? " and starts now" : ""
        return switch reply.acceptance {
        case .new: "\(reply.identifier) was accepted\(start)\n"
        case .replaced: "\(reply.identifier) was accepted in place of the one before\(start)\n"
        case .follows: "\(reply.identifier) was accepted and follows the active run\n"
        case .kept: "\(reply.identifier) is there already and was kept as it is\n"
        }
    }

    // MARK: - Several jobs

    private func submit(_ files: [SubmittedFile]) throws {
        if nowOrFail { throw Failure.usage("--now-or-fail is for one job, and these are several") }
        let submission = SubmitAllCall(
            descriptors: files.map(\.file.object), owner: call.daemon.owner, ifExists: ifExists)
        let length = Call(method: submission.method.fullName, parameters: submission.parameters).bytes.count
        guard length <= MessageReader.serverLimit else {
            throw Failure.usage("the jobs together are longer than 1 MiB", advice: "submit them in parts")
        }
        let names = Set(files.map(\.file.descriptor.identifier))
        // What the daemon knows of many jobs takes long to learn, and nobody has to know it.
        let end = Connection.deadline(in: .seconds(2))
        let doubts = files.map { file in
            self.doubts(file.file, beside: names, isAsking: Connection.deadline(in: .zero) < end)
        }
        let ends: WaitAllCall.Reply
        let watch: RunWatch
        var connection = try call.daemon.connect()
        do {
            guard wait else {
                let reply = try connection.call(submission)
                if call.output.json { Terminal.write(json: reply) }
                return show(reply, files, doubts) { Terminal.write(sentences: $0) }
            }
            let waiting = WaitAllCall(
                files.map(\.file.descriptor.identifier), owner: call.daemon.owner,
                since: WallTime.present)
            watch = try RunWatch(waiting.identifiers, of: owner, call, isQuiet: quiet)
            show(try connection.call(submission, asking: waiting), files, doubts, by: watch.say)
            call.tellWait(forJobs: files.count)
            ends = try watch.wait(for: waiting, on: &connection)
            watch.finish(ends.ends.map { ($0.identifier, $0.end.run) })
        } catch let error as ClientError {
            guard case .refused(.scheduler(.noneAccepted(let refusals))) = error else { throw error }
            throw Failure(
                Failure.code(ofAll: refusals),
                .noneAccepted(refusals, LocalZone.clock) { refusal in
                    files.indices.contains(refusal.place) ? files[refusal.place].label.visible : "?"
                })
        }
        try WaitCommand.report(ends, watch)
    }

    private func show(
        _ reply: SubmitAllCall.Reply, _ files: [SubmittedFile], _ doubts: [[WarningText]],
        by say: (String) -> Void
    ) {
        if !call.output.json { say(reply.jobs.map(words).joined()) }
        show(zip(files, zip(reply.jobs, doubts)).map { ($0, $1.0.acceptance == .kept ? [] : $1.1) })
    }

    /// What is doubted of several files alike is said once.
    func show(_ doubts: [(file: SubmittedFile, warnings: [WarningText])]) {
        let lines = WarningLines(doubts.map { .init(file: $0.path, label: $0.label, $1) })
        show(lines.own.flatMap(\.self) + lines.shared)
    }

    // MARK: - Doubts

    /// What lint would say, and what its author has in their shell alone.
    func doubts(
        _ file: DescriptorFile, beside names: Set<JobIdentifier> = [], isAsking: Bool = true
    ) -> [WarningText] {
        let whose = Doubts.Whose.of(call.daemon)
        return Doubts(file.descriptor, file.object).warnings(
            whose, call.daemon, beside: names, isAsking: isAsking)
            + (whose == .ours
                ? CallerVariables.warnings(of: file.descriptor, isCommand: !command.isEmpty) : [])
            + (nowOrFail ? TransactionDoubts(file.descriptor).warningsOfNowOrFail : [])
    }
}

extension IfExists: ExpressibleByArgument {}
