// bgrun why: all that keeps one job from running.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Tell everything that keeps a job from running now.")

    @OptionGroup var job: JobArgument
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let target = Target(identifier: job.identifier, owner: daemon.owner)
        let reply = try connection.call(WhyCall(target))
        if output.json { return Terminal.write(json: reply) }
        let text = JobText(reply.job, clock: LocalZone.clock, screen: Terminal.screen)
        Terminal.write(text.reasons(history: reply.history))
    }
}
