// What `bgrun` alone prints: how things are, and what to do next.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The device, what concerns people of the jobs, and a hint or two.
package struct OverviewText {
    /// So many jobs are shown; `status` has all.
    private static let most = 8

    private let status: StatusCall.Reply
    private let clock: LocalClock
    private let screen: Screen
    private let owners: OwnerNames

    package init(_ status: StatusCall.Reply, clock: LocalClock, screen: Screen, owners: OwnerNames) {
        (self.status, self.clock, self.screen, self.owners) = (status, clock, screen, owners)
    }

    package var lines: [Line] {
        let text = StatusText(status, clock: clock, screen: screen, owners: owners)
        let list = JobList(status, clock: clock, screen: screen, owners: owners, extent: .usual)
        let shown = min(list.jobs.count, Self.most)
        var lines = text.top
        if shown > 0 { lines += [Line()] + list.lines.prefix(shown + 1) }
        return lines + [Line()] + hints(list.jobs, hidden: list.jobs.count - shown)
    }

    /// About the first row, which concerns people most.
    private func hints(_ listed: [JobID], hidden: Int) -> [Line] {
        guard let first = listed.first, !status.jobs.isEmpty else {
            return [
                hint("bgrun new", "writes a job for a backup or a command of yours"),
                hint("bgrun submit --in 1m -- echo hello", "runs a command in a minute"),
                hint("bgrun --help", "lists all there is"),
            ]
        }
        var hints: [Line] = []
        if hidden > 0 {
            hints.append(hint("bgrun status", "lists \(hidden == 1 ? "one job" : "\(hidden) jobs") more"))
        }
        guard let worst = status.jobs.first(where: { $0.id == first }) else {
            return hints + [
                hint("bgrun logs \(first.identifier)", "shows what its last run has written"),
                hint("bgrun --help", "lists all there is"),
            ]
        }
        switch Standing(worst) {
        case .failing
        where worst.state != .invalid && !worst.isOutline && worst.lastRun?.outcome != .couldNotLaunch:
            hints.append(hint("bgrun logs \(worst.identifier)", "shows what its last run has written"))
        case .failing, .stuck, .late, .waiting, .paused, .disabled:
            hints.append(hint("bgrun why \(worst.identifier)", "tells what it waits for"))
        case .running where worst.isOutline: break
        case .running: hints.append(hint("bgrun logs -f \(worst.identifier)", "follows what it writes"))
        case .scheduled, .over:
            hints.append(hint("bgrun forecast", "guesses when jobs are likely to start"))
        }
        return hints + [hint("bgrun --help", "lists all there is")]
    }

    private func hint(_ command: String, _ words: String) -> Line {
        Line([Span(command, .bold), Span("  \(words)")])
    }
}
