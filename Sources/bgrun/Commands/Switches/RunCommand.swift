// bgrun run: start a job now, or make it due.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start a job now, beside its schedule; refused while a requirement does not hold.",
        aliases: ["start"])

    @Flag(help: "Start it even if requirements are unmet, and don't stop it when one is lost.")
    var force = false

    @Flag(help: "Make it due now: it starts as soon as nothing blocks it.")
    var whenPossible = false

    @Argument(
        help: ArgumentHelp(
            "The jobs' identifiers, parts of them that no other has, or patterns such as 'org.example.*'; or that of an application's task.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @OptionGroup var tagged: TagOption
    @OptionGroup var call: CallOptions

    func validate() throws {
        guard names.isEmpty != (tagged.tag == nil) else {
            throw ValidationError("give either identifiers or --tag")
        }
        if force, whenPossible { throw ValidationError("give either --force or --when-possible") }
    }

    func run() throws {
        let mode: RunMode = force ? .force : whenPossible ? .whenPossible : .now
        guard names.isEmpty else { return try call.daemon.each(names) { try start($0, mode, $1) } }
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
        let failures = Failures()
        for job in jobs {
            let target = Target(identifier: job.identifier, owner: job.owner)
            try failures.take { try failures.take(of: target) { try start(target, mode, true) } }
        }
        try failures.end()
    }

    private func start(_ job: Target, _ mode: RunMode, _ isOneOfSeveral: Bool) throws {
        try call.show(RunCall(job, mode: mode), asLine: isOneOfSeveral) { reply in
            reply.run.map { "run \($0) of \(job.identifier) started\n" } ?? "\(job.identifier) is due\n"
        }
    }
}
