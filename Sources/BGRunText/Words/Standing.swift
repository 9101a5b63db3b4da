// How much a job concerns whoever looks: what `status` sorts, marks and counts jobs by.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// Where a job stands for people; the first concerns them most.
package enum Standing: Int, Comparable, CaseIterable, Sendable {
    /// It fails, or can't be used, or has failed for good.
    case failing
    /// This machine lacks what it asks for.
    case stuck
    /// It should have begun.
    case late
    case running, waiting, scheduled, paused, disabled
    /// It is there no more.
    case over

    package static func < (one: Standing, other: Standing) -> Bool { one.rawValue < other.rawValue }

    package init(_ job: JobReport) {
        self =
            switch job.health.troubles.first {
            case .invalid, .failing: .failing
            case .cannotStart: .stuck
            case .overdue, .notRun: .late
            // What is wrong besides is told, and changes nothing of where it stands.
            case .overrun, .hook, .unfinished, nil: Self(job.state)
            }
    }

    private init(_ state: JobState) {
        self =
            switch state {
            case .running, .frozen, .expiring: .running
            case .due: .waiting
            case .invalid: .failing
            case .scheduled: .scheduled
            case .paused: .paused
            case .disabled: .disabled
            }
    }

    init(_ entry: HistoryEntry) { self = entry.outcome.isFailure ? .failing : .over }

    /// One column, readable without colour.
    var mark: Span {
        switch self {
        case .failing: Span("✗", .bad)
        case .stuck: Span("?", .bad)
        case .late: Span("!", .bad)
        case .running: Span("▶", .active)
        case .waiting: Span("…", .waiting)
        case .scheduled: Span("·", .dim)
        case .paused: Span("‖", .waiting)
        case .disabled: Span("–", .dim)
        case .over: Span(" ", .dim)
        }
    }

    var word: String {
        switch self {
        case .failing: "failing"
        case .stuck: "can't start here"
        case .late: "overdue"
        case .running: "running"
        case .waiting: "waiting"
        case .scheduled: "scheduled"
        case .paused: "paused"
        case .disabled: "disabled"
        case .over: "over"
        }
    }

    var style: Style {
        switch self {
        case .failing, .stuck, .late: .bad
        case .running: .active
        case .waiting, .paused: .waiting
        case .scheduled: .plain
        case .disabled, .over: .dim
        }
    }
}

extension RecentEnds.End {
    /// One column in the strip of a job's last ends. Marks differ by their shape, too.
    var mark: Span {
        switch self {
        case .succeeded: Span("✓", .good)
        case .succeededWithWarnings: Span("~", .waiting)
        case .failed: Span("✗", .bad)
        case .couldNotLaunch: Span("!", .bad)
        case .expired: Span("t", .waiting)
        case .interrupted: Span("i", .waiting)
        case .deferred: Span("d", .waiting)
        case .cancelled: Span("c", .dim)
        case .skipped: Span("–", .dim)
        }
    }

    var words: String {
        switch self {
        case .succeeded: "succeeded"
        case .succeededWithWarnings: "succeeded with warnings"
        case .failed: "failed"
        case .couldNotLaunch: "could not be launched"
        case .expired: "ran out of time"
        case .interrupted: "interrupted"
        case .deferred: "put off"
        case .cancelled: "cancelled"
        case .skipped: "skipped"
        }
    }
}

extension Sequence<RecentEnds.End> {
    /// The oldest first: `✓✓✗✓`.
    var strip: [Span] { map(\.mark) }

    /// `✓✓✗✓  3 succeeded, 1 failed`, which tells what the marks mean.
    var stripInWords: [Span] {
        let ends = Array(self)
        let counts = RecentEnds.End.allCases.compactMap { end in
            let count = ends.count { $0 == end }
            return count == 0 ? nil : "\(count) \(end.words)"
        }
        return ends.strip + [Span("  \(counts.joined(separator: ", ")), the newest last", .dim)]
    }
}

extension Outcome {
    /// One word or two for a table: `ran out of time`.
    package var title: String { RecentEnds.End(self).words }
}
