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

    package var lines: [Line] {
        guard !entries.isEmpty else { return [Line("no run has ended yet", .dim)] }
        var table = Table(heading: ["RUN", "JOB", "STARTED", "TOOK", "OUTCOME"])
        for entry in entries {
            switch entry {
            case .run(let run):
                table.add([
                    Span(run.run.description), Span(run.job.identifier.text, .bold),
                    Span(clock.date(run.started)), Span(took(run)), outcome(run),
                ])
            case .skip(let skip, let job, _):
                table.add([
                    Span("–", .dim), Span(job.identifier.text, .bold), Span(clock.date(skip.due)),
                    Span("–", .dim), words(skip),
                ])
            }
        }
        return table.lines
    }

    var rowsOfOneJob: [Line] {
        var table = Table()
        for entry in entries {
            switch entry {
            case .run(let run):
                table.add([
                    Span("  run \(run.run)"), Span(clock.date(run.started)), Span(took(run)), outcome(run),
                ])
            case .skip(let skip, _, _):
                table.add([
                    Span("  –", .dim), Span(clock.date(skip.due)), Span("–", .dim), words(skip),
                ])
            }
        }
        return table.lines
    }

    private func took(_ entry: HistoryEntry) -> String {
        (entry.duration ?? entry.started.duration(to: entry.ended)).rounded
    }

    private func words(_ skip: Skip) -> Span {
        Span("skipped: \(skip.reason.words)", .waiting)
    }

    /// `failed, exit 3` or `expired, timeBudget, simulated`.
    private func outcome(_ entry: HistoryEntry) -> Span {
        var words = [entry.outcome.rawValue]
        if let reason = entry.stopReason { words.append(reason.description) }
        if let exit = entry.exit, exit != .code(0) { words.append(exit.description) }
        if let failure = entry.failure { words.append(failure.visible) }
        if entry.isSimulated { words.append("simulated") }
        return Span(words.joined(separator: ", "), entry.outcome.style)
    }
}
