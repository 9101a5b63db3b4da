// bgrun pause: keep a job, or all of them, from starting.
import ArgumentParser
import BGRunCalendar
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

    @Option(
        help: ArgumentHelp("Until then, such as 14:00, tomorrow or \"mon 08:00\".", valueName: "date"),
        transform: Words.date)
    var until: WallTime?

    @Option(help: ArgumentHelp("The reason for the pause, shown by `status` and `why`.", valueName: "text"))
    var note: String?

    @OptionGroup var call: CallOptions

    func validate() throws {
        if let span, span <= .zero { throw ValidationError("--for takes a duration above zero, such as 2h") }
        if span != nil, until != nil { throw ValidationError("give either --for or --until") }
        if let until, until <= .present { throw ValidationError("--until takes an instant that is to come") }
        if note == "" { throw ValidationError("--note takes a few words") }
    }

    func run() throws {
        // Some of the span that was typed has passed by now.
        let left = until.map { WallTime.present.duration(to: $0) }
        let span = span ?? left.map { .seconds(($0.wholeMicroseconds + 999_999) / 1_000_000) }
        try selection.turn(.pause(for: span, note: note), call, as: .holding("pause")) { text, _ in
            text.paused(for: span, clock: LocalZone.clock)
        }
    }
}
