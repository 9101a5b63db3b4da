// bgrun stop: end the active run and keep the job.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the active run of a job and keep the job.", aliases: ["kill"])

    @OptionGroup var jobs: JobsArgument

    func run() throws {
        try jobs.call.daemon.each(jobs.names, .ending("stop")) { target, isOneOfSeveral in
            try jobs.call.show(StopCall(target), asLine: isOneOfSeveral) { _ in
                "the run of \(target.identifier) was told to end\n"
            }
        }
    }
}
