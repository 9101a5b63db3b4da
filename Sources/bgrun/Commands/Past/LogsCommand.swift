// bgrun logs: what a run has written.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Print what a run of a job has written.", aliases: ["log"])

    @Flag(name: .shortAndLong, help: "Go on printing until the run has ended.")
    var follow = false

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp("This run; without it the active one, else the last.", valueName: "number"),
        transform: Words.run)
    var number: RunID?

    @OptionGroup var job: JobArgument

    func run() throws {
        try job.find { try show($0) }
    }

    private func show(_ target: Target) throws {
        // A terminal is shown no control characters of somebody else's program; a pipe gets what was written.
        let isTerminal = Terminal.height != nil
        do {
            try job.call.follow(LogsCall(target, run: number, follow: follow)) { reply in
                if job.call.output.json { return Terminal.writeLine(json: reply) }
                Terminal.write(isTerminal ? reply.text.visibleLines : reply.text)
            }
        } catch let error as ClientError {
            guard case .refused(.scheduler(.unknownRun(let run?))) = error, !job.call.output.json,
                let end = RunEnd(of: run, of: target, job.call.daemon), end.outcome == .couldNotLaunch
            else { throw error }
            throw Failure(
                .refused,
                Complaint(
                    "run \(run) of \(target.identifier) has written nothing, since it could not be launched: \(end.causes)"
                ))
        }
    }
}
