// bgrun history: the runs that have ended, and what was skipped.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List ended runs and skipped occurrences, the newest first.")

    @Argument(help: "List only what became of this job.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @Option(name: [.customShort("n"), .long], help: "How many lines at most.")
    var limit = HistoryCall.usualLimit

    @OptionGroup var call: CallOptions

    func validate() throws {
        guard (1...HistoryCall.largestLimit).contains(limit) else {
            throw ValidationError("-n takes a number from 1 to \(HistoryCall.largestLimit)")
        }
    }

    func run() throws {
        let jobs = JobSelection(identifier, of: call.daemon.owner)
        try call.show(
            HistoryCall(jobs, limit: limit),
            by: { Terminal.write(HistoryText($0.entries, clock: LocalZone.clock).lines) })
    }
}
