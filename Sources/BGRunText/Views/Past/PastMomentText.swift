// What `bgrun why --at` prints: how a job stood at an instant that has passed.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The view of one job at one instant.
package struct PastMomentText {
    private let moment: PastMoment
    private let clock: LocalClock

    package init(_ moment: PastMoment, clock: LocalClock) {
        self.moment = moment
        self.clock = clock
    }

    package var lines: [Line] {
        var table = Table()
        for lack in moment.lacks.filter({ moment.stand != .running || $0.isUnknown }) {
            table.add([
                Span(
                    "  \(lack.isUnknown ? "unknown" : moment.stand == .notDue ? "lacked" : "held back by")",
                    .dim),
                Span(
                    lack.words.visible + (lack.isSimulated ? ", SIMULATED" : ""),
                    lack.isUnknown ? .bad : .waiting),
                Span(span(lack)),
            ])
        }
        if let unseen = moment.unseen {
            table.add([Span("  not observed", .dim), Span(unseen.words.visible, .bad), Span(span(unseen))])
        }
        return [summary] + table.lines + after
    }

    /// `org.a.backup waited yesterday 02:00, due since yesterday 01:00`.
    private var summary: Line {
        let name = Span(moment.job.identifier.text, .bold)
        let at = clock.date(moment.at)
        switch moment.stand {
        case .notDue:
            let words = moment.isBeforeAll ? "nothing is known of it from that time" : "no occurrence was due"
            return Line([name, Span(" did not run \(at): \(words)")])
        case .waiting:
            return Line([name, Span(" waited \(at)\(dueWords)\(unexplained)", .waiting)])
        case .running:
            let run = moment.run.map { "run \($0) was active" } ?? "it was active"
            return Line([name, Span(" ran \(at): \(run)\(dueWords)", .active)])
        }
    }

    private var dueWords: String { moment.due.map { ", due since \(clock.date($0))" } ?? "" }

    /// Where nothing that is recorded tells why.
    private var unexplained: String {
        moment.lacks.isEmpty && moment.unseen == nil
            ? "; nothing that is recorded held it back: it was about to start, or what it waits for is not kept"
            : ""
    }

    /// `from 23:10 to 08:10`.
    private func span(_ lack: PastMoment.Lack) -> String {
        let since = lack.since.map { "from \(clock.date($0))" } ?? "from before"
        return since + (lack.until.map { " to \(clock.date($0))" } ?? " until now")
    }

    /// What became of it.
    private var after: [Line] {
        if let run = moment.activeRun, moment.stand == .waiting {
            return [Line("  then run \(run) started, which is active")]
        }
        guard let then = moment.then else {
            return moment.activeRun == nil && moment.stand == .waiting
                ? [Line("  it waits still; bgrun why \(moment.job.identifier) tells for what")] : []
        }
        switch then {
        case .run(let entry):
            let words = "\(entry.endWords.visible) \(clock.date(entry.ended))"
            switch moment.stand {
            case .running: return [Line("  it \(words)")]
            case .waiting:
                return [Line("  then run \(entry.run) started \(clock.date(entry.started)) and \(words)")]
            case .notDue:
                return [
                    Line(
                        "  it came up next \(clock.date(entry.due)): run \(entry.run) started \(clock.date(entry.started)) and \(words)"
                    )
                ]
            }
        case .skip(let skip, _, _):
            let verb = moment.stand == .notDue ? "it came up next \(clock.date(skip.due)) and" : "then it"
            return [Line("  \(verb) was skipped: \(skip.reason.words)", .waiting)]
        }
    }
}
