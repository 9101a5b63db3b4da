// bgrun stop: end the active run and keep the job.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the active run of a job and keep the job.")

    @OptionGroup var job: JobArgument

    func run() throws {
        try job.call.show(StopCall(job.target)) { _ in "the run of \(job.identifier) was told to end\n" }
    }
}
