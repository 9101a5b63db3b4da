// The short phrases that several views share.
import BGRunCalendar
import BGRunJob
import BGRunWire

extension BlockerReport {
    /// The reason with its instants in local time.
    package func words(_ clock: LocalClock) -> String { sentence(date: clock.soon).visible }
}

extension LocalClock {
    /// A reason and the instant that belongs to it: `internet through wlan0; counts from 23:00:05`.
    func words(_ reason: String, _ verb: String, _ instant: WallTime?) -> String {
        reason.visible + (instant.map { "; \(verb) \(time($0))" } ?? "")
    }
}

extension Outcome {
    var style: Style {
        switch self {
        case .succeeded: .good
        case .failed, .couldNotLaunch: .bad
        case .expired, .interrupted, .deferred: .waiting
        case .cancelled: .dim
        }
    }
}

extension JobState {
    var style: Style {
        switch self {
        case .running: .active
        case .due, .frozen, .paused: .waiting
        case .expiring, .invalid: .bad
        case .scheduled: .plain
        case .disabled: .dim
        }
    }
}

extension Verdict {
    var style: Style {
        switch self {
        case .yes: .good
        case .no: .waiting
        case .unknown: .bad
        }
    }
}

extension JobStatus.Freeze {
    /// `external power is lost`, or `the machine sleeps`.
    var words: String {
        switch StopReason(reason) {
        case .requirementLost(let kind): "\(kind.row.title) is lost"
        case .systemSleep: "the machine sleeps"
        case .allowedHours: "outside its allowed hours"
        case .timeBudget, .unresponsive, .shutdown, .preempted, .userRequest, .cancelled, .daemonRestart, nil:
            reason.visible
        }
    }
}

extension RequirementStatus.State {
    var mark: Span {
        switch self {
        case .holds: Span("✓", .good)
        case .settling: Span("…", .active)
        case .lacking: Span("✗", .waiting)
        case .unknown: Span("?", .bad)
        }
    }
}

extension JobRecord.LastRun {
    /// `ran out of time 14:12`.
    func span(_ clock: LocalClock) -> Span {
        Span("\(outcome.title) \(clock.date(ended))", outcome.style)
    }

    /// `interrupted 14:12: external power was lost`. Of some ends both words would say the same.
    func sentence(_ clock: LocalClock) -> Span {
        var span = span(clock)
        switch outcome {
        case .expired, .cancelled: return span
        case .succeeded, .failed, .interrupted, .deferred, .couldNotLaunch:
            span.text += stopReason.map { ": \($0.words)" } ?? ""
            return span
        }
    }
}

extension Skip {
    /// `skipped 14:12`.
    func span(_ clock: LocalClock) -> Span {
        Span("skipped \(clock.date(due))", .waiting)
    }
}

extension JobReport {
    /// How its last occurrence went: its run, or that it was skipped, whichever came later.
    func lastOccurrence(_ clock: LocalClock) -> Span? {
        switch (lastRun, lastSkip) {
        case (let run?, let skip?): run.ended < skip.skipped ? skip.span(clock) : run.span(clock)
        case (let run?, nil): run.span(clock)
        case (nil, let skip?): skip.span(clock)
        case (nil, nil): nil
        }
    }
}

extension DaemonReport {
    /// Which daemon it is, in a few words.
    package var title: String {
        switch scope {
        case .system: "system daemon"
        case .user: "user daemon"
        }
    }
}
