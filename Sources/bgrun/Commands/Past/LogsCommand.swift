// bgrun logs: what runs have written.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct LogsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs", abstract: "Print what runs of jobs have written.",
        usage: """
            bgrun logs ID [-f] [--run NUMBER] [-n LINES]
            bgrun logs [ID…] [--tag TAG] [--failed] [--since DATE] [-n LINES] [-f]
            """,
        discussion: """
            Of one job it is its active run, else its last. Without an identifier, of several, and with --failed or \
            --since, lines of all their runs come in the order of time, each with its job and run.

            On a terminal each line has its time, and ! where it is of standard error; a pipe gets what was written.
            """,
        aliases: ["log"])

    @Argument(
        help: ArgumentHelp(
            "The jobs' identifiers, parts of them that no other has, or patterns such as 'org.example.*'; all jobs without one.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var names: [JobName] = []

    @OptionGroup var tagged: TagOption

    @Flag(
        name: .shortAndLong,
        help: "Follow: one run until it ends; of several jobs also runs that start later.")
    var follow = false

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp("This run; without it the active one, else the last.", valueName: "number"),
        completion: .runs, transform: Words.run)
    var number: RunID?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp(
            "The last lines only, so many (default: of one run all; of several \(LogHarvest.usualLines), with --since \(LogHarvest.mostLines)).",
            valueName: "number"))
    var lines: Int?

    @Option(
        help: ArgumentHelp(
            "Only what was written from this date on, such as 2026-03-29 or \"2026-03-29 02:30\", or in this span, such as 3d.",
            valueName: "date"), transform: Words.past)
    var since: WallTime?

    @Flag(help: "Only of runs that did not succeed.")
    var failed = false

    @Flag(
        name: [.customShort("t"), .customLong("timestamps")],
        help: "Print when each line came, also into a pipe; there with date and zone.")
    var timestamps = false

    @Flag(help: "Print no times and no marks, as a pipe gets it.")
    var plain = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        if tagged.tag != nil, !names.isEmpty {
            throw ValidationError("give either identifiers or --tag")
        }
        if timestamps, plain { throw ValidationError("give either --timestamps or --plain") }
        if number != nil, !isOfOne || since != nil || failed {
            throw ValidationError("--run goes with one job's identifier alone")
        }
        if let lines, !(1...LogHarvest.mostLines).contains(lines) {
            throw ValidationError("-n takes a number from 1 to \(LogHarvest.mostLines)")
        }
        if follow, failed {
            throw ValidationError("--failed looks back, and --follow goes on; give one of them")
        }
    }

    func run() throws {
        guard isOfOne, since == nil, !failed else { return try AllLogs(self, try targets()).print() }
        try call.daemon.job(names[0]) { try OneLog($0, self).print() }
    }

    private var isOfOne: Bool { names.count == 1 && !names[0].isPattern }

    /// The jobs that are named; nil where none is.
    private func targets() throws -> [Target]? {
        if names.isEmpty { return nil }
        if isOfOne { return [try call.daemon.job(names[0]) { $0 }] }
        let failures = Failures()
        let targets = try call.daemon.targets(names, failures, isOfPast: true)
        try failures.end()
        return targets
    }

    /// Whether every byte is printed as it came.
    var isVerbatim: Bool { plain || Terminal.height == nil && !timestamps }
}
