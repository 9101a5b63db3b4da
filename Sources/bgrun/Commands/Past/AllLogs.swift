// What the runs of several jobs have written, in the order of time, and what those write that start from now on.
import BGRunCalendar
import BGRunClient
import BGRunJob
import BGRunLinux
import BGRunText
import BGRunWire

/// One stream of the output of many runs.
struct AllLogs {
    private let command: LogsCommand
    private var call: CallOptions { command.call }
    /// The jobs that were named; nil where none was.
    private let targets: [Target]?

    init(_ command: LogsCommand, _ targets: [Target]?) {
        self.command = command
        self.targets = targets
    }

    private var selections: [JobSelection] {
        targets?.map { .job($0) } ?? [command.tagged.selection(nil, of: call.daemon.owner)]
    }

    func print() throws {
        let clock = LocalZone.clock
        var printer = LogPrinter(command, label: .jobAndRun, clock)
        // Before anything is looked at, so that no start falls in between.
        let selected = try command.follow ? selectedJobs() : nil
        let following = try selected.map { try RunFollowing(call.daemon, $0) }
        var harvest = LogHarvest(most: command.lines, since: command.since)
        try gather(into: &harvest)
        printer.print(harvest.lines)
        if harvest.isCut, command.lines == nil, Terminal.showsErrors, !call.output.json {
            Terminal.writeError(
                "bgrun: these are the last \(harvest.lines.count) lines; -n and --since show more\n")
        }
        if harvest.lines.isEmpty, !command.follow, Terminal.showsErrors, !call.output.json {
            Terminal.writeError("bgrun: none of these runs has written anything; bgrun history lists runs\n")
        }
        guard let following else { return }
        try follow(following, harvest.ends, &printer)
    }

    // MARK: - What there is

    private func gather(into harvest: inout LogHarvest) throws {
        var runs: [LogHarvest.Run] = []
        var connection = try call.daemon.connect()
        for selection in selections {
            let question = HistoryCall(
                selection, since: command.since, limit: LogHarvest.mostRuns, failed: command.failed)
            for case .run(let entry) in try call.daemon.naming({ try connection.call(question) }).entries
            where !entry.isOutputDropped {
                runs.append(
                    LogHarvest.Run(job: entry.job, run: entry.run, started: entry.started, ended: entry.ended)
                )
            }
            if command.failed { continue }
            // One that has left has no active run.
            for job in (try? connection.call(StatusCall(selection)))?.jobs ?? [] {
                guard let run = job.run else { continue }
                runs.append(LogHarvest.Run(job: job.id, run: run.run, started: run.started, ended: nil))
            }
        }
        for run in LogHarvest.inTurn(runs) {
            guard harvest.needs(run) else {
                harvest.leaveOut()
                break
            }
            let target = Target(identifier: run.job.identifier, owner: run.job.owner)
            // What it wrote may have gone, or be none: the others are told all the same.
            guard let log = try? HeardCall(call.daemon.connect(), LogsCall(target, run: run.run)) else {
                continue
            }
            var assembly = LogLines()
            var lines: [LogLine] = []
            while let piece = log.answer(until: Connection.deadline(in: Connection.patience)) {
                lines += assembly.take(piece, of: run.job)
                harvest.trim(&lines)
                harvest.note(piece, of: run)
            }
            harvest.add(lines + assembly.finish(), of: run)
        }
    }

    // MARK: - What comes

    private func follow(
        _ following: RunFollowing, _ ends: [RunID: LogHarvest.End], _ printer: inout LogPrinter
    ) throws {
        for (run, end) in ends.sorted(by: { $0.key < $1.key }) where end.isActive {
            following.follow(run, of: end.job)
        }
        var assembly = LogLines()
        var left = ends.mapValues(\.bytes)
        var isMore = false
        while !following.isOver {
            if !isMore { _ = try Readiness.wait(for: following.descriptor, to: .read, until: nil) }
            isMore = following.hear { news in
                switch news {
                case .began, .left: break
                case .wrote(let job, var piece):
                    // What was shown already.
                    let known = min(left[piece.run] ?? 0, piece.text.utf8.count)
                    if known > 0 {
                        left[piece.run]? -= known
                        piece.text = String(decoding: piece.text.utf8.dropFirst(known), as: UTF8.self)
                    }
                    printer.print(assembly.take(piece, of: job))
                case .ended(_, let run): printer.print(assembly.finish(run))
                }
            }
        }
        printer.print(assembly.finish())
        throw ClientError.connectionLost(socket: try call.daemon.path())
    }

    /// Which jobs are meant also of those that are still to come; a tag means those that have it now.
    private func selectedJobs() throws -> (JobID) -> Bool {
        let owner = call.daemon.owner
        let isOwned = { (job: JobID) in owner == nil || job.owner == owner }
        if let targets {
            let names = Set(targets.map(\.identifier))
            return { names.contains($0.identifier) && isOwned($0) }
        }
        guard command.tagged.tag != nil else { return isOwned }
        var connection = try call.daemon.connect()
        let jobs = try connection.call(StatusCall(command.tagged.selection(nil, of: owner))).jobs
        let tagged = Set(jobs.map(\.id))
        return { tagged.contains($0) }
    }
}
