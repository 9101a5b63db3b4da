// bgrun enable: have a job, or all of them, run again.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Run a job again, or all, whatever the descriptor says about \"enabled\".")

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let jobs = try selection.jobs(of: daemon.owner)
        let reply = try connection.call(EnableCall(jobs))
        if output.json { return Terminal.write(json: reply) }
        Terminal.write(SwitchText(jobs).enabled + "\n")
    }
}
