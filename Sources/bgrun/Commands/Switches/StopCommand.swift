// bgrun stop: end the active run and keep the job.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct StopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "End the active run of a job and keep the job.", aliases: ["kill"])

    @Argument(
        help: ArgumentHelp(
            "The jobs' identifiers, parts of them that no other has, or patterns such as 'org.example.*'.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @Flag(help: "End all runs of your jobs; for root, of its own.")
    var all = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if names.isEmpty != all { throw ValidationError("give either identifiers or --all") }
    }

    func run() throws {
        guard all else { return try call.daemon.each(names, .ending("stop"), stop) }
        var connection = try call.daemon.connect()
        let running = try connection.call(StatusCall(.all(owner: call.daemon.asker))).jobs.filter {
            $0.run != nil
        }
        if running.isEmpty, !call.output.json { Terminal.write(sentences: "no run is active\n") }
        let failures = Failures()
        for job in running {
            let target = Target(identifier: job.identifier, owner: job.owner)
            try failures.take(of: target) { try stop(target, true) }
        }
        try failures.end()
    }

    private func stop(_ job: Target, _ isOneOfSeveral: Bool) throws {
        try call.show(StopCall(job), asLine: isOneOfSeveral) { _ in
            "the run of \(job.identifier) was told to end\n"
        }
    }
}
