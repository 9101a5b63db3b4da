// bgrun logs: what a run has written.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Print what a run of a job has written.")

    @Flag(name: .shortAndLong, help: "Go on printing until the run has ended.")
    var follow = false

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp("This run; without it the active one, else the last.", valueName: "number"),
        transform: Words.run)
    var number: RunID?

    @OptionGroup var job: JobArgument
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let target = Target(identifier: job.identifier, owner: daemon.owner)
        try connection.stream(LogsCall(target, run: number, follow: follow))
        // A terminal is shown no control characters of somebody else's program; a pipe gets what was written.
        let isTerminal = Terminal.height != nil
        while true {
            let reply = try connection.receive(LogsCall.self, until: nil)
            if output.json {
                Terminal.writeLine(json: reply.value)
            } else {
                Terminal.write(isTerminal ? reply.value.text.visibleLines : reply.value.text)
            }
            if case .last = reply { return }
        }
    }
}
