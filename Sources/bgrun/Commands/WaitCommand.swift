// bgrun wait: be told how the current occurrence of a job ends.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunText
import BGRunWire

struct WaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait until the current occurrence of a job has ended; exit 0 only if it succeeded.")

    @Option(
        help: ArgumentHelp("Wait this long at most, such as 5m; then exit 3.", valueName: "duration"),
        transform: Words.duration)
    var timeout: Duration?

    @OptionGroup var job: JobArgument

    func run() throws {
        var connection = try job.call.daemon.connect()
        let deadline = timeout.map { Connection.deadline(in: $0) }
        let end: WaitCall.Reply
        do {
            job.call.tellWait(for: job.identifier)
            end = try job.call.daemon.naming { try connection.call(WaitCall(job.target), until: deadline) }
        } catch ClientError.timedOut {
            guard let timeout else { throw ClientError.timedOut }
            throw Failure(
                .timedOut,
                Complaint(
                    "\(job.identifier) has not ended within \(timeout.text)",
                    advice: "bgrun why \(job.identifier) tells what it waits for"))
        }
        try Self.report(end, of: job.identifier, job.call.output)
    }

    /// Prints how it ended, and fails unless it succeeded.
    static func report(
        _ end: WaitCall.Reply, of identifier: JobIdentifier, _ output: OutputOptions
    ) throws {
        if output.json {
            Terminal.write(json: end)
        } else {
            Terminal.write(sentences: words(end, of: identifier))
        }
        if !end.outcome.isSuccess { throw Failure(.unsuccessful, nil) }
    }

    /// The same of several: it fails unless all have succeeded.
    static func report(_ reply: WaitAllCall.Reply, _ output: OutputOptions) throws {
        if output.json {
            Terminal.write(json: reply)
        } else {
            Terminal.write(sentences: reply.ends.map { words($0.end, of: $0.identifier) }.joined())
        }
        if !reply.ends.allSatisfy(\.end.outcome.isSuccess) { throw Failure(.unsuccessful, nil) }
    }

    private static func words(_ end: WaitCall.Reply, of identifier: JobIdentifier) -> String {
        let run = end.run.map { ", run \($0)," } ?? ""
        let reason = end.stopReason.map { ": \($0)" } ?? ""
        return "\(identifier)\(run) \(end.outcome.words)\(reason)\n"
    }
}

extension Outcome {
    fileprivate var isSuccess: Bool {
        switch self {
        case .succeeded: true
        case .failed, .expired, .interrupted, .deferred, .cancelled, .couldNotLaunch: false
        }
    }
}
