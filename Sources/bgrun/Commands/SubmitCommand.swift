// bgrun submit: hand the daemon a job, from a file or from the command line.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
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

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

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
        let call = SubmitCall(descriptor: object, owner: daemon.owner)
        var connection = try daemon.connect()
        guard wait else { return show(try connection.call(call)) }
        let end = try submitAndWait(call, descriptor.identifier, &connection)
        try WaitCommand.report(end, of: descriptor.identifier, json: output)
    }

    private func submitAndWait(
        _ call: SubmitCall, _ identifier: JobIdentifier, _ connection: inout Connection
    ) throws -> WaitCall.Reply {
        try connection.send(call)
        try connection.send(WaitCall(Target(identifier: identifier, owner: daemon.owner)))
        let deadline = Connection.deadline(in: Connection.patience)
        let acceptance = try connection.receive(SubmitCall.self, until: deadline).value
        if !output.json { show(acceptance) }
        return try connection.receive(WaitCall.self, until: nil).value
    }

    private func show(_ reply: SubmitCall.Reply) {
        if output.json { return Terminal.write(json: reply) }
        switch reply.acceptance {
        case .new: Terminal.write("\(reply.identifier) was accepted\n")
        case .replaced: Terminal.write("\(reply.identifier) was accepted in place of the one before\n")
        case .follows: Terminal.write("\(reply.identifier) was accepted and follows the active run\n")
        }
    }

    private func read() throws -> (JobDescriptor, JSONObject) {
        if let file {
            do {
                let read = try DescriptorFile(path: file)
                return (read.descriptor, read.object)
            } catch {
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
