// The `every` schedule: occurrences on a fixed grid, or a fixed time after each completion.

/// `{"every": "6h"}`, on a grid or counted from the completion of the occurrence before.
package struct Every: Hashable, Sendable {
    /// What the interval is counted from; spelled like the descriptor's `from`.
    package enum Origin: String, CaseIterable, Sendable {
        /// Occurrences lie on a grid that starts where the job's first occurrence lay.
        case grid
        /// The next occurrence lies one interval after the end of the one before.
        case completion
    }

    /// The shortest interval that a descriptor may ask for.
    package static let shortestInterval: Duration = .seconds(1)

    package let interval: Duration
    package let from: Origin

    /// - Precondition: `interval` is at least ``shortestInterval``; the descriptor's reader has checked it.
    package init(interval: Duration, from: Origin = .grid) {
        precondition(interval >= Self.shortestInterval, "an interval below one second reached the calendar")
        self.interval = interval
        self.from = from
    }

    /// The first point of the grid through `anchor` that lies after `instant`.
    ///
    /// Cost is constant however far the two lie apart. At the rim of time the answer is the rim.
    package func next(after instant: WallTime, anchor: WallTime) -> WallTime {
        // The grid runs only forward from its anchor: before it, the anchor is the first point.
        guard anchor <= instant else { return anchor }
        // In 128 bits, because the two may lie further apart than 64 bits count.
        let step = Int128(interval.wholeMicroseconds)
        let steps = (Int128(instant.microseconds) - Int128(anchor.microseconds)) / step + 1
        return WallTime(microseconds: Int64(clamping: Int128(anchor.microseconds) + steps * step))
    }
}
