// Where a job stands, in one word.
import BGRunCalendar

/// Where a job stands, in the words of the design.
package enum JobState: String, CaseIterable, Sendable {
    case scheduled, due, running, frozen, expiring, paused, disabled, invalid
}

extension JobState {
    /// Since when the current occurrence of a job in this state is due, run or not; nil while it lies ahead.
    ///
    /// - Parameter due: When it is or was due.
    package func dueSince(_ due: WallTime?, at now: WallTime) -> WallTime? {
        switch self {
        case .due, .running, .frozen, .expiring: due
        case .paused, .disabled, .invalid: due.flatMap { $0 <= now ? $0 : nil }
        case .scheduled: nil
        }
    }
}
