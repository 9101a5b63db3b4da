// bgrun stop: end the active run and keep the job.
import ArgumentParser
import BGRunJob
import BGRunWire

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the active run of a job and keep the job.", aliases: ["kill"])

    @OptionGroup var jobs: JobSelectionArguments
    @OptionGroup var call: CallOptions

    func run() throws {
        guard jobs.names.isEmpty else { return try call.daemon.each(jobs.names, .ending("stop"), stop) }
        let running = try jobs.tagged.jobs(call, of: call.daemon.asker).filter { $0.run != nil }
        if running.isEmpty, !call.output.json {
            let whose = jobs.tagged.tag.map { "no job with the tag \($0) has a run" } ?? "no run is active"
            Terminal.write(sentences: whose + "\n")
        }
        try jobs.agree("stop", on: running)
        let failures = Failures()
        for job in running {
            let target = Target(identifier: job.identifier, owner: job.owner)
            try failures.take(of: target) {
                try call.daemon.advising(about: target) { try stop(target, true) }
            }
        }
        try failures.end()
    }

    private func stop(_ job: Target, _ isOneOfSeveral: Bool) throws {
        try call.show(StopCall(job), asLine: isOneOfSeveral) { _ in
            "the run of \(job.identifier) was told to end\n"
        }
    }
}
