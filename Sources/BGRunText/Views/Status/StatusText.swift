// What `bgrun status` prints: a line about the device, one about all jobs, and a row for each of them.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of all jobs.
package struct StatusText {
    private let status: StatusCall.Reply
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames
    private let extent: StatusExtent

    package init(
        _ status: StatusCall.Reply, clock: LocalClock, screen: Screen, owners: OwnerNames,
        extent: StatusExtent = .usual
    ) {
        self.status = status
        self.clock = clock
        self.screen = screen
        self.owners = owners
        self.extent = extent
    }

    package var lines: [Line] {
        top + [Line()] + table + brokenFiles
    }

    /// What stands above the jobs.
    package var top: [Line] {
        headlines + [header] + summary + simulations + pauses + assertions
    }

    /// What is wrong with the daemon, before anything else: nobody must have to look for it.
    package var headlines: [Line] { DoctorText.headlines(status.daemon, clock: clock) }

    /// The daemon and the device, on one line.
    package var header: Line {
        var spans = [Span(status.daemon.title, .bold)]
        spans += condition(.externalPower)
        if let level = status.device.batteryLevel { spans.append(Span(" · battery: \(level) %")) }
        spans += condition(.network)
        spans += idle
        return Line(spans)
    }

    /// What is simulated instead of what is seen: it must not be overlooked.
    package var simulations: [Line] {
        status.device.simulations.map { SimulationText($0, clock: clock, ownerName: owners.name).line }
    }

    /// What holds all jobs, also those that run: whoever sees a run must not take it that the next one comes.
    package var pauses: [Line] {
        let held = status.jobs.filter { $0.pause?.isOfAll == true }
        let showsOwners = owners.areShown(held.map(\.owner))
        var lines: [Line] = []
        var told: Set<UserID> = []
        for job in held where told.insert(job.owner).inserted {
            guard let pause = job.pause else { continue }
            let whose = showsOwners ? "all jobs of \(owners.name(job.owner).visible)" : "all jobs"
            let note = pause.note.map { " (\($0.visible))" } ?? ""
            let end =
                if let until = pause.until {
                    " until \(clock.date(until))"
                } else if pause.by == .root, job.owner != .root {
                    " by root"
                } else {
                    "; bgrun unpause --all ends it"
                }
            lines.append(Line([Span("paused: ", .waiting), Span(whose + note + end)]))
        }
        return lines
    }

    /// What programs are finishing, for which the machine's sleep waits some seconds.
    package var assertions: [Line] {
        let showsOwners = owners.areShown(status.assertions.map(\.owner))
        return status.assertions.map { assertion in
            let owner = showsOwners ? " of \(owners.name(assertion.owner).visible)" : ""
            let why = assertion.why.visible
            return Line([
                Span("finishing: ", .active), why.isEmpty ? Span("something", .dim) : Span(why, .bold),
                Span(
                    " (process \(assertion.process)\(owner), until \(clock.time(assertion.until)))", .dim),
            ])
        }
    }

    /// For how long nobody has used the machine, by the longest span that some job asks for and that is over.
    private var idle: [Span] {
        let observed = status.device.conditions.filter { $0.requirement == .idle }
        guard let condition = observed.last(where: { $0.verdict == .yes }) ?? observed.first else {
            return []
        }
        return [Span(" · idle: "), Span(condition.verdict.rawValue, condition.verdict.style)]
            + [Span(" (\(condition.reason.visible))", .dim)]
    }

    private func condition(_ kind: Requirement.Kind) -> [Span] {
        // It goes by the name of its kind, since nothing is written to it.
        guard let condition = status.device.conditions.first(where: { $0.text == kind.rawValue }) else {
            return []
        }
        var spans = [
            Span(" · \(kind.row.title): "), Span(condition.verdict.rawValue, condition.verdict.style),
        ]
        if let settlesAt = condition.settlesAt {
            spans.append(Span("; counts from \(clock.time(settlesAt))", .dim))
        }
        switch condition.verdict {
        case .yes: break
        case .no, .unknown: spans.append(Span(" (\(condition.reason.visible))", .dim))
        }
        return spans
    }

    /// The jobs, and what is left out of them.
    private var table: [Line] {
        var list = JobList(status, clock: clock, screen: screen, owners: owners, extent: extent)
        // Whoever searches or counts lines wants each of them, and so does who has said which.
        if case .usual = extent, screen.width != nil { list.fold() }
        guard !list.isEmpty else { return [Line(nothing, .dim)] + list.rest }
        return list.lines + (list.rest.isEmpty ? [] : [Line()] + list.rest)
    }

    private var nothing: String {
        switch extent {
        case .usual, .all: "no jobs wait or run; bgrun history lists what has run"
        case .only(let kinds, let of):
            of == 0
                ? "there are no jobs"
                : "of \(of) \(of == 1 ? "job" : "jobs") none is \(kinds.map(\.word).joined(separator: ", or "))"
        }
    }

    /// How many jobs do what, the worst first: whether all is well shows without a look at the rows.
    package var summary: [Line] {
        let words = Summary(status, clock: clock, isFaulty: !headlines.isEmpty).spans
        return words.isEmpty ? [] : [Line(words)]
    }

    /// All that is known of jobs that are over.
    package var ends: [Line] {
        status.ended.compactMap(\.entry).flatMap { [Line()] + EndedText($0, clock: clock).lines }
    }

    /// Files that can't be used, where nothing above tells of them.
    private var brokenFiles: [Line] {
        let untold = status.brokenFiles.filter { file in
            !status.daemon.headlines.contains { $0.contains(file.path) }
        }
        let lines = untold.map { Line("broken file: \($0.path.visible): \($0.reason.visible)", .bad) }
        return lines.isEmpty ? [] : [Line()] + lines
    }
}

extension StatusCall.Reply {
    /// The status some time after it came, for a bar that moves: active runs have used that much more.
    package func aged(by span: Duration) -> StatusCall.Reply {
        var aged = self
        // What stands still uses nothing up.
        for index in aged.jobs.indices where aged.jobs[index].state != .frozen {
            aged.jobs[index].run?.used += span
        }
        return aged
    }

    /// Whether a bar is there to move.
    package var hasActiveRun: Bool { jobs.contains { $0.run != nil && $0.state != .frozen } }
}
