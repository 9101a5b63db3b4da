// What `bgrun status` prints: a line about the device, a row for each job, and what needs attention.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of all jobs.
package struct StatusText {
    /// From so many unfinished runs in a row on, a job is warned about.
    private static let warningRuns = 3

    private let status: StatusCall.Reply
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames

    package init(
        _ status: StatusCall.Reply, clock: LocalClock, screen: Screen,
        owners: OwnerNames
    ) {
        self.status = status
        self.clock = clock
        self.screen = screen
        self.owners = owners
    }

    package var lines: [Line] {
        headlines + [header] + simulations + pauses + assertions + [Line()] + rows + warnings
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

    private var rows: [Line] {
        let ended = status.ended.compactMap(\.entry)
        guard !status.jobs.isEmpty || !ended.isEmpty else {
            return [Line("no jobs wait or run; bgrun history lists what has run", .dim)]
        }
        let showsOwners = owners.areShown(status.jobs.map(\.owner) + ended.map(\.job.owner))
        var table = Table(heading: ["JOB"] + (showsOwners ? ["OWNER"] : []) + ["STATE", "LAST", "NEXT"])
        for job in status.jobs {
            var row = [Span(job.identifier.text, .bold)]
            if showsOwners { row.append(Span(owners.name(job.owner).visible)) }
            row.append(Span(job.state.rawValue, job.state.style))
            row.append(job.lastOccurrence(clock) ?? Span("–", .dim))
            let next = JobWords(job, clock: clock).next(on: screen)
            row.append(job.isSimulated ? Span("SIMULATED: \(next.text)", .bad) : next)
            table.add(row)
        }
        for entry in ended {
            var row = [Span(entry.job.identifier.text, .dim)]
            if showsOwners { row.append(Span(owners.name(entry.job.owner).visible, .dim)) }
            table.add(row + EndedText(entry, clock: clock).cells)
        }
        return table.lines
    }

    /// All that is known of jobs that are over.
    package var ends: [Line] {
        status.ended.compactMap(\.entry).flatMap { [Line()] + EndedText($0, clock: clock).lines }
    }

    private var warnings: [Line] {
        let tired = status.jobs.filter { $0.unfinishedRuns >= Self.warningRuns }.map { job in
            Line(
                """
                warning: \(job.identifier): \(job.unfinishedRuns) runs in a row did not finish; raise its \
                timeBudget (\(job.descriptor.timeBudget.text)) or let it save its progress
                """, .waiting)
        }
        let failing = status.jobs.compactMap { job in
            job.failing.map { failing in
                Line(
                    """
                    warning: \(job.identifier): \(failing.words(date: clock.date).visible); \
                    bgrun logs \(job.identifier) shows what it has written
                    """, .bad)
            }
        }
        // What could not be launched stands at the head of all.
        let over = status.ended.compactMap(\.entry).filter { $0.outcome == .failed }.map { entry in
            let causes = HistoryText.causes(of: entry).map { ": \($0)" }.prefix(1).joined()
            let name = entry.job.identifier
            return Line(
                "warning: \(name): failed \(clock.date(entry.ended))\(causes); bgrun logs \(name) shows what it has written",
                .bad)
        }
        let hooks = status.jobs.compactMap { job in
            job.hookFault.map { fault in
                Line(
                    "warning: \(job.identifier): its \(fault.kind.rawValue): \(fault.end.words.visible)", .bad
                )
            }
        }
        let long = status.jobs.compactMap { job in
            job.run?.overrun.map { overrun in
                Line(
                    """
                    warning: \(job.identifier): \(overrun.words); \
                    bgrun logs \(job.identifier) shows what it has written
                    """, .bad)
            }
        }
        let late = status.jobs.compactMap { job in
            job.overdue(at: clock.now).map { since in
                Line(
                    """
                    warning: \(job.identifier): overdue since \(clock.date(since)); \
                    bgrun why \(job.identifier) tells what it waits for
                    """, .bad)
            }
        }
        let idle = status.jobs.compactMap { job in
            job.notRun(at: clock.now).map { words in
                Line(
                    """
                    warning: \(job.identifier): \(words); \
                    bgrun why \(job.identifier) --history tells what held it back
                    """, .bad)
            }
        }
        let broken = status.brokenFiles.map { file in
            Line("broken file: \(file.path.visible): \(file.reason.visible)", .bad)
        }
        let notes = failing + over + hooks + long + late + idle + tired + broken
        return notes.isEmpty ? [] : [Line()] + notes
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
