// bgrun stats: what jobs took, summed up from the runs that have ended.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract:
            "Sum up ended runs by job: how many, how they ended, how long they took, and what they used.")

    @Argument(help: "Sum up only this job's runs.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @Option(
        help: ArgumentHelp(
            "Only what ended from this date on, such as 2026-03-29, or in this span, such as 30d.",
            valueName: "date"), transform: Words.past)
    var since: WallTime?

    @OptionGroup var call: CallOptions

    func run() throws {
        let jobs = JobSelection(identifier, of: call.daemon.owner)
        // Without an instant, all that is kept.
        let question = HistoryCall(jobs, since: since, limit: since == nil ? .max : nil)
        var connection = try call.daemon.connect()
        let reply = try call.daemon.naming { try connection.call(question) }
        let statistics = JobStatistics.of(reply.entries)
        if call.output.json {
            Terminal.write(json: StatsReport.json(statistics))
        } else {
            Terminal.write(StatsText(statistics).lines(Words.owners, isOfAllTime: since == nil))
        }
    }
}
