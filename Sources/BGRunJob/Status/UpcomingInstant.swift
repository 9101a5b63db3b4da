// An instant at which a job comes up, as `bgrun next` shows it.
import BGRunCalendar

/// One instant that lies ahead.
package struct UpcomingInstant: Hashable, Sendable {
    package var at: WallTime
    /// The zone whose clock its schedule follows; nil means the machine's own.
    package var zone: String?
    /// How much later than `at` it may become due: by `randomDelay`, which is drawn when it is planned, and by `accuracy`. Nil also
    /// where it waits for its hours anyway.
    package var latest: WallTime?
    /// When its allowed hours open, where they are closed at `at`.
    package var opens: WallTime?

    package init(at: WallTime, zone: String? = nil, latest: WallTime? = nil, opens: WallTime? = nil) {
        self.at = at
        self.zone = zone
        self.latest = opens == nil ? latest : nil
        self.opens = opens
    }

    /// When it starts at the earliest.
    package var starts: WallTime { opens ?? at }
}
