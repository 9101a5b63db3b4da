// What `bgrun history` prints.
import BGRunCalendar
import BGRunJob

/// The view of ended runs.
package struct HistoryText {
    private let entries: [HistoryEntry]
    private let clock: LocalClock

    package init(_ entries: [HistoryEntry], clock: LocalClock) {
        self.entries = entries
        self.clock = clock
    }

    package var lines: [Line] {
        guard !entries.isEmpty else { return [Line("no run has ended yet", .dim)] }
        var table = Table(heading: ["RUN", "JOB", "STARTED", "TOOK", "OUTCOME"])
        for entry in entries {
            table.add([
                Span(entry.run.description), Span(entry.job.identifier.text, .bold),
                Span(clock.date(entry.started)), Span(took(entry)), outcome(entry),
            ])
        }
        return table.lines
    }

    var rowsOfOneJob: [Line] {
        var table = Table()
        for entry in entries {
            table.add([
                Span("  run \(entry.run)"), Span(clock.date(entry.started)), Span(took(entry)),
                outcome(entry),
            ])
        }
        return table.lines
    }

    private func took(_ entry: HistoryEntry) -> String {
        entry.started.duration(to: entry.ended).rounded
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
