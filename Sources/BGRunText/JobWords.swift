// What one job is doing or waiting for, in one phrase.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The phrase that answers "and what now?" for a job.
struct JobWords {
    private let job: JobReport
    private let clock: LocalClock

    init(_ job: JobReport, clock: LocalClock) {
        self.job = job
        self.clock = clock
    }

    func next(on screen: Screen) -> Span {
        switch job.state {
        case .running: running(on: screen)
        case .expiring: Span(ending, .bad)
        case .scheduled: Span("starts \(clock.date(job.due)) (\(clock.distance(job.due)))")
        case .due: job.blockers.isEmpty ? Span("starts now", .good) : Span(waiting, .waiting)
        case .disabled: Span(waiting, .dim)
        case .invalid: Span(waiting, .bad)
        }
    }

    private func running(on screen: Screen) -> Span {
        guard let run = job.run else { return Span("–", .dim) }
        let follows = job.hasSuccessor ? ", a newer request follows" : ""
        return Span(ProgressBar(run: run).text(on: screen) + follows, .active)
    }

    /// `told to end (timeBudget), killed in 8 s`.
    private var ending: String {
        let reason = job.run?.stopReason.map { " (\($0))" } ?? ""
        let kill = job.run?.killAt.map { ", killed \(clock.distance($0))" } ?? ""
        return "told to end\(reason)\(kill)"
    }

    private var waiting: String {
        job.blockers.map { $0.words(clock) }.joined(separator: "; ")
    }
}
