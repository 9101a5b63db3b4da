// A job, or all jobs of somebody, kept from starting by hand.
import BGRunCalendar

/// `bgrun pause`: nothing starts, for a time or until `unpause`. What runs goes on.
package struct Pause: Hashable, Sendable {
    package var since: WallTime
    /// When it ends by itself; nil means not at all.
    package var end: Deadline?
    /// Who has set it; nil of a pause from before that was kept.
    package var by: UserID?
    /// What it is for, one line; see ``Swift/String/taskTitle``.
    package var note: String?

    package init(since: WallTime, end: Deadline? = nil, by: UserID? = nil, note: String? = nil) {
        self.since = since
        self.end = end
        self.by = by
        self.note = note
    }
}

/// Whose jobs a pause of all holds.
package enum PauseScope: Hashable, Sendable, Comparable {
    /// Every job of the daemon; only root pauses so much.
    case everybody
    case owner(UserID)
}
