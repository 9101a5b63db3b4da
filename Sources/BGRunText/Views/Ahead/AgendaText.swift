// What `bgrun next` prints of all jobs: their next instants, and with --all what comes up at once.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of what lies ahead of all jobs.
package struct AgendaText {
    private let agenda: Agenda
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames
    /// Jobs that are there and have no instant ahead.
    private let others: [JobReport]

    package init(
        _ agenda: Agenda, others: [JobReport], _ owners: OwnerNames, clock: LocalClock, screen: Screen
    ) {
        self.agenda = agenda
        self.others = others
        self.owners = owners
        self.clock = clock
        self.screen = screen
    }

    /// - Parameter isWhole: With how often they come up, which come up at once, and when there is time.
    package func lines(isWhole: Bool) -> [Line] {
        if agenda.jobs.isEmpty, others.isEmpty { return [Self.noJobs] }
        let isEmpty = agenda.jobs.allSatisfy(\.instants.isEmpty)
        return rows(isWhole: isWhole) + rest + (isWhole && !isEmpty ? collisions + [slot] : [])
    }

    /// Of a list in which there is nobody's job.
    static let noJobs = Line("no jobs; bgrun submit brings one", .dim)

    private func rows(isWhole: Bool) -> [Line] {
        let planned = agenda.jobs.filter { !$0.instants.isEmpty }.sorted {
            ($0.instants[0].starts, $0.job.identifier.text) < ($1.instants[0].starts, $1.job.identifier.text)
        }
        if planned.isEmpty { return [Line("no instant lies ahead of any job", .dim)] }
        let showsOwners = owners.areShown(planned.map(\.job.owner))
        var table = Table(
            heading: ["NEXT", "IN"] + (isWhole ? ["TIMES", "TAKES"] : []) + (showsOwners ? ["OWNER"] : [])
                + ["JOB"])
        for job in planned {
            let first = job.instants[0]
            var cells = [
                Span(clock.date(first.starts), .bold),
                Span(first.starts <= clock.now ? "now" : clock.now.duration(to: first.starts).rounded),
            ]
            if isWhole {
                let times = job.instants.count { $0.at < agenda.to }
                cells += [
                    Span(job.isCut ? "\(times)+" : "\(times)"), Span(job.usual.map(\.rounded) ?? "–", .dim),
                ]
            }
            if showsOwners { cells.append(Span(owners.name(job.job.owner).visible)) }
            let late = first.latest.map { ", or up to \(first.at.duration(to: $0).rounded) later" } ?? ""
            cells.append(Span(name(job) + late))
            table.add(cells)
        }
        return table.lines
    }

    private func name(_ job: Agenda.Planned) -> String {
        job.title.map { "\($0.visible) (\(job.job.identifier))" } ?? job.job.identifier.text
    }

    /// `besides: 1 is due already, 2 wait for an event or a file`.
    private var rest: [Line] {
        let kinds: [(words: String, (JobReport) -> Bool)] = [
            ("active", { $0.run != nil }), ("due already", { $0.run == nil && $0.state == .due }),
            ("paused", { $0.run == nil && $0.state == .paused }),
            ("disabled", { $0.run == nil && $0.state == .disabled }),
            ("that can't be used", { $0.run == nil && $0.state == .invalid }),
            (
                "waiting for an event or a file, or not coming up again",
                { $0.run == nil && $0.state == .scheduled }
            ),
        ]
        let words = kinds.compactMap { words, isOne in
            let count = others.count(where: isOne)
            return count > 0 ? "\(count) \(words)" : nil
        }
        return words.isEmpty ? [] : [Line("besides: \(words.joined(separator: ", "))", .dim)]
    }

    // MARK: - At once

    private static let mostCollisions = 20

    private var collisions: [Line] {
        guard !agenda.collisions.isEmpty else {
            return [Line(), Line("none of them has to wait for another\(bound)", .good)]
        }
        var table = Table()
        for collision in agenda.collisions.prefix(Self.mostCollisions) {
            let first = collision.instants.first.map(clock.date) ?? ""
            let more = collision.instants.count > 1 ? " and \(collision.instants.count - 1) more" : ""
            table.add([
                Span("  \(first)\(more)", .waiting),
                Span(
                    "\(collision.jobs.map(\.identifier.text).joined(separator: ", ")): \(reason(collision))"),
            ])
        }
        let left = agenda.collisions.count - Self.mostCollisions
        return [Line(), Line("come up at once and wait for each other", .dim)] + table.lines
            + (left > 0 ? [Line("  and \(left) more", .dim)] : [])
    }

    /// ` until tomorrow 14:20`, where not all instants are known behind that.
    private var bound: String { agenda.known < agenda.to ? " until \(clock.date(agenda.known))" : "" }

    private func reason(_ collision: Agenda.Collision) -> String {
        switch collision.reason {
        case .conflict: "they never run beside each other"
        case .queue: "they stand in the queue \(collision.queue?.text ?? "")"
        case .limit: "more than may run at once"
        }
    }

    private var slot: Line {
        guard let slot = agenda.slot else {
            return Line("no time is free for \(agenda.needed.rounded)\(bound)", .waiting)
        }
        let length = slot.from.duration(to: slot.to).rounded
        let end = slot.to >= agenda.to ? "on" : "to \(clock.date(slot.to)) (\(length))"
        return Line("free from \(clock.date(slot.from)) \(end), long enough for any of them", .good)
    }
}
