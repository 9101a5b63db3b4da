// What `bgrun why` prints: the answer in one sentence, then each requirement and whatever else holds the job back.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of why a job is not running.
package struct WhyText {
    /// So many requirements are named in the answer; the rest is counted.
    private static let named = 3

    private let why: WhyCall.Reply
    private var job: JobReport { why.job }
    private let clock: LocalClock
    private let screen: Screen

    package init(_ why: WhyCall.Reply, clock: LocalClock, screen: Screen) {
        self.why = why
        self.clock = clock
        self.screen = screen
    }

    package var lines: [Line] {
        var lines = [answer]
        lines += RequirementsText(why.requirements, relaxesAt: job.relaxesAt, clock: clock).lines
        lines += otherBlockers
        if let excepted = job.excepted {
            lines.append(Line("it does not come \(clock.date(excepted)): its schedule leaves that day out"))
        }
        if let since = job.overdue(at: clock.now) {
            lines.append(Line("it has been overdue since \(clock.date(since))", .bad))
        }
        if let words = job.notRun(at: clock.now) { lines.append(Line("it \(words)", .bad)) }
        if let overrun = job.run?.overrun { lines.append(Line("its run \(overrun.words)", .bad)) }
        // What a person looks for in the job's own file may stand there.
        lines += job.dropIns.map { Line("its descriptor is changed by \($0.visible)", .dim) }
        if job.isSimulated {
            lines.append(Line("its conditions are SIMULATED; bgrun conditions tells until when", .bad))
        }
        if !why.history.isEmpty {
            lines += [Line(), Line("history", .dim)]
            lines += HistoryText(why.history, clock: clock).rowsOfOneJob
        }
        return lines
    }

    /// `org.a.backup has been due since 22:00 and waits for external power and a network`.
    package var answer: Line {
        Line([Span(job.identifier.text, .bold), Span(" "), state])
    }

    private var state: Span {
        switch job.state {
        case .running, .frozen, .expiring: active
        case .scheduled:
            job.due.map { Span("is scheduled for \(clock.span($0, job.dueBy))") } ?? Span(undated)
        case .due where job.blockers.isEmpty: Span("is due and starts now", .good)
        case .due:
            Span(
                "\(job.due.map { "has been due since \(clock.date($0))" } ?? "is due") and \(waits)", .waiting
            )
        case .paused, .disabled: held
        case .invalid: Span("can't be run", .bad)
        }
    }

    /// What somebody's hand, or too many failures, keep from starting, with what ends that.
    private var held: Span {
        var words = JobWords(job, clock: clock).next(on: .pipe)
        words.text = "is \(words.text)"
        return words
    }

    /// `is running: 40 %  4 min of 10 min`.
    private var active: Span {
        var words = JobWords(job, clock: clock).next(on: screen)
        words.text = "is \(job.state.rawValue): \(words.text)"
        return words
    }

    /// `has no date: waits for the next boot`.
    private var undated: String {
        let opening =
            if job.descriptor.kind == .service, let last = job.lastRun {
                "has ended, \(last.span(clock).text)"
            } else {
                "has no date"
            }
        return opening + (job.blockers.first.map { ": \($0.words(clock))" } ?? "")
    }

    private var waits: String {
        let wanted = why.requirements.filter {
            $0.state != .holds && !$0.isPreferred && $0.alternative == nil
        }
        var words = wanted.map(\.words.visible)
        let alternatives = job.blockers.count { $0.requirement == "anyOf" && !$0.isPreferred }
        if alternatives > 0 {
            words.append(alternatives == 1 ? "one of several alternatives" : "alternatives")
        }
        guard words.isEmpty else { return "waits for \(enumerated(words))" }
        // Without a hard requirement that is lacking, the first blocker says it best.
        return "waits" + (job.blockers.first.map { ": \($0.words(clock))" } ?? "")
    }

    /// `a, b and c`, or with more than there is room for `a, b, c and 2 more`.
    private func enumerated(_ words: [String]) -> String {
        var words = words
        if words.count > Self.named {
            words = words.prefix(Self.named) + ["\(words.count - Self.named) more"]
        }
        guard words.count > 1, let last = words.popLast() else { return words.joined() }
        return "\(words.joined(separator: ", ")) and \(last)"
    }

    /// What is no requirement, or belongs to none that was told.
    private var otherBlockers: [Line] {
        guard job.run == nil else { return [] }
        let told =
            why.requirements.map(\.requirement.rawValue)
            + (why.requirements.isEmpty ? [] : ["anyOf", "settling"])
        var table = Table()
        for blocker in job.blockers where !told.contains(blocker.requirement) {
            let since = blocker.since.map { ", since \(clock.date($0))" } ?? ""
            // What is near has been told with its distance.
            let until = blocker.until.flatMap { clock.isSoon($0) ? nil : " (\(clock.distance($0)))" } ?? ""
            table.add([Span("  …", .waiting), Span(blocker.words(clock) + since + until)])
        }
        return table.lines
    }
}
