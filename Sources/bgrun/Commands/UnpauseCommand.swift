// bgrun unpause: let a paused job, or all of them, start again.
import ArgumentParser
import BGRunClient
import BGRunText
import BGRunWire

struct UnpauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpause",
        abstract: "End the pause of a job, or of all.")

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var output: OutputOptions
    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        var connection = try daemon.connect()
        let jobs = try selection.jobs(of: daemon.owner)
        let reply = try connection.call(UnpauseCall(jobs))
        if output.json { return Terminal.write(json: reply) }
        let text = SwitchText(jobs)
        let pause = remainingPause(&connection)
        Terminal.write((pause.map { text.stillPaused($0, clock: LocalZone.clock) } ?? text.unpaused) + "\n")
    }

    /// What still holds the jobs that were meant: a pause of all is not ended for one, nor root's by others.
    private func remainingPause(_ connection: inout Connection) -> PauseReport? {
        // One job may be gone by now; then nothing holds it.
        let call = StatusCall(identifier: selection.identifier, owner: daemon.owner)
        return (try? connection.call(call))?.jobs.lazy.compactMap(\.pause).first
    }
}
