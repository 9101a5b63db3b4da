// bgrun unpause: let a paused job, or all of them, start again.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

struct UnpauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpause",
        abstract: "End the pause of a job, or of all.", aliases: ["resume"])

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var call: CallOptions

    func run() throws {
        try selection.turn(.unpause, call) { text, jobs in
            try remainingPause(of: jobs).map {
                text.stillPaused($0, by: UserID(Machine.effectiveUser), clock: LocalZone.clock)
            } ?? text.unpaused
        }
    }

    /// What still holds the jobs that were meant: a pause of all is not ended for one, nor root's by others.
    private func remainingPause(of jobs: JobSelection) throws -> PauseReport? {
        // One job may be gone by now; then nothing holds it.
        let status = StatusCall(jobs)
        var connection = try call.daemon.connect()
        return (try? connection.call(status))?.jobs.lazy.compactMap(\.pause).first
    }
}
