// bgrun submit: hand the daemon a job, from a file or from the command line.
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
            bgrun submit FILE [--wait]
            bgrun submit [options] -- COMMAND…
            """)

    @Argument(help: ArgumentHelp("The descriptor; - reads it from standard input.", valueName: "file"))
    var file: String?

    @Argument(parsing: .postTerminator, help: ArgumentHelp("What to run.", valueName: "command"))
    var command: [String] = []

    @OptionGroup(title: "Options for a command") var wishes: CommandOptions

    @Flag(help: "Wait until it has ended; exit 0 only if it succeeded.")
    var wait = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        guard (file == nil) != command.isEmpty else {
            throw ValidationError("give either a descriptor's file or -- and a command")
        }
        if file != nil, !wishes.isEmpty {
            throw ValidationError("these options go with a command; write them into the descriptor instead")
        }
    }

    func run() throws {
        let (descriptor, object) = try read()
        let submission = SubmitCall(descriptor: object, owner: call.daemon.owner)
        // Before it is accepted: the daemon knows under which budget earlier runs went.
        let owner = call.daemon.owner
        let isOurs = owner == nil || owner == UserID(Machine.effectiveUser)
        let doubts = Doubts(descriptor, object).warnings(isOurs ? .ours : .others, call.daemon)
        guard wait else {
            try call.show(submission) { words($0) }
            return show(doubts)
        }
        let end = try submitAndWait(submission, descriptor.identifier, doubts)
        try WaitCommand.report(end, of: descriptor.identifier, call.output)
    }

    private func submitAndWait(
        _ submission: SubmitCall, _ identifier: JobIdentifier, _ doubts: [WarningText]
    ) throws -> WaitCall.Reply {
        var connection = try call.daemon.connect()
        return try connection.call(
            submission, then: WaitCall(Target(identifier: identifier, owner: call.daemon.owner))
        ) { acceptance in
            if !call.output.json { Terminal.write(sentences: words(acceptance)) }
            show(doubts)
            call.tellWait(for: identifier)
        }
    }

    /// What lint would say. The job was accepted all the same.
    private func show(_ doubts: [WarningText]) {
        let lines = doubts.map { "\($0.line)\n" }.joined()
        if !lines.isEmpty { Terminal.writeError(lines) }
    }

    private func words(_ reply: SubmitCall.Reply) -> String {
        switch reply.acceptance {
        case .new: "\(reply.identifier) was accepted\n"
        case .replaced: "\(reply.identifier) was accepted in place of the one before\n"
        case .follows: "\(reply.identifier) was accepted and follows the active run\n"
        }
    }

    private func read() throws -> (JobDescriptor, JSONObject) {
        if let file {
            do {
                let input = try InputFile(path: file)
                if input.isManifest {
                    throw Failure.usage(
                        "\(file.visible) is the manifest of an application, and no job",
                        advice: "hand it over with bgrun permit")
                }
                let read = try DescriptorFile(input)
                return (read.descriptor, read.object)
            } catch let error as InputFile.Fault {
                throw Failure.usage(error.lines.map { "\(file.visible): \($0)" }.joined(separator: "\n"))
            }
        }
        let object = try wishes.descriptor(for: command)
        do {
            return (try JobDescriptor(value: .object(object), rules: MachineZones.rules), object)
        } catch {
            throw Failure.usage(
                DescriptorMistake.all(of: error).map(\.text.visible).joined(separator: "\n"))
        }
    }
}
