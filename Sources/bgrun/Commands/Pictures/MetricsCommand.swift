// bgrun metrics: numbers for those who graph.
import ArgumentParser
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Print numbers about jobs, runs, conditions and the daemon, as Prometheus reads them.",
        discussion: """
            The text is OpenMetrics. The node exporter takes it from a file in its textfile directory.
            """)

    @OptionGroup var tagged: TagOption

    @OptionGroup var call: CallOptions

    func run() throws {
        let jobs = tagged.selection(nil, of: call.daemon.owner)
        var connection = try call.daemon.connect()
        let status = Checkup(call.daemon).completed(try connection.call(StatusCall(jobs)))
        let history = try connection.call(HistoryCall(jobs, limit: .max))
        let metrics = MetricsText(status, history.entries, at: LocalZone.clock.now)
        if call.output.json {
            Terminal.write(json: MetricsReport.json(metrics.families))
        } else {
            Terminal.write(metrics.text)
        }
    }
}
