// What `bgrun events` prints: one line for each change.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of one change.
package struct EventText {
    private let event: Transition
    private let clock: LocalClock

    package init(_ event: Transition, clock: LocalClock) {
        self.event = event
        self.clock = clock
    }

    package var line: Line {
        let subject = event.job.map { Span($0.identifier.text, .bold) } ?? Span("device", .bold)
        return Line([Span(clock.time(event.at), .dim), Span("  "), subject, Span("  ")] + [words])
    }

    private var words: Span {
        switch event.change {
        case .jobChanged(_, let state): Span("is \(state.rawValue)", state.style)
        case .jobLeft: Span("left", .dim)
        case .runStarted(_, let run): Span("run \(run) started", .active)
        case .runExpiring(_, let run, let reason?): Span("run \(run) was told to end: \(reason)", .waiting)
        case .runExpiring(_, let run, nil):
            Span("run \(run) has left processes behind, which were told to end", .waiting)
        case .runEnded(_, let run, let outcome, let reason):
            Span("run \(run) \(outcome.words)\(reason.map { ": \($0)" } ?? "")", outcome.style)
        case .occurrenceSkipped(_, let skip):
            Span("\(clock.date(skip.due)) was skipped: \(skip.reason.words)", .waiting)
        case .conditionChanged(let condition):
            Span(
                "\(condition.text.visible): \(condition.verdict.rawValue), \(condition.reason.visible)",
                condition.verdict.style)
        }
    }
}
