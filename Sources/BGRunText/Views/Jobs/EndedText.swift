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
        if entry.outcome.isFailure {
            add(
                "again",
                "bgrun run \(entry.job.identifier), or first bgrun edit \(entry.job.identifier)")
        }
        var title = [Span(entry.job.identifier.text, .bold)]
        if let words = entry.title { title.append(Span("  \(words.visible)")) }
        return [Line(title)] + table.lines
    }

    /// That it has failed for good, as what is wrong with it; nil where it has not.
    package var trouble: String? {
        guard entry.outcome.isFailure else { return nil }
        return "ended, \(whole(withAdvice: false))"
    }

    /// What a row of a table says of it. What has failed is not to be overlooked.
    var whole: [Span] { [Span(whole(withAdvice: true), style)] }

    /// The same behind the job's name, where ``last`` or more stands above it.
    var detail: [Span] { [Span(whole(withAdvice: true, withEnd: false), style)] }

    private func whole(withAdvice: Bool, withEnd: Bool = true) -> String {
        let causes = HistoryText.causes(of: entry).joined(separator: ", ")
        let hasOutput = entry.outcome.isFailure && entry.outcome != .couldNotLaunch
        let advice =
            withAdvice && hasOutput ? "; bgrun logs \(entry.job.identifier) shows what it has written" : ""
        guard !causes.isEmpty else { return end + advice }
        return (withEnd ? "\(end): \(causes)" : causes) + advice
    }

    /// What it may say in place of that, the most first.
    var shorter: [[Span]] {
        let cause = HistoryText.causes(of: entry).first.map { ["\(end): \($0)"] } ?? []
        return (cause + [end, entry.outcome.title]).map { [Span($0, style)] }
    }

    private var end: String { "\(entry.outcome.title) \(clock.date(entry.ended))" }
    var last: Span { Span(end, style) }
    private var style: Style { entry.outcome.isFailure ? .bad : .dim }
}
