// A job, or all jobs of somebody, kept from starting by hand.
import BGRunCalendar

/// `bgrun pause`: nothing starts, for a time or until `unpause`. What runs goes on.
package struct Pause: Hashable, Sendable {
    package var since: WallTime
    /// When it ends by itself; nil means not at all.
    package var end: Deadline?

    package init(since: WallTime, end: Deadline? = nil) {
        self.since = since
        self.end = end
    }
}

/// Whose jobs a pause of all holds.
package enum PauseScope: Hashable, Sendable, Comparable {
    /// Every job of the daemon; only root pauses so much.
    case everybody
    case owner(UserID)
}
