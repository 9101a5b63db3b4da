// bgrun cancel: forget a job, or all of them.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the current occurrence of a job and forget the job; one that a file brings stays.")

    @Argument(help: "The job's identifier.", transform: Words.identifier)
    var identifier: JobIdentifier?

    @Flag(help: "Cancel every job of yours.")
    var all = false

    @OptionGroup var call: CallOptions

    func validate() throws {
        guard (identifier != nil) != all else {
            throw ValidationError("give either an identifier or --all")
        }
    }

    func run() throws {
        try call.show(CancelCall(JobSelection(identifier, of: call.daemon.owner))) { reply in
            reply.cancelled.isEmpty
                ? "there was nothing to cancel\n"
                : reply.cancelled.map { "\($0) was cancelled\n" }.joined()
        }
    }
}
