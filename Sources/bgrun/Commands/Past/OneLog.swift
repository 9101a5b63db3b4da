// What one run has written, and goes on to write.
import BGRunCalendar
import BGRunClient
import BGRunJSON
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// The output of one run, printed as it was asked for.
struct OneLog {
    private let target: Target
    private let command: LogsCommand
    private var call: CallOptions { command.call }
    /// What comes from now on is no last line of what there was.
    private let begun = WallTime(microseconds: Clock.read(.realtime))
    /// A line that has not ended is shown after this.
    private static let patience: Duration = .milliseconds(500)

    init(_ target: Target, _ command: LogsCommand) {
        self.target = target
        self.command = command
    }

    func print() throws {
        do {
            // As it came, byte by byte.
            if command.lines == nil, command.isVerbatim || call.output.json { return try printPieces() }
            try printLines()
        } catch let error as ClientError {
            guard case .refused(.scheduler(.unknownRun(let run?))) = error, !call.output.json,
                let end = RunEnd(of: run, of: target, call.daemon), end.outcome == .couldNotLaunch
            else { throw error }
            throw Failure(
                .refused,
                Complaint(
                    "run \(run) of \(target.identifier) has written nothing, since it could not be launched: \(end.causes)"
                ))
        }
    }

    private var question: LogsCall { LogsCall(target, run: command.number, follow: command.follow) }

    /// A terminal is shown no control characters of somebody else's program; a pipe gets what was written.
    private func printPieces() throws {
        let isTerminal = Terminal.height != nil
        try call.follow(question) { reply in
            if call.output.json { return Terminal.writeLine(json: reply) }
            if isTerminal {
                Terminal.write(reply.text.visibleLines)
            } else {
                Terminal.write(reply.written, to: 1)
            }
        }
    }

    // MARK: - Lines

    private func printLines() throws {
        var connection = try call.daemon.connect()
        try connection.stream(question)
        let clock = LocalZone.clock
        var assembly = LogLines()
        var tail = LogTail(command.lines)
        var printer = LogPrinter(command, label: .nothing, clock)
        // Whose it is is not shown.
        let job = JobID(owner: target.owner ?? UserID(Machine.effectiveUser), identifier: target.identifier)
        while true {
            let isWaiting = assembly.hasBegun || tail.isHolding
            do throws(ClientError) {
                let reply = try connection.receive(
                    LogsCall.self, until: isWaiting ? Connection.deadline(in: Self.patience) : nil)
                if let at = reply.value.at, at > begun { printer.print(tail.release()) }
                printer.print(tail.take(assembly.take(reply.value, of: job)))
                if case .last = reply {
                    printer.print(tail.take(assembly.finish()))
                    return printer.print(tail.release())
                }
            } catch {
                // Nothing more comes for now: what there is counts as whole.
                guard error.isTimeout else { return try call.daemon.naming { throw error } }
                printer.print(tail.release())
                printer.print(assembly.finish())
            }
        }
    }
}

/// The last lines of what there is, until more is being written.
struct LogTail {
    /// Nil where all are wanted.
    private let most: Int?
    private var held: [LogLine] = []
    private var isReleased: Bool

    init(_ most: Int?) {
        self.most = most
        isReleased = most == nil
    }

    /// Whether lines wait to be known as the last ones.
    var isHolding: Bool { !isReleased }

    /// Those that are to be shown at once.
    mutating func take(_ lines: [LogLine]) -> [LogLine] {
        guard let most, !isReleased else { return lines }
        held += lines
        // Not each time, which would be dear.
        if held.count > 2 * most { held.removeFirst(held.count - most) }
        return []
    }

    /// Those that were held; from now on none are.
    mutating func release() -> [LogLine] {
        defer { held = [] }
        isReleased = true
        return most.map { Array(held.suffix($0)) } ?? []
    }
}

/// Lines on their way to the terminal or a pipe.
struct LogPrinter {
    private let isVerbatim: Bool
    private let isJSON: Bool
    private var text: LogText
    private let clock: LocalClock
    private let hasLabel: Bool

    init(_ command: LogsCommand, label: LogText.Label, _ clock: LocalClock) {
        isVerbatim = command.isVerbatim
        isJSON = command.call.output.json
        hasLabel = label != .nothing
        text = LogText(
            label: label, showsTimes: command.timestamps || !command.isVerbatim, on: Terminal.screen)
        self.clock = clock
    }

    mutating func print(_ lines: [LogLine]) {
        if lines.isEmpty { return }
        if isJSON { return lines.forEach { Terminal.write($0.report.text(layout: .compact) + "\n") } }
        if isVerbatim, !hasLabel {
            let isTerminal = Terminal.height != nil
            return Terminal.write(lines.map { (isTerminal ? $0.text.visibleLines : $0.text) + "\n" }.joined())
        }
        Terminal.write(unbroken: lines.flatMap { text.lines($0, clock) })
    }
}
