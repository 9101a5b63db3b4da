// bgrun run: start a job now, or make it due.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start a job now, whatever its dates; refused while a requirement does not hold.")

    @Flag(help: "Start it whatever is missing, and do not stop it when more is lost.")
    var force = false

    @Flag(help: "Make it due: it starts as soon as nothing blocks it.")
    var whenPossible = false

    @OptionGroup var job: JobArgument
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if force, whenPossible { throw ValidationError("give either --force or --when-possible") }
    }

    func run() throws {
        var connection = try daemon.connect()
        let target = Target(identifier: job.identifier, owner: daemon.owner)
        let mode: RunMode = force ? .force : whenPossible ? .whenPossible : .now
        let reply = try connection.call(RunCall(target, mode: mode))
        if output.json { return Terminal.write(json: reply) }
        let identifier = job.identifier
        Terminal.write(reply.run.map { "run \($0) of \(identifier) started\n" } ?? "\(identifier) is due\n")
    }
}
