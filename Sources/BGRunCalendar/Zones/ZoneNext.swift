// The rule for days with a clock change: at which instant the next of some local readings is due.

extension Zone {
    /// The first instant after `instant` at which a schedule of this zone fires.
    ///
    /// A schedule at fixed hours fires once for each matching reading: in a gap at the first instant after it,
    /// together with all others that lie there, and where a reading comes twice the first time only. One that follows
    /// real time fires whenever the clock shows a matching reading: twice where it comes twice, and never in a gap.
    ///
    /// - Parameters:
    ///   - followsRealTime: Whether the schedule's hours are a wildcard.
    ///   - next: The first matching reading at or after the one given, nil where there is none.
    /// - Returns: Nil where there is none. A schedule that follows real time and whose readings all lie in gaps is
    ///   given up after 400 steps: of one that matches once a year after more than 100 years.
    package func next(
        after instant: WallTime, followsRealTime: Bool, matching next: (CivilTime) -> CivilTime?
    ) -> WallTime? {
        // A matcher that goes back would have the caller fire for ever.
        func match(_ from: CivilTime) -> CivilTime? {
            let reading = next(from)
            precondition(
                reading ?? from >= from, "a schedule matched a reading before the one it was asked for")
            return reading
        }
        let due =
            followsRealTime
            ? nextShown(after: instant.wholeSeconds, matching: match)
            : match(reached(at: instant.wholeSeconds).advanced(bySeconds: 1)).map(self.instant(of:))
        // At the rim of time nothing is later.
        return due.flatMap { $0 > instant ? $0 : nil }
    }

    /// The latest reading that the local clock has shown, or has skipped, until an instant.
    ///
    /// Every reading up to it has had its first instant. It is later than what the clock shows now for as long after
    /// a change as the clock was set back.
    private func reached(at seconds: Int64) -> CivilTime {
        var period = period(at: seconds)
        var reached = period.reading(at: seconds)
        let spread = offsetRange.upperBound - offsetRange.lowerBound
        while period.start > seconds - spread {
            period = self.period(at: period.start - 1)
            reached = max(reached, period.reading(at: period.end - 1))
        }
        return reached
    }

    /// Goes through the periods of one offset each, and passes over those that end before the next match.
    private func nextShown(after seconds: Int64, matching match: (CivilTime) -> CivilTime?) -> WallTime? {
        var seconds = seconds + 1
        // No reading from `free` up to `reading` matches.
        var free = CivilTime(seconds: .max)
        var reading = free
        for _ in 0..<400 {
            let period = period(at: seconds)
            let shown = period.reading(at: seconds)
            if !(free...reading).contains(shown) {
                free = shown
                reading = match(shown) ?? CivilTime(seconds: .max)
            }
            let due = reading.seconds.subtractingSaturating(period.offset.seconds)
            if due < period.end { return due < Self.rim ? WallTime(wholeSeconds: due) : nil }
            guard period.end < Self.rim else { return nil }
            seconds = period.end
            // Where no clock of this zone could show again what lies before `free`, all until the match is free.
            if seconds + offsetRange.lowerBound >= free.seconds {
                seconds = max(seconds, min(reading.seconds, Self.rim) - offsetRange.upperBound)
            }
        }
        return nil
    }
}
