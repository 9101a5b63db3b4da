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
    var style: Style { RecentEnds.End(self).mark.style }
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
        case .timeBudget, .unresponsive, .shutdown, .preempted, .userRequest, .held, .replaced, .cancelled,
            .daemonRestart, nil:
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

extension JobReport {
    /// How its last run ended, as ``recent`` knows it: beside the outcome, that there were warnings.
    private func end(of run: JobRecord.LastRun) -> RecentEnds.End {
        let warned = RecentEnds.End.succeededWithWarnings
        return run.outcome == .succeeded && recent.last { $0 != .skipped } == warned
            ? warned : RecentEnds.End(run.outcome)
    }

    /// `ran out of time 14:12`.
    func span(of run: JobRecord.LastRun, _ clock: LocalClock) -> Span {
        let end = end(of: run)
        return Span("\(end.words) \(clock.date(run.ended))", end.mark.style)
    }

    /// `interrupted 14:12: external power was lost`. Of some ends both words would say the same.
    func sentence(of run: JobRecord.LastRun, _ clock: LocalClock) -> Span {
        var span = span(of: run, clock)
        switch run.outcome {
        case .expired, .cancelled: return span
        case .succeeded, .failed, .interrupted, .deferred, .couldNotLaunch:
            span.text += run.stopReason.map { ": \($0.words)" } ?? ""
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
        // What a person has let go may lie ahead.
        let lastSkip = lastSkip.flatMap { $0.reason == .cancelled ? nil : $0 }
        return switch (lastRun, lastSkip) {
        case (let run?, let skip?): run.ended < skip.skipped ? skip.span(clock) : span(of: run, clock)
        case (let run?, nil): span(of: run, clock)
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
