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

    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (1...HistoryCall.largestLimit).contains(limit) else {
            throw ValidationError("-n takes a number from 1 to \(HistoryCall.largestLimit)")
        }
    }

    func run() throws {
        var connection = try daemon.connect()
        let reply = try connection.call(
            HistoryCall(identifier: identifier, owner: daemon.owner, limit: limit))
        if output.json { return Terminal.write(json: reply) }
        Terminal.write(HistoryText(reply.entries, clock: LocalZone.clock).lines)
    }
}
