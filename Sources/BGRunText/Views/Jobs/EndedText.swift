// What is told of jobs that are over.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of a job that is there no more, by its last run.
package struct EndedText {
    private let entry: HistoryEntry
    private let clock: LocalClock

    package init(_ entry: HistoryEntry, clock: LocalClock) {
        self.entry = entry
        self.clock = clock
    }

    /// All that is known of it.
    package var lines: [Line] {
        var table = Table()
        func add(_ name: String, _ text: String, _ style: Style = .plain) {
            table.add([Span("  \(name)", .dim), Span(text, style)])
        }
        add("state", "over")
        add("last run", "\(entry.run), ended \(clock.date(entry.ended))")
        let outcome = HistoryText.outcome(entry)
        add("outcome", outcome.text, outcome.style)
        add("took", HistoryText.took(entry))
        add("output", "bgrun logs \(entry.job.identifier)")
        add("runs", "bgrun history \(entry.job.identifier)")
        var title = [Span(entry.job.identifier.text, .bold)]
        if let words = entry.title { title.append(Span("  \(words.visible)")) }
        return [Line(title)] + table.lines
    }

    /// Its cells in a table of jobs, behind its names. What has failed is not to be overlooked.
    var cells: [Table.Cell] {
        let isFailure = entry.outcome.isFailure
        let causes = HistoryText.causes(of: entry).joined(separator: ", ")
        let end = "\(entry.outcome.title) \(clock.date(entry.ended))"
        let advice =
            isFailure && entry.outcome != .couldNotLaunch
            ? "; bgrun logs \(entry.job.identifier) shows what it has written" : ""
        return [
            [Span("over", .dim)], [RecentEnds.End(entry.outcome).mark],
            [Span(end, isFailure ? .bad : .dim)],
            [Span((causes.isEmpty ? end : "\(end): \(causes)") + advice, isFailure ? .bad : .dim)],
        ]
    }
}
