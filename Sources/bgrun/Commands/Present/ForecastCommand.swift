// bgrun forecast: when jobs are likely to start.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunForecast
import BGRunJob
import BGRunText
import BGRunWire

struct ForecastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Guess when jobs are likely to start, by what was seen of the machine so far.",
        discussion: """
            Of one job it also draws how likely each requirement holds, for each hour of the seven days to come.
            """)

    @Argument(
        help: ArgumentHelp("Show only this job, in full.", valueName: "identifier"), completion: .jobs,
        transform: Words.jobName)
    var name: JobName?

    @OptionGroup var call: CallOptions

    func run() throws {
        try call.daemon.jobs(name) { jobs in
            try call.show(
                ForecastCall(jobs),
                by: { reply in
                    let text = ForecastText(reply.forecasts, clock: LocalZone.clock, owners: Words.owners)
                    guard name != nil else { return Terminal.page(text.rows, call.output) }
                    Terminal.page(text.details + (try reply.forecasts.flatMap(strip)), call.output)
                })
        }
    }

    /// How likely what a job needs holds in the hours to come, by what was recorded.
    private func strip(of forecast: Forecast) throws -> [Line] {
        let clock = LocalZone.clock
        let job = JobSelection(forecast.job.identifier, of: forecast.job.owner)
        var connection = try call.daemon.connect()
        let requirements = try connection.call(StatusCall(job)).jobs.first?.descriptor.requires ?? .none
        let since = clock.now.advanced(by: .zero - Forecast.memory)
        let record = try connection.call(ConditionHistoryCall(job, since: since))
        let hindsight = Hindsight(record.changes, from: record.from, to: record.to)
        let chances = hindsight.chances(
            of: requirements, owner: forecast.job.owner,
            in: LocalZone.zone)
        let strip = StripText(
            chances.each, all: chances.all, since: hindsight.machine([]).begin, likely: forecast.likely,
            clock: clock, glyphs: Terminal.alphabet)
        let lines = strip.lines(on: Terminal.screen)
        return lines.isEmpty ? [] : [Line()] + lines
    }
}
