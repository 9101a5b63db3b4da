// bgrun stop: end the active run and keep the job.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the active run of a job and keep the job.")

    @OptionGroup var job: JobArgument
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let target = Target(identifier: job.identifier, owner: daemon.owner)
        let reply = try connection.call(StopCall(target))
        if output.json { return Terminal.write(json: reply) }
        Terminal.write("the run of \(job.identifier) was told to end\n")
    }
}
