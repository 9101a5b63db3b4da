// What `bgrun why --history` prints: what held a job back, for how long, and what changed.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of what held one job back.
package struct HeldBackText {
    private let report: HeldBack
    private let clock: LocalClock

    package init(_ report: HeldBack, clock: LocalClock) {
        self.report = report
        self.clock = clock
    }

    package var lines: [Line] {
        var lines = [summary]
        if !report.causes.isEmpty {
            var table = Table(heading: ["  SHARE", "FOR", "HELD BACK BY"])
            for cause in report.causes { table.add(row(cause)) }
            lines += table.lines
        }
        if !report.events.isEmpty {
            lines += [Line(), Line("what changed", .dim)]
            var table = Table()
            for event in report.events {
                table.add([Span("  \(clock.date(event.at))", .dim), Span(event.text.visible)])
            }
            lines += table.lines
            if report.hasMoreEvents { lines.append(Line("  and more before", .dim)) }
        }
        return lines
    }

    /// `org.a.backup waited 5 d 3 h of the last 7 days: external power 71 %, network 12 %`.
    private var summary: Line {
        let name = Span(report.job.identifier.text, .bold)
        guard report.waiting > .zero else { return Line([name, Span(" waited for nothing in \(window)")]) }
        let shares = report.causes.map { "\($0.words.visible) \(share($0))" }.joined(separator: ", ")
        return Line([
            name,
            Span(
                " waited \(report.waiting.rounded) of \(window)\(shares.isEmpty ? "" : ": \(shares)")",
                .waiting),
        ])
    }

    private var window: String {
        let span = report.from.duration(to: report.to)
        let day: Int64 = 86_400_000_000
        let days = span.wholeMicroseconds / day
        guard days > 0, span.wholeMicroseconds % day == 0 else { return "the last \(span.rounded)" }
        return days == 1 ? "the last day" : "the last \(days) days"
    }

    private func row(_ cause: HeldBack.Cause) -> [Span] {
        var words = cause.words.visible
        if cause.isUnknown { words += " (nobody could know)" }
        if cause.isSimulated { words += ", SIMULATED" }
        let share = share(cause)
        return [
            Span("  " + String(repeating: " ", count: max(0, 5 - share.columns)) + share, .waiting),
            Span(cause.duration.rounded), Span(words, cause.isSimulated ? .bad : .bold),
        ]
    }

    /// Of the whole window; a small part is not nothing.
    private func share(_ cause: HeldBack.Cause) -> String {
        let percent = report.percentOfWindow(cause)
        return percent == 0 && cause.duration > .zero ? "<1 %" : "\(percent) %"
    }
}
