// What `bgrun pause`, `unpause`, `enable` and `disable` print when they are done.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// The confirmation of a switch that was turned.
package struct SwitchText {
    private let jobs: JobSelection

    package init(_ jobs: JobSelection) {
        self.jobs = jobs
    }

    /// `org.example.backup is paused until 14:30 (for 2 h)`.
    package func paused(for span: Duration?, clock: LocalClock) -> String {
        guard let span else { return "\(subject) paused; bgrun unpause \(argument) ends it" }
        return "\(subject) paused until \(clock.date(clock.now.advanced(by: span))) (for \(span.rounded))"
    }

    /// `no notice that org.example.backup waits too long before tomorrow 14:30`.
    package func snoozed(for span: Duration, clock: LocalClock) -> String {
        let who =
            switch jobs {
            case .job(let target): target.identifier.text
            case .tagged, .all: "one of them"
            }
        return "no notice that \(who) waits too long before \(clock.date(clock.now.advanced(by: span)))"
    }

    package var unpaused: String { "\(subject) no longer paused" }
    package var enabled: String { "\(subject) enabled" }
    package var disabled: String { "\(subject) disabled; bgrun enable \(argument) ends it" }

    /// Their own pause is over, while a pause of more than them holds them still: of all jobs of their owner, or
    /// one that root has laid on everybody.
    ///
    /// - Parameter asker: Who has asked, and may end a pause of their own.
    package func stillPaused(_ pause: PauseReport, by asker: UserID, clock: LocalClock) -> String {
        let until = pause.until.map { " until \(clock.date($0))" } ?? ""
        let still = "\(subject) still paused\(until)"
        let isRoots = pause.by == .root && asker != .root
        return switch jobs {
        case .job where !isRoots, .tagged where !isRoots:
            "\(still), as all jobs are; bgrun unpause --all ends it"
        case .job, .tagged, .all: "\(still), by root"
        }
    }

    private var subject: String {
        switch jobs {
        case .job(let target): "\(target.identifier) is"
        case .tagged(let tag, nil): "all jobs with the tag \(tag) that you may change are"
        case .tagged(let tag, let owner?): "all jobs of user \(owner) with the tag \(tag) are"
        case .all(nil): "all jobs that you may change are"
        case .all(let owner?): "all jobs of user \(owner) are"
        }
    }

    private var argument: String {
        switch jobs {
        case .job(let target): target.identifier.text
        case .tagged(let tag, _): "--tag \(tag)"
        case .all: "--all"
        }
    }
}
