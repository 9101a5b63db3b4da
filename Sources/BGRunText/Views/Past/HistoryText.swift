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

    /// What was asked for.
    package enum Sought: Sendable {
        case ofAllTime, inSpan, failed
    }

    /// - Parameter owners: Who they are, to whom they are shown.
    package func lines(
        _ owners: OwnerNames, _ sought: Sought = .ofAllTime, on screen: Screen = .pipe
    ) -> [Line] {
        guard !entries.isEmpty else { return [Line(Self.nothing(sought), .dim)] }
        let showsOwners = owners.areShown(entries.map(\.job.owner))
        let isNarrow = screen.width.map { $0 < Self.narrow } ?? false
        var table = Table(
            heading: ["RUN", .naming("JOB", to: 12)] + (showsOwners ? ["OWNER"] : []) + ["STARTED"]
                + (isNarrow ? [] : ["TOOK"])
                + ["OUTCOME"],
            lastWants: 34)
        let first = entries.compactMap(\.entry).firstRuns
        for entry in entries {
            let owner = showsOwners ? [Span(owners.name(entry.job.owner).visible)] : []
            let name = [Span(entry.job.identifier.text, .bold)] + owner
            switch entry {
            case .run(let run):
                table.add(
                    [Span(run.run.description)] + name + [Span(clock.date(run.started))]
                        + (isNarrow ? [] : [Span(run.duration?.rounded ?? "–")])
                        + [end(run, isFirst: first.contains(run.run), withSpan: isNarrow)])
            case .skip(let skip, _, _):
                table.add(
                    [Span("–", .dim)] + name + [Span(clock.date(skip.due))]
                        + (isNarrow ? [] : [Span("–", .dim)]) + [words(skip)])
            }
        }
        return table.lines
    }

    /// On a screen of fewer columns how long a run took stands with how it ended.
    private static let narrow = 72

    private static func nothing(_ sought: Sought) -> String {
        switch sought {
        case .ofAllTime: "no run has ended yet"
        case .inSpan: "no run has ended in this time"
        case .failed: "history has nothing that did not succeed"
        }
    }

    /// `failed: exit 3, began 6 h late`.
    private func end(_ run: HistoryEntry, isFirst: Bool, withSpan: Bool) -> Span {
        var outcome = Self.outcome(run)
        if withSpan, run.outcome != .couldNotLaunch, let took = run.tookWords {
            outcome.text += ", after \(took)"
        }
        if !withSpan, let span = run.wholeSpan { outcome.text += ", over \(span.rounded)" }
        if isFirst, let lateness = run.lateness { outcome.text += ", began \(lateness.rounded) late" }
        return outcome
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

    /// Of failures in a row that are alike the newest stands for all.
    var rowsOfOneJob: [Line] {
        var table = Table()
        var rest = entries[...]
        while let entry = rest.popFirst() {
            switch entry {
            case .run(let run):
                var outcome = Self.outcome(run)
                if run.outcome.isFailure {
                    let alike = rest.prefix { $0.entry?.endWords == run.endWords }
                    if let oldest = alike.last?.entry {
                        outcome.text +=
                            " (\(alike.count + 1) times in a row, from run \(oldest.run), \(clock.date(oldest.started)), on)"
                        rest.removeFirst(alike.count)
                    }
                }
                table.add([
                    Span("  run \(run.run)"), Span(clock.date(run.started)), Span(Self.took(run)), outcome,
                ])
            case .skip(let skip, _, _):
                table.add([
                    Span("  –", .dim), Span(clock.date(skip.due)), Span("–", .dim), words(skip),
                ])
            }
        }
        return table.lines
    }

    static func took(_ entry: HistoryEntry) -> String { entry.tookWords ?? "–" }

    private func words(_ skip: Skip) -> Span {
        Span("skipped: \(skip.reason.words)", .waiting)
    }

    /// `failed: exit 3` or `expired: its time budget was used up, simulated`.
    static func outcome(_ entry: HistoryEntry) -> Span { Span(entry.endWords.visible, entry.outcome.style) }

    /// What led to its outcome: `exit 3`, `attempt 2 of 3`.
    package static func causes(of entry: HistoryEntry) -> [String] { entry.endCauses.map(\.visible) }
}
