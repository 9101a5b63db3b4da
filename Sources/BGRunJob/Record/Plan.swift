// When an occurrence comes up.
import BGRunCalendar

/// When an occurrence becomes due: whichever comes first. Where none is set, it waits for an event or a file.
package struct Plan: Hashable, Sendable {
    /// On the wall clock, delays included.
    package var at: WallTime?
    /// The point of the schedule behind `at`, where a delay has moved it.
    package var grid: WallTime?
    /// A span of time, suspend included.
    package var after: Deadline?
    /// It was called up by an event, a file or a submission, and a delay or the last start is what it still waits for. Few
    /// jobs have it, so it is kept apart.
    package var called: Deadline? {
        get { calledApart?.value }
        set { calledApart = newValue.map { .value($0) } }
    }
    private var calledApart: Apart<Deadline>?

    package init(
        at: WallTime? = nil, grid: WallTime? = nil, after: Deadline? = nil, called: Deadline? = nil
    ) {
        self.at = at
        self.grid = grid
        self.after = after
        self.called = called
    }

    /// The point of the schedule that it uses up.
    package var point: WallTime? { grid ?? at }

    /// The first of its spans to be over.
    package var firstEnd: BootTime? {
        guard let after, let called else { return after?.end ?? called?.end }
        return min(after.end, called.end)
    }

    /// Where it lies on the wall clock as it is now.
    package func wall(at now: Now) -> WallTime? {
        let end = firstEnd.map { now.wall.advanced(by: now.boot.duration(to: $0)) }
        guard let at, let end else { return at ?? end }
        return min(at, end)
    }
}
