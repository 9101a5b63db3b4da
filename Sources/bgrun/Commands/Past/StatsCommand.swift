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

    @Argument(
        help: ArgumentHelp(
            "Sum up only this job's runs, or those of all that a pattern such as 'org.example.*' matches.",
            valueName: "identifier"),
        completion: .jobs, transform: Words.jobName)
    var name: JobName?

    @Option(
        help: ArgumentHelp(
            "Only what ended from this date on, such as 2026-03-29, or in this span, such as 30d.",
            valueName: "date"), transform: Words.past)
    var since: WallTime?

    @OptionGroup var call: CallOptions

    func run() throws {
        let isPattern = name?.isPattern ?? false
        let entries = try call.daemon.jobs(isPattern ? nil : name) { try ended($0) }
        let statistics = JobStatistics.of(
            isPattern ? name?.meant(among: entries, called: \.job.identifier) ?? [] : entries)
        if call.output.json {
            Terminal.write(json: StatsReport.json(statistics))
        } else {
            Terminal.write(StatsText(statistics).lines(Words.owners, isOfAllTime: since == nil))
        }
    }

    private func ended(_ jobs: JobSelection) throws -> [HistoryLine] {
        // Without an instant, all that is kept.
        let question = HistoryCall(jobs, since: since, limit: since == nil ? .max : nil)
        var connection = try call.daemon.connect()
        return try call.daemon.naming { try connection.call(question) }.entries
    }
}
