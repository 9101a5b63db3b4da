// bgrun run: start a job now, or make it due.
import ArgumentParser
import BGRunCalendar
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

    @Flag(help: "Wait until this run has ended, and print what it writes; exit 0 only if it succeeded.")
    var wait = false

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
        if wait, names.count != 1 || names[0].isPattern {
            throw ValidationError("--wait is for one job; of several, start them and use bgrun wait")
        }
    }

    func run() throws {
        let mode: RunMode = force ? .force : whenPossible ? .whenPossible : .now
        if wait { return try call.daemon.job(names[0]) { try startAndWait(for: $0, mode) } }
        guard names.isEmpty else { return try call.daemon.each(names) { try start($0, mode, $1) } }
        try runTagged(mode)
    }

    /// Each for itself, in the order of their names. One that can't start keeps no other from it.
    private func runTagged(_ mode: RunMode) throws {
        let failures = Failures()
        for job in try tagged.jobs(call, of: call.daemon.owner) {
            let target = Target(identifier: job.identifier, owner: job.owner)
            try failures.take {
                try failures.take(of: target) {
                    try call.daemon.advising(about: target) { try start(target, mode, true) }
                }
            }
        }
        try failures.end()
    }

    private func start(_ job: Target, _ mode: RunMode, _ isOneOfSeveral: Bool) throws {
        try call.show(RunCall(job, mode: mode), asLine: isOneOfSeveral) { words($0, job) }
    }

    private func words(_ reply: RunCall.Reply, _ job: Target) -> String {
        if reply.isAgain {
            return "\(job.identifier) was over and is submitted again; it starts as soon as it may\n"
        }
        return reply.run.map { "run \($0) of \(job.identifier) started\n" } ?? "\(job.identifier) is due\n"
    }

    /// One that runs already is to be waited for, not ended.
    private func begin(
        _ job: Target, _ mode: RunMode, _ asked: WaitCall, on connection: inout Connection
    ) throws -> RunCall.Reply {
        do {
            return try connection.call(RunCall(job, mode: mode), asking: asked)
        } catch {
            guard case .refused(.scheduler(.alreadyRunning(let run))) = error else { throw error }
            throw Failure(
                .refused,
                Complaint(
                    "run \(run) of the job is active already",
                    advice: "bgrun wait \(job.identifier) waits for its end"))
        }
    }

    private func startAndWait(for job: Target, _ mode: RunMode) throws {
        // It may have run before the daemon reads that somebody waits.
        let asked = WaitCall(job, since: WallTime.present, isOneRun: true)
        let watch = try RunWatch(
            [job.identifier], of: job.owner ?? call.daemon.asker, call, isQuiet: false, isOfOneRun: true)
        var connection = try call.daemon.connect()
        let end = try call.daemon.naming {
            let reply = try begin(job, mode, asked, on: &connection)
            if !call.output.json { watch.say(words(reply, job)) }
            watch.told = reply.run
            return try watch.wait(for: asked, on: &connection)
        }
        watch.finish([(job.identifier, end.run)])
        let isOver = end.outcome == .succeeded || call.waitingJob(job) == nil
        try WaitCommand.report(end, of: job, watch, goesOn: !isOver)
    }
}
