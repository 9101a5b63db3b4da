// bgrun disable: keep a job, or all of them, from being run at all.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct DisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Run a job no more, or all, until enable; what runs goes on.")

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let jobs = try selection.jobs(of: daemon.owner)
        let reply = try connection.call(DisableCall(jobs))
        if output.json { return Terminal.write(json: reply) }
        Terminal.write(SwitchText(jobs).disabled + "\n")
    }
}
