// bgrun snooze: be told later that a job waits too long.
import ArgumentParser
import BGRunJob
import BGRunText
import BGRunWire

struct SnoozeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snooze",
        abstract: "Put off the notice that a job waits too long; the job still runs as soon as it can.")

    @OptionGroup var selection: JobSelectionArguments

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("For how long (default: 1d).", valueName: "duration"),
        transform: Words.duration)
    var span: Duration?

    @OptionGroup var call: CallOptions

    func validate() throws {
        if let span, span <= .zero { throw ValidationError("--for takes a duration above zero, such as 2h") }
    }

    func run() throws {
        let span = span ?? SwitchTurn.usualSnooze
        try selection.turn(.snooze(for: span), call) { text, _ in
            text.snoozed(for: span, clock: LocalZone.clock)
        }
    }
}
