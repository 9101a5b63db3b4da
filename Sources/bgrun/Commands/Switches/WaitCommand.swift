// bgrun wait: be told how the current occurrence of a job ends.
import ArgumentParser
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunText
import BGRunWire

struct WaitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract:
            "Wait until the current occurrence of a job, or of each of several, has ended; exit 0 only if it succeeded.",
        discussion: "Of one job, what its run writes meanwhile is printed. Ctrl-C ends the waiting alone."
    )

    @Option(
        help: ArgumentHelp("Wait this long at most, such as 5m; then exit 3.", valueName: "duration"),
        transform: Words.duration)
    var timeout: Duration?

    @Flag(name: .shortAndLong, help: "Print nothing of what its run writes.")
    var quiet = false

    @OptionGroup var jobs: JobsArgument

    private var call: CallOptions { jobs.call }

    func run() throws {
        let deadline = timeout.map { Connection.deadline(in: $0) }
        if jobs.names.count == 1, !jobs.names[0].isPattern {
            return try call.daemon.job(jobs.names[0]) { try wait(for: $0, until: deadline) }
        }
        try waitForAll(until: deadline)
    }

    private func wait(for job: Target, until deadline: AwakeTime?) throws {
        let status = call.tellWait(for: job.identifier)
        let watch = try RunWatch([job.identifier], of: status?.owner, call, isQuiet: quiet)
        // What it has written until now is for `bgrun logs`.
        if let status, let run = status.run { watch.follow(run.run, of: status.id, from: .present) }
        var connection = try call.daemon.connect()
        let end = try saying(of: job.identifier.text) {
            let asked = WaitCall(job)
            try connection.send(asked)
            return try call.daemon.naming { try watch.wait(for: asked, on: &connection, until: deadline) }
        }
        watch.finish([(job.identifier, end.run)])
        try Self.report(end, of: job, watch)
    }

    /// They are waited for together: one that ends before another is not missed.
    private func waitForAll(until deadline: AwakeTime?) throws {
        let failures = Failures()
        let targets = try call.daemon.targets(jobs.names, failures)
        let owners = Set(targets.map(\.owner))
        guard let owner = owners.first else { return try failures.end() }
        guard owners.count == 1 else {
            throw Failure(
                .refused,
                Complaint("these are jobs of several users", advice: "say whose with --owner USER"))
        }
        var connection = try call.daemon.connect()
        let all = WaitAllCall(targets.map(\.identifier), owner: owner)
        call.tellWait(forJobs: all.identifiers.count)
        let watch = try RunWatch(all.identifiers, of: owner, call, isQuiet: quiet)
        let reply = try saying(of: "not all of the jobs") {
            try connection.send(all)
            return try watch.wait(for: all, on: &connection, until: deadline)
        }
        watch.finish(reply.ends.map { ($0.identifier, $0.end.run) })
        try failures.take { try Self.report(reply, watch, asLines: true) }
        try failures.end()
    }

    /// Says what was waited for where the time is over.
    private func saying<Value>(of subject: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ClientError {
            guard error.isTimeout, let timeout else { throw error }
            let isOne = jobs.names.count == 1 && !jobs.names[0].isPattern
            throw Failure(
                .timedOut,
                Complaint(
                    isOne
                        ? "\(subject) has not ended within \(timeout.text)"
                        : "\(subject) have ended within \(timeout.text)",
                    advice: isOne
                        ? "bgrun why \(subject) tells what it waits for"
                        : "bgrun status tells what they wait for"))
        }
    }

    /// Prints how it ended, and fails unless it succeeded.
    ///
    /// - Parameter goesOn: The occurrence is not over: it waits for another run.
    static func report(
        _ end: WaitCall.Reply, of job: Target, _ watch: RunWatch, goesOn: Bool = false
    ) throws {
        if watch.call.output.json {
            Terminal.write(json: .object(json(end, of: end.run, of: job, watch)))
        } else {
            watch.say(words(end, of: job, watch, goesOn))
        }
        if !end.outcome.isSuccess { throw Failure(.unsuccessful, nil) }
    }

    /// The same of several: it fails unless all have succeeded.
    ///
    /// - Parameter asLines: Each end is a line of JSON.
    static func report(_ reply: WaitAllCall.Reply, _ watch: RunWatch, asLines: Bool = false) throws {
        if watch.call.output.json {
            let ends = reply.ends.map { end in
                JSONValue.object(
                    json(
                        end, of: end.end.run,
                        of: Target(identifier: end.identifier, owner: watch.call.daemon.owner), watch))
            }
            if asLines {
                ends.forEach { Terminal.write($0.text(layout: .compact) + "\n") }
            } else {
                Terminal.write(json: ["ends": .array(ends)])
            }
        } else {
            let lines = reply.ends.map { end in
                words(
                    end.end, of: Target(identifier: end.identifier, owner: watch.call.daemon.owner), watch)
            }
            watch.say(lines.joined())
        }
        if !reply.ends.allSatisfy(\.end.outcome.isSuccess) { throw Failure(.unsuccessful, nil) }
    }

    /// An end with how its run left, which history has and the answer to a wait does not.
    private static func json(
        _ end: some WireObject, of run: RunID?, of job: Target, _ watch: RunWatch
    ) -> JSONObject {
        var object = end.object
        if let entry = run.flatMap({ RunEnd(of: $0, of: job, watch.call.daemon)?.entry }) {
            let line = HistoryLine.run(entry).object
            for key in ["exit", "exitCode", "exitSignal", "failure"] { object[key] = line[key] }
        }
        return object
    }

    /// `org.example.a, run 3, failed: exit 3; bgrun logs org.example.a shows what it has written`.
    private static func words(
        _ end: WaitCall.Reply, of job: Target, _ watch: RunWatch, _ goesOn: Bool = false
    ) -> String {
        let run = end.run.map { ", run \($0)," } ?? ""
        // A success may be one with warnings.
        let known = end.run.flatMap { RunEnd(of: $0, of: job, watch.call.daemon)?.entry.endWords }
        let ended = known ?? end.outcome.words + (end.stopReason.map { ": \($0.words)" } ?? "")
        let advice =
            switch end.outcome {
            case .failed, .expired:
                watch.showsOutput
                    ? "" : "; bgrun logs \(job.identifier) shows what it has written"
            case .succeeded, .interrupted, .deferred, .cancelled, .couldNotLaunch: ""
            }
        let next = goesOn ? "; bgrun why \(job.identifier) tells when it runs again" : ""
        return
            "\(job.identifier)\(run) \(ended)\(advice)\(next)\n"
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
