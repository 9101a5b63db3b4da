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
            heading: ["RUN", "JOB"] + (showsOwners ? ["OWNER"] : []) + ["STARTED"]
                + (isNarrow ? [] : ["TOOK"])
                + ["OUTCOME"])
        let first = firstRuns
        for entry in entries {
            let owner = showsOwners ? [Span(owners.name(entry.job.owner).visible)] : []
            let name = [Span(Self.shortened(entry.job.identifier.text, on: screen), .bold)] + owner
            switch entry {
            case .run(let run):
                let isFirst = first[Occurrence(job: run.job, due: run.due)] == run.run
                table.add(
                    [Span(run.run.description)] + name + [Span(clock.date(run.started))]
                        + (isNarrow ? [] : [Span(Self.took(run))])
                        + [end(run, isFirst: isFirst, withSpan: isNarrow)])
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
        case .failed: "nothing has failed"
        }
    }

    /// Names differ at their ends, and must not push out how runs have ended.
    private static func shortened(_ name: String, on screen: Screen) -> String {
        guard let width = screen.width else { return name }
        let room = max(12, width / 4)
        return name.count <= room ? name : "…" + name.suffix(room - 1)
    }

    /// `failed: exit 3, began 6 h late`.
    private func end(_ run: HistoryEntry, isFirst: Bool, withSpan: Bool) -> Span {
        var outcome = Self.outcome(run)
        if withSpan, run.outcome != .couldNotLaunch { outcome.text += ", after \(Self.took(run))" }
        if isFirst, let lateness = run.lateness { outcome.text += ", began \(lateness.rounded) late" }
        return outcome
    }

    /// Of each occurrence its first run: one that goes on with it is not late.
    private var firstRuns: [Occurrence: RunID] {
        var first: [Occurrence: RunID] = [:]
        for case .run(let run) in entries {
            first.merge([Occurrence(job: run.job, due: run.due): run.run], uniquingKeysWith: min)
        }
        return first
    }

    private struct Occurrence: Hashable {
        let job: JobID
        let due: WallTime
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

    static func took(_ entry: HistoryEntry) -> String { entry.took.rounded }

    private func words(_ skip: Skip) -> Span {
        Span("skipped: \(skip.reason.words)", .waiting)
    }

    /// `failed: exit 3` or `expired: its time budget was used up, simulated`.
    static func outcome(_ entry: HistoryEntry) -> Span { Span(entry.endWords.visible, entry.outcome.style) }

    /// What led to its outcome: `exit 3`, `attempt 2 of 3`.
    package static func causes(of entry: HistoryEntry) -> [String] { entry.endCauses.map(\.visible) }
}
