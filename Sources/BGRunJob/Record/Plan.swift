// When an occurrence comes up.
import BGRunCalendar

/// When an occurrence becomes due: whichever comes first. Where neither is set, it waits for an event or a file.
package struct Plan: Hashable, Sendable {
    /// On the wall clock, delays included.
    package var at: WallTime?
    /// The point of the schedule behind `at`, where a delay has moved it.
    package var grid: WallTime?
    /// A span of time, suspend included.
    package var after: Deadline?

    package init(at: WallTime? = nil, grid: WallTime? = nil, after: Deadline? = nil) {
        self.at = at
        self.grid = grid
        self.after = after
    }

    /// The point of the schedule that it uses up.
    package var point: WallTime? { grid ?? at }

    /// Where it lies on the wall clock as it is now.
    package func wall(at now: Now) -> WallTime? {
        switch (at, after?.wall(at: now)) {
        case (let at?, let after?): min(at, after)
        case (let at?, nil): at
        case (nil, let after?): after
        case (nil, nil): nil
        }
    }
}
