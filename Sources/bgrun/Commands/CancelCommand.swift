// bgrun cancel: forget a job, or all of them.
import ArgumentParser
import BGRunClient
import BGRunJob
import BGRunWire

struct CancelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the current occurrence of a job and forget the job; one that a file brings stays.")

    @OptionGroup var jobs: JobSelectionArguments
    @OptionGroup var call: CallOptions

    func run() throws {
        try call.show(CancelCall(JobSelection(jobs.identifier, of: call.daemon.owner))) { reply in
            reply.cancelled.isEmpty
                ? "there was nothing to cancel\n"
                : reply.cancelled.map { "\($0) was cancelled\n" }.joined()
        }
    }
}
