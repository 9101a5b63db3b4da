// A repetition after a fixed time.

/// "Every 6 hours", "every 15 minutes", "every second Tuesday": a time span, and from where it is counted.
///
/// Whole days are days of the local clock: they keep their time of day where clocks are changed.
package struct Every: Hashable, Sendable {
    /// What the interval is counted from.
    package enum Origin: Hashable, Sendable {
        /// Occurrences lie on a grid that starts where the job's first occurrence lay.
        case grid
        /// The next occurrence lies one interval after the end of the one before.
        case completion
        /// The grid starts where the local clock shows this.
        case date(CivilTime)
    }

    /// The shortest interval that a descriptor may ask for.
    package static let shortestInterval: Duration = .seconds(1)

    package let interval: Duration
    package let from: Origin
    /// The zone whose clock is meant; nil means the machine's own.
    package let zone: String?

    /// - Precondition: `interval` is at least ``shortestInterval``; the descriptor's reader has checked it.
    package init(interval: Duration, from: Origin = .grid, zone: String? = nil) {
        precondition(interval >= Self.shortestInterval, "an interval below one second reached the calendar")
        self.interval = interval
        self.from = from
        self.zone = zone
    }

    private static let day = CivilTime.secondsPerDay * 1_000_000

    /// Whether it counts days of a local clock, and not time. What counts from an end counts time.
    package var isInDays: Bool { interval.wholeMicroseconds % Self.day == 0 && from != .completion }

    /// Whether it names the local time at which it begins, so that no acceptance moves it.
    package var namesItsDate: Bool { if case .date = from { true } else { false } }

    /// Whether its instants depend on a zone's clock.
    package var followsLocalClock: Bool { isInDays || namesItsDate }

    /// The first point of the grid that lies after `instant`; nil for what is counted from an end.
    ///
    /// Cost is constant however far the two lie apart. At the rim of time the answer is the rim, or nil.
    ///
    /// - Parameters:
    ///   - anchor: The first point, unless it names its date.
    ///   - zone: The one that ``zone`` names; not asked for where it does not follow a local clock.
    package func next(after instant: WallTime, anchor: WallTime, in zone: @autoclosure () -> Zone?)
        -> WallTime?
    {
        switch from {
        case .completion: return nil
        case .grid:
            // The grid runs only forward from its anchor: before it, the anchor is the first point.
            guard anchor <= instant else { return anchor }
            guard isInDays else { return next(after: instant, grid: anchor) }
            return zone().flatMap { next(after: instant, days: $0.civil(at: anchor), anchor.fraction, $0) }
        case .date(let reading):
            guard let zone = zone() else { return nil }
            if isInDays { return next(after: instant, days: reading, 0, zone) }
            let anchor = zone.instant(of: reading)
            return anchor <= instant ? next(after: instant, grid: anchor) : anchor
        }
    }

    private func next(after instant: WallTime, grid anchor: WallTime) -> WallTime {
        // In 128 bits, because the two may lie further apart than 64 bits count.
        let step = Int128(interval.wholeMicroseconds)
        let steps = (Int128(instant.microseconds) - Int128(anchor.microseconds)) / step + 1
        return WallTime(microseconds: Int64(clamping: Int128(anchor.microseconds) + steps * step))
    }

    /// - Parameters:
    ///   - first: What the clock shows at the first point.
    ///   - fraction: Of its second, in microseconds, which no clock on the wall shows.
    private func next(
        after instant: WallTime, days first: CivilTime, _ fraction: Int64, _ zone: Zone
    ) -> WallTime? {
        let before = WallTime(microseconds: instant.microseconds.subtractingSaturating(fraction))
        let next = zone.next(after: before, followsRealTime: false) { reading(onOrAfter: $0, first) }
        return next.map { WallTime(microseconds: $0.microseconds.addingSaturating(fraction)) }
    }

    /// What a clock shows at the first of its points that is not before a reading.
    private func reading(onOrAfter reading: CivilTime, _ first: CivilTime) -> CivilTime {
        guard first < reading else { return first }
        let step = interval.wholeMicroseconds / 1_000_000
        let (steps, rest) = reading.seconds.subtractingSaturating(first.seconds)
            .quotientAndRemainderFloored(by: step)
        return first.advanced(bySeconds: (rest == 0 ? steps : steps + 1).multipliedSaturating(by: step))
    }
}

extension Every.Origin {
    /// Reads `grid`, `completion`, or what a local clock shows, such as `2026-12-01 09:00`; nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "grid": self = .grid
        case "completion": self = .completion
        case _:
            guard let reading = CivilTime(text: text) else { return nil }
            self = .date(reading)
        }
    }

    /// As it is written in a descriptor.
    package var text: String {
        switch self {
        case .grid: "grid"
        case .completion: "completion"
        case .date(let reading): reading.text
        }
    }
}

extension WallTime {
    /// Of its second, in microseconds.
    fileprivate var fraction: Int64 { microseconds.quotientAndRemainderFloored(by: 1_000_000).remainder }
}
