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
        lines +=
            RequirementsText(why.requirements, of: job.identifier, relaxesAt: job.relaxesAt, clock: clock)
            .lines
        lines += otherBlockers
        // Whoever has mended it need not wait.
        if putOff != nil {
            lines.append(Line([Span("  →", .dim), Span(" bgrun run \(job.identifier) starts it now")]))
        }
        if let excepted = job.excepted {
            lines.append(Line("it does not come \(clock.date(excepted)): its schedule leaves that day out"))
        }
        lines += troubles
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

    /// What somebody should see to, where the answer does not say it.
    private var troubles: [Line] {
        job.health.troubles.flatMap { trouble -> [Line] in
            switch trouble {
            case .invalid: []
            case .hook, .unfinished: JobWords(job, clock: clock).words(trouble).map { [Line($0, .bad)] } ?? []
            case .failing:
                job.health.failing.map { failing in
                    [
                        Line([
                            Span("it \(failing.words(date: clock.date).visible)\(attempt)", .bad),
                            Span(failing.isOfLaunch ? change : look),
                        ])
                    ]
                } ?? []
            case .cannotStart:
                // Where a requirement is the cause, it is listed with its remedy.
                job.health.impediments.filter { impediment in
                    !why.requirements.contains { $0.requirement.rawValue == impediment.key }
                }.map {
                    let remedy = Impediment.remedy($0.remedy, for: job.identifier).visible
                    // The answer has named it.
                    if isStuck, job.health.impediments.count == 1 {
                        return Line([Span("  →", .dim), Span(" \(remedy)")])
                    }
                    return Line([
                        Span("it can't start on this machine: \($0.reason.visible)", .bad),
                        Span(" → \(remedy)"),
                    ])
                }
            case .overdue:
                job.overdueFrom.map { [Line("it has been overdue since \(clock.date($0))", .bad)] } ?? []
            case .notRun:
                job.health.notRunSince.map {
                    [Line("it has not run for \(max($0.duration(to: clock.now), .zero).rounded)", .bad)]
                } ?? []
            case .overrun: job.run?.overrun.map { [Line("its run \($0.words)", .bad)] } ?? []
            }
        }
    }

    /// Where to find out why its runs fail.
    private var look: String {
        switch job.descriptor.program {
        case .command, .shell: " → bgrun logs \(job.identifier) shows what it wrote"
        case .task, .unit: ""
        }
    }

    /// What helps where no run begins.
    private var change: String {
        if case .task = job.descriptor.program { return "" }
        return " → mend that, or change the job (bgrun edit \(job.identifier))"
    }

    /// Whether the answer is what its machine lacks.
    private var isStuck: Bool {
        (job.state == .scheduled || job.state == .due) && !job.health.impediments.isEmpty
    }

    /// `; attempt 4 of 10 is next`.
    private var attempt: String {
        guard let attempt = job.health.attempt, let most = job.health.attempts else { return "" }
        return "; attempt \(attempt) of \(most) is next"
    }

    /// `org.a.backup has been due since 22:00 and waits for external power and a network`.
    package var answer: Line {
        Line([Span(job.identifier.text, .bold), Span(" "), state])
    }

    private var state: Span {
        switch job.state {
        case .running, .frozen, .expiring: active
        case .scheduled where isStuck: stuck(schedule)
        case .due where isStuck: stuck(job.due.map { "has been due since \(clock.date($0))" })
        case .scheduled:
            Span(schedule ?? undated)
        case .due where job.blockers.isEmpty: Span("is due and starts now", .good)
        case .due:
            Span(
                "\(job.due.map { "has been due since \(clock.date($0))" } ?? "is due") and \(waits)", .waiting
            )
        case .paused, .disabled: held
        case .invalid: Span("can't be run", .bad)
        }
    }

    /// `is scheduled for tomorrow 02:30`, `is scheduled for tomorrow 09:00; its hours open tomorrow 22:00`.
    private var schedule: String? {
        guard let planned = job.planned else { return nil }
        let hours = planned.opens.map { "; its hours open \(clock.date($0))" } ?? ""
        return "is scheduled for \(clock.span(planned.at, planned.latest))\(hours)"
    }

    /// `can't start on this machine, and is scheduled for tomorrow 02:30: NetworkManager is not on the system bus`.
    private func stuck(_ date: String?) -> Span {
        let reasons = job.health.impediments.map(\.reason.visible).joined(separator: "; ")
        return Span("can't start on this machine\(date.map { ", and \($0)" } ?? ""): \(reasons)", .bad)
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
                "has ended, \(job.span(of: last, clock).text)"
            } else {
                "has no date"
            }
        return opening + (job.blockers.first.map { ": \($0.words(clock))" } ?? "")
    }

    /// What its own last run puts off, where nothing else is missing: the answer tells it.
    private var putOff: BlockerReport? {
        let kinds: [Blocker.Kind] = [.backOff, .resting]
        guard case .due = job.state, job.blockers.count == 1, let blocker = job.blockers.first,
            kinds.map(\.rawValue).contains(blocker.requirement)
        else { return nil }
        return blocker
    }

    private var waits: String {
        // How often it has failed, and how, is told below.
        if let putOff, let until = putOff.until, job.health.failing != nil {
            return "is tried again \(clock.soon(until))"
        }
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
        let first = job.blockers.first?.words(clock) ?? ""
        return first.isEmpty || first.hasPrefix("waits ")
            ? (first.isEmpty ? "waits" : first) : "waits: \(first)"
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
        for blocker in job.blockers where !told.contains(blocker.requirement) && putOff == nil {
            // When the hours open after the date, the answer tells.
            if job.state == .scheduled, let opens = job.planned?.opens, opens == blocker.until { continue }
            let since = blocker.since.map { ", since \(clock.date($0))" } ?? ""
            // What is near has been told with its distance.
            let until = blocker.until.flatMap { clock.isSoon($0) ? nil : " (\(clock.distance($0)))" } ?? ""
            table.add([Span("  …", .waiting), Span(blocker.words(clock) + since + until)])
        }
        return table.lines
    }
}
