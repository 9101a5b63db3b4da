// bgrun forbid: take back that an application may have tasks.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct ForbidCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forbid",
        abstract:
            "Take back what permit has permitted; pending requests are cancelled, active runs continue.",
        discussion: "What a file permits stays permitted: remove the file, or mask it by an empty one.")

    @Argument(help: "The application's name.", transform: Words.identifier)
    var application: JobIdentifier

    @OptionGroup var call: CallOptions

    func run() throws {
        try call.show(ForbidCall(application: application, owner: call.daemon.owner)) { _ in
            ApplicationsText.forbidden(application) + "\n"
        }
    }
}
