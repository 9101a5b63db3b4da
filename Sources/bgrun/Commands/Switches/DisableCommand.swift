// bgrun disable: keep a job, or all of them, from being run at all.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct DisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract:
            "Keep a job (or all jobs) from starting until `enable`; active runs continue, but those of services."
    )

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var call: CallOptions

    func run() throws {
        try selection.turn(.disable, call, as: .holding("disable")) { text, _ in text.disabled }
    }
}
