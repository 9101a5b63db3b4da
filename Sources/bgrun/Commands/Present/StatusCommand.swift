// bgrun status: the device, and what each job is doing or waiting for.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the device's state and what each job is doing or waiting for.",
        discussion: """
            The second line says how all jobs stand; then each has a row, first those that fail, run or wait. LATELY \
            are the last ten ends, the newest last: ✓ succeeded, ✗ failed, ! could not be launched, t ran out of time, \
            i interrupted, d put off, c cancelled, – skipped. GOOD is how long ago a run succeeded last. On a terminal \
            each job has one line, and a second one where something is wrong; many that wait for the same are folded. \
            Into a pipe each has one line, whole.
            """,
        aliases: ["ls", "list", "show", "info", "ps"])

    @Argument(
        help: ArgumentHelp(
            "Show only this job, in full; or of several, or of a pattern such as 'org.example.*', a row each.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @OptionGroup var tagged: TagOption
    @OptionGroup var kinds: StatusKindOptions

    @Flag(name: .shortAndLong, help: "Go on showing it as it changes; on a terminal with keys.")
    var watch = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        try tagged.validate(beside: names.first)
        if isOfOne, !kinds.chosen.isEmpty || kinds.all {
            throw ValidationError("give either an identifier or a kind of jobs")
        }
    }

    func run() throws {
        if isOfOne { return try call.daemon.job(names[0]) { try show(.job($0), []) } }
        let failures = Failures()
        let named = try whole(names, failures)
        // What can't be found was said; the others are shown all the same.
        if named.isEmpty { try failures.end() }
        try show(tagged.selection(nil, of: call.daemon.owner), named)
        try failures.end()
    }

    /// Whether one job is shown in full.
    private var isOfOne: Bool { names.count == 1 && !names[0].isPattern }

    /// The names with parts of names made whole.
    private func whole(_ names: [JobName], _ failures: Failures) throws -> [JobName] {
        try names.flatMap { name in
            let found = try call.daemon.targets([name], failures)
            return name.isPattern && !found.isEmpty ? [name] : found.map { JobName($0.identifier) }
        }
    }

    /// - Parameter names: Of the jobs that the daemon tells of only these are shown.
    private func show(_ jobs: JobSelection, _ names: [JobName]) throws {
        let status = StatusCall(jobs, once: !watch)
        let checkup = Checkup(call.daemon)
        guard watch else {
            var connection = try call.daemon.connect()
            let reply = checkup.completed(try call.daemon.naming { try connection.call(status) })
            if let tag = tagged.tag, reply.jobs.isEmpty {
                throw Failure(.refused, SchedulerError.unknownTag(tag).complaint(LocalZone.clock))
            }
            if call.output.json { return Terminal.write(json: chosen(reply, names)) }
            return Terminal.page(lines(reply, names), call.output)
        }
        if call.output.json {
            return try call.follow(status) {
                Terminal.writeLine(json: chosen(checkup.completed($0), names))
            }
        }
        let window = StatusWindow(
            call: call, chosen: { chosen(checkup.completed($0), names) },
            lines: { lines(checkup.completed($0), names) })
        guard !isOfOne else { return try window.follow(status, nil) }
        try window.follow(status) { extent(of: $0.only(names)) }
    }

    private func chosen(_ status: StatusCall.Reply, _ names: [JobName]) -> StatusCall.Reply {
        status.only(names).only(kinds.chosen)
    }

    private func extent(of status: StatusCall.Reply) -> StatusExtent {
        if !kinds.chosen.isEmpty { return .only(kinds.chosen, of: status.jobs.count) }
        return kinds.all || tagged.tag != nil || !names.isEmpty ? .all : .usual
    }

    private func lines(_ status: StatusCall.Reply, _ names: [JobName]) -> [Line] {
        let clock = LocalZone.clock
        let text = StatusText(
            chosen(status, names), clock: clock, screen: Terminal.screen, owners: Words.owners,
            extent: extent(of: status.only(names)))
        guard isOfOne, !status.jobs.isEmpty || !status.ended.isEmpty else {
            return text.lines.map(\.reaching)
        }
        return text.headlines + [text.header] + text.simulations
            + status.jobs.flatMap { job in
                [Line()] + JobText(job, clock: clock, screen: Terminal.screen).lines
            }
            + text.ends.map(\.reaching)
    }
}

/// The flags that choose jobs by how they stand.
struct StatusKindOptions: ParsableArguments {
    @Flag(help: "Only jobs that fail or do not finish, or have failed for good.")
    var failed = false

    @Flag(help: "Only jobs that run.")
    var running = false

    @Flag(help: "Only jobs that are due and wait for something.")
    var waiting = false

    @Flag(help: "Only jobs whose time has come, whether they wait or run.")
    var due = false

    @Flag(help: "All jobs, those that are disabled and those that are folded too.")
    var all = false

    func validate() throws {
        if all, !chosen.isEmpty { throw ValidationError("give either --all or a kind of jobs") }
    }

    var chosen: [StatusKind] {
        [(failed, StatusKind.failed), (running, .running), (waiting, .waiting), (due, .due)]
            .filter(\.0).map(\.1)
    }
}
