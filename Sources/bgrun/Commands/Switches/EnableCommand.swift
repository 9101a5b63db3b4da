// bgrun enable: have a job, or all of them, run again.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct EnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Run a job again, or all, whatever the descriptor says about \"enabled\".")

    @OptionGroup var selection: JobSelectionArguments
    @OptionGroup var call: CallOptions

    func run() throws {
        try selection.turn(.enable, call) { text, _ in text.enabled }
    }
}
