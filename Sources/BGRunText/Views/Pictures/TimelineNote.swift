// What a person would say of a job's day in a few words.
import BGRunCalendar
import BGRunJob

/// The words beside a row of a timeline: what went wrong, how late it was and why, else what it did.
struct TimelineNote {
    /// A start that comes so much later than it was due is no news.
    private static let punctual: Duration = .seconds(15 * 60)

    private let job: JobTimeline
    private let from: WallTime
    private let to: WallTime
    private let clock: LocalClock

    init(_ job: JobTimeline, from: WallTime, to: WallTime, clock: LocalClock) {
        self.job = job
        self.from = from
        self.to = min(to, job.to)
        self.clock = clock
    }

    var text: String {
        let parts = [ends, lateness, skips, work].compactMap(\.self)
        if !parts.isEmpty { return parts.joined(separator: "; ") }
        return waits ?? ""
    }

    /// Whether it tells of something that did not go well.
    var style: Style {
        if runs.contains(where: { $0.outcome == .failed || $0.outcome == .couldNotLaunch }) { return .bad }
        return ends != nil || lateness != nil || skips != nil || runs.isEmpty ? .waiting : .plain
    }

    private var runs: [HistoryEntry] { job.runs.filter { from <= $0.ended && $0.ended < to } }

    /// `failed 02:10: exit 1`, `interrupted 09:12: external power was lost (2 times), 1 more`: of several the last that failed, else
    /// the last of all.
    private var ends: String? {
        let early = runs.filter { $0.outcome != .succeeded }
        guard let last = early.last(where: \.outcome.isFailure) ?? early.last else { return nil }
        let why = last.endCauses.first?.visible
        let same = early.count { $0.outcome == last.outcome && $0.endCauses.first?.visible == why }
        let others = early.count - same
        return "\(last.outcome.title) \(clock.timeOfDay(last.ended))" + (why.map { ": \($0)" } ?? "")
            + (same > 1 ? " (\(same) times)" : "") + (others > 0 ? ", \(others) more" : "")
    }

    /// `6 h late: no external power`.
    private var lateness: String? {
        let first = job.runs.firstRuns
        let late = job.runs.filter { from <= $0.started && $0.started < to && first.contains($0.run) }
            .map { (due: $0.due, started: $0.started, span: $0.due.duration(to: $0.started)) }
            .filter { $0.span >= Self.punctual }
        guard let worst = late.max(by: { $0.span < $1.span }) else { return nil }
        let cause = job.cause(from: worst.due, to: worst.started)
        return "\(worst.span.coarse) late" + (cause.map { ": \($0)" } ?? "")
    }

    private var skips: String? {
        let skipped = job.skips.filter { from <= $0.skipped && $0.skipped < to }
        guard let last = skipped.last else { return nil }
        return "skipped: \(last.reason.words)"
    }

    /// `ran 02:00 for 12 min`, `3 runs, 36 min`.
    private var work: String? {
        if let active = job.activeRun, from <= active.started, active.started < to {
            return "running since \(clock.timeOfDay(active.started))"
        }
        let done = runs.filter { $0.outcome == .succeeded }
        let took = done.reduce(Duration.zero) {
            $0 + ($1.duration ?? .zero)
        }
        switch done.count {
        case 0: return nil
        case 1:
            // How late it was says more than when.
            guard ends == nil, lateness == nil, let run = done.first else { return nil }
            let span = run.duration.map { ", \($0.coarse)" } ?? ""
            return "ran \(clock.timeOfDay(run.started))\(span)"
        case let count: return ends == nil ? "\(count) runs, \(took.coarse)" : "\(count) succeeded"
        }
    }

    /// `waited 5 h: no external power`, of a day that has nothing else.
    private var waits: String? {
        let spans = job.waits.filter { $0.from < to && from < $0.to }
        let waited = spans.reduce(Duration.zero) { $0 + max($1.from, from).duration(to: min($1.to, to)) }
        guard waited >= .seconds(60) else { return nil }
        return "waited \(waited.coarse)" + (job.cause(from: from, to: to).map { ": \($0)" } ?? "")
    }
}

extension Duration {
    /// `40 min`, `17 h`: as much as a note beside a picture is to tell.
    fileprivate var coarse: String {
        let seconds = wholeMicroseconds / 1_000_000
        let unit: Int64 = seconds < 600 ? 1 : seconds < 36_000 ? 60 : 3600
        return Duration.seconds(seconds / unit * unit).rounded
    }
}

extension JobTimeline {
    /// What it waited for the longest within a time; of equal ones the first.
    package func cause(from: WallTime, to: WallTime) -> String? {
        var spans: [(words: String, span: Duration)] = []
        for wait in waits where wait.from < to && from < wait.to {
            let span = max(wait.from, from).duration(to: min(wait.to, to))
            for words in wait.absence.map({ [$0.words] }) ?? wait.lacks.map(\.phrase) {
                if let place = spans.firstIndex(where: { $0.words == words }) {
                    spans[place].span += span
                } else {
                    spans.append((words, span))
                }
            }
        }
        return spans.max { $0.span < $1.span }?.words
    }
}

extension JobTimeline.Absence {
    package var words: String {
        switch self {
        case .asleep: "asleep"
        case .stopped: "off, or bgrund stopped"
        case .unknown: "not known"
        }
    }
}
