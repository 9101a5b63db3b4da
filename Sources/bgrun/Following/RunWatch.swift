// Waiting for the end of jobs while what they write is shown; Ctrl-C ends the waiting and nothing else.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire
import Glibc

/// Somebody who waits for the end of one job or of several.
final class RunWatch {
    let call: CallOptions
    private let jobs: [JobIdentifier]
    private let owner: UserID?
    /// Nil where nobody wants to see what they write.
    private let following: RunFollowing?
    private let queue: EventQueue
    /// Of runs that had begun before: what they had written until then is not shown.
    private var beginnings: [RunID: WallTime] = [:]
    private var lines = LogLines()
    private let isOfOneRun: Bool
    /// A run of whose start the caller has told.
    var told: RunID?
    /// Of standard output and standard error, which lines have not ended.
    private var unended: Set<Int32> = []
    private let clock = LocalZone.clock
    private var log: LogText

    private enum Source: UInt64 {
        case answer, output, signals
    }

    /// From now on no start of theirs is missed.
    ///
    /// - Parameters:
    ///   - owner: Whose they are; nil where that is not known, and only one user's can be meant.
    ///   - isQuiet: Nothing of what they write is shown.
    ///   - isOfOneRun: The end of one run is waited for, and not that of an occurrence.
    init(
        _ jobs: [JobIdentifier], of owner: UserID?, _ call: CallOptions, isQuiet: Bool,
        isOfOneRun: Bool = false
    ) throws {
        self.call = call
        self.isOfOneRun = isOfOneRun
        self.jobs = jobs
        let names = Set(jobs)
        self.owner = owner
        following =
            isQuiet || call.output.json
            ? nil
            : try RunFollowing(call.daemon) {
                names.contains($0.identifier) && (owner ?? $0.owner) == $0.owner
            }
        log = LogText(
            label: jobs.count > 1 ? .jobAndRun : .nothing, showsTimes: false, on: Terminal.screen)
        queue = try EventQueue()
        if let following { try queue.add(following.descriptor, for: .read, token: Source.output.rawValue) }
    }

    /// Whether what they write is printed.
    var showsOutput: Bool { following != nil }

    /// Says something of ours: standard output is theirs alone where what they write is printed.
    func say(_ sentences: String) {
        if showsOutput { Terminal.writeError(sentences) } else { Terminal.write(sentences: sentences) }
    }

    /// Follows a run that is active already, from an instant on.
    func follow(_ run: RunID, of job: JobID, from instant: WallTime) {
        beginnings[run] = instant
        following?.follow(run, of: job)
    }

    /// Waits for the answer to a call that was sent on a connection, and shows what is written meanwhile.
    ///
    /// - Parameter deadline: Nil waits for ever.
    func wait<Asked: InterfaceCall>(
        for asked: Asked, on connection: inout Connection, until deadline: AwakeTime? = nil
    ) throws -> Asked.Reply {
        var ready: [EventQueue.Ready] = []
        try connection.hearGreeting(until: deadline)
        let signals = try SignalQueue([SIGINT])
        try queue.add(signals.descriptor.rawValue, for: .read, token: Source.signals.rawValue)
        var watched = connection.descriptor
        try queue.add(watched, for: .read, token: Source.answer.rawValue)
        defer { try? queue.remove(watched) }
        var isMore = false
        while true {
            if let reply = try connection.answerIfThere(to: asked, until: deadline) {
                hear()
                return reply
            }
            if connection.descriptor != watched {
                watched = connection.descriptor
                try queue.add(watched, for: .read, token: Source.answer.rawValue)
            }
            let end = isMore ? AwakeTime(microseconds: 0) : turn(before: deadline) ?? deadline
            try queue.wait(into: &ready, until: end?.microseconds)
            // A line that has not ended is shown after a while.
            if ready.isEmpty, !isMore, lines.hasBegun { show(lines.finish()) }
            if let deadline, Connection.deadline(in: .zero) >= deadline {
                throw ClientError.timedOut(socket: connection.path)
            }
            if try signals.next() != nil {
                tellWhatGoesOn()
                SignalQueue.endProcess(by: SIGINT)
            }
            isMore = hear()
        }
    }

    private func turn(before deadline: AwakeTime?) -> AwakeTime? {
        guard lines.hasBegun else { return nil }
        let turn = Connection.deadline(in: Self.patience)
        return deadline.map { min($0, turn) } ?? turn
    }

    private static let patience: Duration = .milliseconds(500)

    /// What is left of what these runs have written: their ends are known, and what they wrote is there.
    func finish(_ runs: [(identifier: JobIdentifier, run: RunID?)]) {
        guard let following else { return }
        let owner = owner ?? UserID(Machine.effectiveUser)
        let deadline = Connection.deadline(in: .seconds(5))
        hear()
        for (identifier, run) in runs {
            guard let run else { continue }
            following.follow(run, of: JobID(owner: owner, identifier: identifier))
            following.finish(run, until: deadline, show)
        }
        // What is said next has a line of its own, and adds nothing to what was written.
        if unended.contains(2) || unended.contains(1) && Terminal.isOneStream { Terminal.writeError("\n") }
    }

    // MARK: - Showing

    /// - Returns: Whether there is more already.
    @discardableResult
    private func hear() -> Bool { following?.hear(show) ?? false }

    private func show(_ news: RunFollowing.News) {
        switch news {
        case .began(let job, let run):
            guard Terminal.showsErrors, run != told else { return }
            Terminal.writeError("bgrun: run \(run) of \(job.identifier) has started\n")
        case .wrote(let job, let piece):
            if let first = beginnings[piece.run], let at = piece.at, at < first { return }
            // Of one job it is as if its program ran here.
            if jobs.count > 1 || Terminal.isShown(piece) {
                show(lines.take(piece, of: job))
            } else {
                let number = Terminal.writeOutput(piece)
                unended.remove(number)
                if piece.text.utf8.last != UInt8(ascii: "\n") { unended.insert(number) }
            }
        case .left(let job, let run):
            // Whoever waits for more than this run would see nothing for hours.
            guard !isOfOneRun, Terminal.showsErrors,
                let waiting = call.waitingJob(Target(identifier: job.identifier, owner: job.owner))
            else {
                return
            }
            let line = JobText.waiting(waiting, clock: clock)
            Terminal.writeError("bgrun: run \(run) has ended; \(line); Ctrl-C leaves it alone\n")
        case .ended(_, let run): show(lines.finish(run))
        }
    }

    private func show(_ lines: [LogLine]) {
        Terminal.write(unbroken: lines.flatMap { log.lines($0, clock) })
    }

    // MARK: - Leaving

    /// Ctrl-C ends nobody but who waits.
    private func tellWhatGoesOn() {
        let only = jobs.count == 1 ? jobs.first : nil
        let words =
            only.map {
                "\($0) goes on; bgrun logs -f \($0) follows it, bgrun stop \($0) ends its run, bgrun cancel \($0) takes it away"
            } ?? "the \(jobs.count) jobs go on; bgrun status shows them, bgrun cancel takes one away"
        Terminal.writeError("\nbgrun: \(words)\n")
    }
}

extension Terminal {
    /// Whether what was written comes to a terminal that shows lines.
    static func isShown(_ piece: LogsCall.Reply) -> Bool {
        // Who sends standard error elsewhere wants it there.
        isatty(1) == 1 && (piece.stream != .standardError || isatty(2) == 1)
    }

    /// What a program has written, to where it would have come had it run here. A terminal is shown no control characters of
    /// somebody else's program; a pipe gets what was written.
    ///
    /// - Returns: Which it is: 1 or 2.
    static func writeOutput(_ piece: LogsCall.Reply) -> Int32 {
        let number: Int32 = piece.stream == .standardError ? 2 : 1
        let isShown = isatty(number) == 1
        write(isShown ? Array(piece.text.visibleLines.utf8) : piece.written, to: number)
        return number
    }

    /// Whether standard output and standard error go to the same place.
    static var isOneStream: Bool {
        var (output, errors) = (stat(), stat())
        return unsafe fstat(1, &output) == 0 && fstat(2, &errors) == 0 && output.st_dev == errors.st_dev
            && output.st_ino == errors.st_ino
    }

    /// Lines that are somebody's text: a terminal may break them, and they can be copied as they are.
    static func write(unbroken lines: [Line]) {
        let screen = screen.unbroken
        write(lines.map { $0.text(on: screen) + "\n" }.joined())
    }
}
