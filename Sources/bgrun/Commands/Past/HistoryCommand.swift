// bgrun history: the runs that have ended, and what was skipped.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List ended runs and skipped occurrences, the newest first.",
        discussion: """
            Of a run that began a minute or more after it was due it is said how late it was.
            """)

    @Argument(
        help: ArgumentHelp("List only what became of this job.", valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var name: JobName?

    @OptionGroup var tagged: TagOption

    @Option(
        help: ArgumentHelp(
            "Only what ended from this date on, such as 2026-03-29 or \"2026-03-29 02:30\", or in this span, such as 3d.",
            valueName: "date"), transform: Words.past)
    var since: WallTime?

    @Option(
        help: ArgumentHelp(
            "Only what ended before this date, or longer ago than this span.", valueName: "date"),
        transform: Words.past)
    var until: WallTime?

    @Option(
        name: [.customShort("n", allowingJoined: true), .long],
        help: ArgumentHelp(
            "How many lines at most (default: \(HistoryCall.usualLimit); with --since all).",
            valueName: "number"
        ))
    var limit: Int?

    @Flag(help: "Only what did not succeed: runs that failed or were ended, and skipped occurrences.")
    var failed = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        try tagged.validate(beside: name)
        if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 on") }
        if let since, let until, until <= since {
            throw ValidationError("--until has to be later than --since")
        }
    }

    private var sought: HistoryText.Sought {
        if failed { return .failed }
        return since == nil && until == nil ? .ofAllTime : .inSpan
    }

    func run() throws {
        try call.daemon.jobs(name, tagged) { jobs in
            try call.show(
                HistoryCall(jobs, since: since, until: until, limit: limit, failed: failed),
                by: {
                    let text = HistoryText($0.entries, clock: LocalZone.clock)
                    Terminal.page(text.lines(Words.owners, sought, on: Terminal.screen), call.output)
                })
        }
    }
}
