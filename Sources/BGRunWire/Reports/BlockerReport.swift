// A blocker as `status` and `why` show it.
import BGRunCalendar
import BGRunJob

/// One thing that keeps a job from starting, with its reason in words.
package struct BlockerReport: WireObject, Hashable {
    package var requirement: String
    package var reason: String
    package var since: WallTime?
    package var until: WallTime?
    package var latest: WallTime?
    package var relaxesAt: WallTime?
    package var isPreferred: Bool

    package static let wire = WireTable<BlockerReport>(
        named: "Blocker", about: "One thing that keeps a job from starting.",
        .key(
            "requirement", .string, \.requirement,
            "the name of a requirement, or one of \(Blocker.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
        ),
        .key("reason", .string, \.reason, "words without an instant"),
        .key("since", .optional(.date), \.since, "since when it blocks, where that is known"),
        .key("until", .optional(.date), \.until, "when it ends by itself, where that is known"),
        .key(
            "latest", .optional(.date), \.latest,
            "when it ends by itself at the latest, where its accuracy lets it be later"),
        .key(
            "relaxesAt", .optional(.date), \.relaxesAt,
            "of one that is preferred: from then on the job starts without it"),
        .key("preferred", .bool, \.isPreferred, "the job would rather wait for it"),
        make: BlockerReport.init)
}

extension BlockerReport {
    package init(_ blocker: Blocker) {
        self.init(
            requirement: blocker.name, reason: blocker.reason, since: blocker.since, until: blocker.until,
            latest: blocker.latest, relaxesAt: blocker.relaxesAt, isPreferred: blocker.isPreferred)
    }

    /// The reason with its instants: one sentence without a full stop. `date` puts an instant into the reader's words.
    package func sentence(date: (WallTime) -> String) -> String {
        guard isPreferred else { return clause(until, date) }
        // What comes no sooner than it counts as missing no more is not worth telling.
        let end = until == relaxesAt ? nil : until
        let start = relaxesAt.map { "from \(date($0)) on" } ?? "later"
        return "\(clause(end, date)); starts without it \(start)"
    }

    private func clause(_ until: WallTime?, _ date: (WallTime) -> String) -> String {
        guard let until = until.map(date) else { return reason }
        switch Blocker.Kind(rawValue: requirement) {
        case .earliestBeginDate:
            return "not before \(until)" + (latest.map { ", by \(date($0)) at the latest" } ?? "")
        case .settling, .anyOf: return "\(reason); counts from \(until)"
        case .shortage: return "\(reason); tried again when a run ends, by \(until) at the latest"
        case .trigger, .spacing, .paused, .resting, .backOff, .allowedHours, .application:
            return "\(reason) until \(until)"
        case .ended, .disabled, .invalid, .after, .limit, .catchUp, .conflict, .queue, .storage, .sleep,
            .shutdown,
            nil:
            return reason
        }
    }
}
