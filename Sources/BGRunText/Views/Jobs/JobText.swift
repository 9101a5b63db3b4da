// What `bgrun status ID` and `bgrun why ID` print of one job.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of one job.
package struct JobText {
    private let job: JobReport
    private let clock: LocalClock
    private let screen: Screen

    package init(_ job: JobReport, clock: LocalClock, screen: Screen) {
        self.job = job
        self.clock = clock
        self.screen = screen
    }

    /// All that is known of it.
    package var lines: [Line] {
        var table = Table()
        func add(_ name: String, _ text: String?, _ style: Style = .plain) {
            if let text { table.add([Span("  \(name)", .dim), Span(text.visible, style)]) }
        }
        let next = JobWords(job, clock: clock).next(on: screen)
        add("state", job.state.rawValue, job.state.style)
        table.add([Span("  next", .dim), next])
        if let run = job.run {
            let process =
                (run.process.map { ", process \($0)" } ?? "") + (run.host.map { ", in \($0)" } ?? "")
            add(
                "run",
                "\(run.run) since \(clock.date(run.started))\(process)\(run.isSimulated ? ", simulated" : "")"
            )
        }
        if job.run?.host != nil { add("progress", job.run?.progress?.words) }
        add("takes long", job.run?.overrun?.words, .bad)
        add("hours end", hoursEnd)
        if let last = job.lastRun {
            table.add([Span("  last run", .dim), job.sentence(of: last, clock)])
        }
        if job.lastRun?.outcome != .succeeded, let success = job.lastRun?.lastSuccess {
            add("last good", "\(clock.date(success)) (\(clock.age(of: success)))")
        }
        if !job.recent.isEmpty { table.add(cells: [[Span("  lately", .dim)], job.recent.stripInWords]) }
        add("failing", job.health.failing?.words(date: clock.date), .bad)
        for impediment in job.health.impediments {
            let remedy = Impediment.remedy(impediment.remedy, for: job.identifier)
            add("can't start", screen.reach.added(to: "\(impediment.reason) → \(remedy)"), .bad)
        }
        if let fault = job.health.hookFault {
            add("hook fails", "\(fault.kind.rawValue): \(fault.end.words)", .bad)
        }
        if job.health.troubles.contains(.unfinished) {
            add(
                "unfinished", JobWords(job, clock: clock).words(.unfinished).map(screen.reach.added), .bad)
        }
        add("last skip", job.lastSkip.map { "skipped \(clock.date($0.due)): \($0.reason.words)" }, .waiting)
        add("not run", job.health.notRunSince.map { "since \(clock.date($0))" }, .bad)
        add("not on", job.excepted.map { "\(clock.date($0)): its schedule leaves that day out" })
        add("prefers until", job.relaxesAt.map(clock.date))
        add("simulated", job.isSimulated ? "its conditions are simulated, not seen" : nil, .bad)
        let isOverdue = job.health.troubles.contains(.overdue)
        add("overdue", isOverdue ? job.overdueFrom.map { "since \(clock.date($0))" } : nil, .bad)
        if job.state != .paused { add("pause", pause, .waiting) }
        // What its failures have switched off, nobody has.
        let isGivenUp = job.blockers.contains {
            $0.requirement == Blocker.Kind.disabled.rawValue && $0.reason != Blocker.disabled.reason
        }
        add("by hand", isGivenUp ? nil : job.enabled.map { $0 ? "enabled" : "disabled" })
        add("runs", job.isOutline ? nil : Self.words(job.descriptor.program))
        add("in", job.descriptor.workingDirectory)
        add("environment", list(job.descriptor.environment))
        add("requires", job.descriptor.requires.isEmpty ? nil : job.descriptor.requires.words)
        add("prefers", job.descriptor.prefers?.words)
        for (name, text) in DescriptorText(job.descriptor, clock: clock).rows { add(name, text) }
        add("time budget", job.isOutline ? nil : timeBudget)
        for (number, line) in (job.notes ?? "").split(separator: "\n").enumerated() {
            add(number == 0 ? "notes" : "", String(line))
        }
        add("accepted", clock.date(job.accepted))
        add("descriptor", descriptorWords)
        add("file", job.file)
        for path in job.dropIns { add("changed by", path) }
        add("by policy", list(job.defaults))
        return [title] + table.lines
    }

    private var timeBudget: String {
        job.descriptor.timeBudget >= Duration.longestText
            ? "none; \(job.descriptor.gracePeriod.text) of grace once it is told to end"
            : [
                job.descriptor.timeBudget.text,
                job.descriptor.timing.maxTimeBudget.map { "up to \($0.text) where the run asks for it" },
                "then \(job.descriptor.gracePeriod.text) of grace",
            ].compactMap(\.self).joined(separator: ", ")
    }

    /// What it does or waits for, in one phrase, as `status` has it.
    package static func phrase(of job: JobReport, clock: LocalClock) -> String {
        JobWords(job, clock: clock).next(on: .pipe).text
    }

    /// What is wrong with it, as `status` has it.
    package static func troubles(of job: JobReport, clock: LocalClock) -> [String] {
        guard !job.health.troubles.isEmpty else { return [] }
        let words = JobWords(job, clock: clock).troubles
        return words.isEmpty ? [phrase(of: job, clock: clock)] : words
    }

    /// For who waits for its end: `waiting for org.a.backup to end: due, needs external power`.
    package static func waiting(_ job: JobReport, clock: LocalClock) -> String {
        let words = JobWords(job, clock: clock)
        if job.run == nil, !job.health.impediments.isEmpty {
            let troubles = words.troubles.joined(separator: "; ")
            return
                "waiting for \(job.identifier) to end: \(troubles); bgrun why \(job.identifier) says how to fix it"
        }
        let next = words.next(on: .pipe).text
        return "waiting for \(job.identifier) to end: \(job.state.rawValue)"
            + (next.isEmpty ? "" : ", \(next)")
    }

    /// Which of those it has had this is, and how to tell it from a file: `lint --json` has the same of one.
    private var descriptorWords: String? {
        job.fingerprint.map {
            "\(job.generation == 1 ? "the first" : "number \(job.generation)"), fingerprint \($0)"
        }
    }

    private var hoursEnd: String? {
        job.run?.hoursEnd.map { end in
            let isFrozen = job.descriptor.timing.onAllowedHoursEnd == .freeze
            return clock.date(end)
                + (isFrozen ? ", then the run stands still" : ", then the run is told to end")
        }
    }

    private var title: Line {
        var spans = [Span(job.identifier.text, .bold)]
        if let title = job.title { spans.append(Span("  \(title.visible)")) }
        return Line(spans)
    }

    /// Of a job that runs while it is paused: what comes after the run.
    private var pause: String? {
        job.pause.map { pause in
            (pause.until.map { "until \(clock.date($0))" } ?? "until bgrun unpause")
                + (pause.note.map { " (\($0.visible))" } ?? "")
        }
    }

    private func list(_ words: [String]) -> String? {
        words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private static func words(_ program: JobDescriptor.Program) -> String {
        switch program {
        case .command(let arguments): arguments.joined(separator: " ")
        case .shell(let line): line
        case .unit(let unit): unit.text
        case .task(let application, let request): "task \(request.identifier) of \(application)"
        }
    }
}

extension Preference {
    /// `external power, for at most 3 d`.
    fileprivate var words: String {
        requirements.words + (span.map { ", for at most \($0.rounded)" } ?? ", until it is overdue")
    }
}

extension TaskProgress {
    /// `31 of 100 done`, beside the share and the titles that its state shows.
    fileprivate var words: String {
        totalUnits > 0 ? "\(completedUnits) of \(totalUnits) done" : "\(completedUnits) done"
    }
}
