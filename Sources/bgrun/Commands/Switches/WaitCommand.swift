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
        try Self.report(end, of: job.target, job.call)
    }

    /// Prints how it ended, and fails unless it succeeded.
    static func report(_ end: WaitCall.Reply, of job: Target, _ call: CallOptions) throws {
        if call.output.json {
            Terminal.write(json: end)
        } else {
            Terminal.write(sentences: words(end, of: job, call.daemon))
        }
        if !end.outcome.isSuccess { throw Failure(.unsuccessful, nil) }
    }

    /// The same of several: it fails unless all have succeeded.
    static func report(_ reply: WaitAllCall.Reply, _ call: CallOptions) throws {
        if call.output.json {
            Terminal.write(json: reply)
        } else {
            let lines = reply.ends.map { end in
                words(end.end, of: Target(identifier: end.identifier, owner: call.daemon.owner), call.daemon)
            }
            Terminal.write(sentences: lines.joined())
        }
        if !reply.ends.allSatisfy(\.end.outcome.isSuccess) { throw Failure(.unsuccessful, nil) }
    }

    /// `org.example.a, run 3, failed: exit 3; bgrun logs org.example.a shows what it has written`.
    private static func words(_ end: WaitCall.Reply, of job: Target, _ daemon: DaemonOptions) -> String {
        let run = end.run.map { ", run \($0)," } ?? ""
        let known = end.outcome.isSuccess ? nil : end.run.flatMap { RunEnd(of: $0, of: job, daemon)?.causes }
        let causes = known ?? end.stopReason?.description ?? ""
        let advice =
            switch end.outcome {
            case .failed, .expired: "; bgrun logs \(job.identifier) shows what it has written"
            case .succeeded, .interrupted, .deferred, .cancelled, .couldNotLaunch: ""
            }
        return "\(job.identifier)\(run) \(end.outcome.words)\(causes.isEmpty ? "" : ": \(causes)")\(advice)\n"
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
