// bgrun forecast: when jobs are likely to start.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct ForecastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Guess when jobs are likely to start, by what was seen of the machine so far.")

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
                    Terminal.page(name == nil ? text.rows : text.details, call.output)
                })
        }
    }
}
