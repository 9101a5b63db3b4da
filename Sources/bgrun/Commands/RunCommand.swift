// bgrun run: start a job now, or make it due.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start a job now, beside its schedule; refused while a requirement does not hold.")

    @Flag(help: "Start it even if requirements are unmet, and don't stop it when one is lost.")
    var force = false

    @Flag(help: "Make it due now: it starts as soon as nothing blocks it.")
    var whenPossible = false

    @OptionGroup var job: JobArgument

    func validate() throws {
        if force, whenPossible { throw ValidationError("give either --force or --when-possible") }
    }

    func run() throws {
        let mode: RunMode = force ? .force : whenPossible ? .whenPossible : .now
        try job.call.show(RunCall(job.target, mode: mode)) { reply in
            reply.run.map { "run \($0) of \(job.identifier) started\n" } ?? "\(job.identifier) is due\n"
        }
    }
}
