// bgrun run: start a job now, or make it due.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start a job now, beside its schedule; refused while a requirement does not hold.")

    @Flag(help: "Start it even if requirements are unmet, and don't stop it when one is lost.")
    var force = false

    @Flag(help: "Make it due now: it starts as soon as nothing blocks it.")
    var whenPossible = false

    @Argument(help: "The job's identifier, or that of an application's task.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @OptionGroup var tagged: TagOption
    @OptionGroup var call: CallOptions

    func validate() throws {
        guard (identifier != nil) != (tagged.tag != nil) else {
            throw ValidationError("give either an identifier or --tag")
        }
        if force, whenPossible { throw ValidationError("give either --force or --when-possible") }
    }

    func run() throws {
        let mode: RunMode = force ? .force : whenPossible ? .whenPossible : .now
        if let identifier {
            let target = Target(identifier: identifier, owner: call.daemon.owner)
            return try call.show(RunCall(target, mode: mode)) { Self.words($0, of: identifier) }
        }
        try runTagged(mode)
    }

    /// Each for itself, in the order of their names. One that can't start keeps no other from it.
    private func runTagged(_ mode: RunMode) throws {
        var connection = try call.daemon.connect()
        let jobs = try call.daemon.naming {
            try connection.call(StatusCall(tagged.selection(nil, of: call.daemon.owner)))
        }.jobs
        guard !jobs.isEmpty else {
            throw Failure(
                .refused, tagged.tag.map { SchedulerError.unknownTag($0).complaint(LocalZone.clock) })
        }
        var failure: Failure?
        for job in jobs {
            do throws(ClientError) {
                let target = Target(identifier: job.identifier, owner: job.owner)
                let reply = try connection.call(RunCall(target, mode: mode))
                if call.output.json {
                    Terminal.writeLine(json: reply)
                } else {
                    Terminal.write(sentences: Self.words(reply, of: job.identifier))
                }
            } catch {
                let refused = Failure(error)
                Terminal.writeError("bgrun: \(job.identifier): \(refused.complaint?.text ?? "")\n")
                failure = failure ?? Failure(refused.code, nil)
            }
        }
        if let failure { throw failure }
    }

    private static func words(_ reply: RunCall.Reply, of identifier: JobIdentifier) -> String {
        reply.run.map { "run \($0) of \(identifier) started\n" } ?? "\(identifier) is due\n"
    }
}
