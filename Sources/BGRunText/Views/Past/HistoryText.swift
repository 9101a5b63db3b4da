// What `bgrun history` prints.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of ended runs and skipped occurrences.
package struct HistoryText {
    private let entries: [HistoryLine]
    private let clock: LocalClock

    package init(_ entries: [HistoryLine], clock: LocalClock) {
        self.entries = entries
        self.clock = clock
    }

    /// - Parameters:
    ///   - owners: Who they are, to whom they are shown.
    ///   - isOfAllTime: Whether what there is of any time was asked for.
    package func lines(_ owners: OwnerNames, isOfAllTime: Bool = true) -> [Line] {
        guard !entries.isEmpty else {
            return [Line("no run has ended \(isOfAllTime ? "yet" : "in this time")", .dim)]
        }
        let showsOwners = owners.areShown(entries.map(\.job.owner))
        var table = Table(
            heading: ["RUN", "JOB"] + (showsOwners ? ["OWNER"] : []) + ["STARTED", "TOOK", "OUTCOME"])
        for entry in entries {
            let owner = showsOwners ? [Span(owners.name(entry.job.owner).visible)] : []
            let name = [Span(entry.job.identifier.text, .bold)] + owner
            switch entry {
            case .run(let run):
                table.add(
                    [Span(run.run.description)] + name
                        + [Span(clock.date(run.started)), Span(Self.took(run)), Self.outcome(run)])
            case .skip(let skip, _, _):
                table.add(
                    [Span("–", .dim)] + name
                        + [Span(clock.date(skip.due)), Span("–", .dim), words(skip)])
            }
        }
        return table.lines
    }

    /// `run 3 succeeded yesterday 14:02`, for a job that has left.
    package static func end(_ line: HistoryLine, _ clock: LocalClock) -> String {
        let text = HistoryText([line], clock: clock)
        switch line {
        case .run(let run): return "run \(run.run) ended \(clock.date(run.ended)): \(outcome(run).text)"
        case .skip(let skip, _, _):
            return "its last occurrence, \(clock.date(skip.due)), was \(text.words(skip).text)"
        }
    }

    var rowsOfOneJob: [Line] {
        var table = Table()
        for entry in entries {
            switch entry {
            case .run(let run):
                table.add([
                    Span("  run \(run.run)"), Span(clock.date(run.started)), Span(Self.took(run)),
                    Self.outcome(run),
                ])
            case .skip(let skip, _, _):
                table.add([
                    Span("  –", .dim), Span(clock.date(skip.due)), Span("–", .dim), words(skip),
                ])
            }
        }
        return table.lines
    }

    static func took(_ entry: HistoryEntry) -> String {
        (entry.duration ?? entry.started.duration(to: entry.ended)).rounded
    }

    private func words(_ skip: Skip) -> Span {
        Span("skipped: \(skip.reason.words)", .waiting)
    }

    /// `failed, exit 3` or `expired, timeBudget, simulated`.
    static func outcome(_ entry: HistoryEntry) -> Span {
        Span(([entry.outcome.rawValue] + causes(of: entry)).joined(separator: ", "), entry.outcome.style)
    }

    /// What led to its outcome: `exit 3`, `attempt 2 of 3`.
    package static func causes(of entry: HistoryEntry) -> [String] {
        var words: [String] = []
        // Of what was cancelled both are one word.
        if let reason = entry.stopReason, reason.description != entry.outcome.rawValue {
            words.append(reason.description)
        }
        if let exit = entry.exit, exit != .code(0) { words.append(exit.words) }
        if let failure = entry.failure { words.append(failure.visible) }
        if let attempt = entry.attempt { words.append("attempt \(attempt.number) of \(attempt.most)") }
        if entry.isSimulated { words.append("simulated") }
        for hook in entry.hooks where !hook.end.isSuccess {
            words.append("\(hook.kind.rawValue) \(hook.end.words.visible)")
        }
        return words
    }
}
