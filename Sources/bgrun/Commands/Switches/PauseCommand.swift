// bgrun pause: keep a job, or all of them, from starting.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract:
            "Keep a job (or all jobs) from starting for a while, or until `unpause`; active runs continue, but those of services."
    )

    @OptionGroup var selection: JobSelectionArguments

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long, such as 2h; without it until unpause.", valueName: "duration"),
        transform: Words.duration)
    var span: Duration?

    @Option(help: ArgumentHelp("The reason for the pause, shown by `status` and `why`.", valueName: "text"))
    var note: String?

    @OptionGroup var call: CallOptions

    func validate() throws {
        if let span, span <= .zero { throw ValidationError("--for takes a duration above zero, such as 2h") }
        if note == "" { throw ValidationError("--note takes a few words") }
    }

    func run() throws {
        try selection.turn(.pause(for: span, note: note), call, as: .holding("pause")) { text, _ in
            text.paused(for: span, clock: LocalZone.clock)
        }
    }
}
