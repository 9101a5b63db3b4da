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

    @Argument(help: "Show only this job, in full.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @OptionGroup var call: CallOptions

    func run() throws {
        try call.show(
            ForecastCall(JobSelection(identifier, of: call.daemon.owner)),
            by: { reply in
                let text = ForecastText(reply.forecasts, clock: LocalZone.clock, owners: Words.owners)
                if identifier == nil {
                    Terminal.page(text.rows, call.output)
                } else {
                    Terminal.page(text.details, call.output)
                }
            })
    }
}
