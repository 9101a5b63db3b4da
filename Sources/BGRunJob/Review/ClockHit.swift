// What a change of a zone's clocks does to a schedule that names times of the day.
import BGRunCalendar

/// Times that a schedule names and that a clock change skips, or brings twice.
package struct ClockHit: Hashable, Sendable {
    /// What becomes of the times; the raw value is its spelling in JSON.
    package enum Effect: String, CaseIterable, Sendable {
        /// No clock shows them that day: they run together, at the first instant after the gap.
        case doesNotExist
        /// Clocks show them two times that day: they run the first time.
        case comesTwice
    }

    package let change: ZoneTransition
    package let effect: Effect
    /// The earliest of the times, and the latest; mostly they are one.
    package let first: CivilTime
    package let last: CivilTime
    /// When the earliest runs.
    package let runs: WallTime
}

extension ZoneTransition {
    /// What clocks are set forward by; negative where they are set back.
    package var shift: Duration { .seconds(after.seconds - before.seconds) }

    /// The readings that are skipped, or that come twice.
    package var readings: Range<CivilTime> {
        let old = CivilTime(instant: at).advanced(bySeconds: before.seconds)
        let new = CivilTime(instant: at).advanced(bySeconds: after.seconds)
        return min(old, new)..<max(old, new)
    }

    /// The days, by number, of which no clock shows any time; nil where there is none.
    package var skippedDays: ClosedRange<Int64>? {
        guard shift > .zero else { return nil }
        let first = readings.lowerBound.advanced(bySeconds: CivilTime.secondsPerDay - 1).daysSinceEpoch
        let last = readings.upperBound.daysSinceEpoch - 1
        return first <= last ? first...last : nil
    }
}

extension Schedule {
    /// What a clock change does to the times that this schedule names; nil where it leaves them alone.
    ///
    /// One that follows real time is touched by none.
    package func hit(by change: ZoneTransition, in zone: Zone) -> ClockHit? {
        guard followsLocalClock, !followsRealTime else { return nil }
        let readings = change.readings
        guard let first = reading(after: readings.lowerBound.advanced(bySeconds: -1)),
            readings.contains(first)
        else { return nil }
        return ClockHit(
            change: change, effect: change.shift > .zero ? .doesNotExist : .comesTwice, first: first,
            last: last(from: first, before: readings.upperBound), runs: zone.instant(of: first))
    }

    /// The time that this schedule names for an instant at which it is due, and what a clock change has done to it;
    /// nil where the change leaves that instant alone.
    package func effect(
        of change: ZoneTransition, at instant: WallTime, in zone: Zone
    ) -> (effect: ClockHit.Effect, named: CivilTime)? {
        guard let hit = hit(by: change, in: zone) else { return nil }
        switch hit.effect {
        case .doesNotExist: return instant == hit.runs ? (hit.effect, hit.first) : nil
        case .comesTwice:
            let shown = zone.civil(at: instant)
            // The instant may be another entry's, so this one is asked for its time too.
            let isNamed = reading(after: shown.advanced(bySeconds: -1)) == shown
            let isFirst = change.readings.contains(shown) && instant < change.at
            return isNamed && isFirst ? (hit.effect, shown) : nil
        }
    }

    /// The last time before `end` that the expression names. By halves: there may be one each second.
    private func last(from first: CivilTime, before end: CivilTime) -> CivilTime {
        var last = first
        // None lies after `limit` and before `end`.
        var limit = end.advanced(bySeconds: -1)
        while last < limit {
            let middle = last.advanced(bySeconds: (limit.seconds - last.seconds) / 2)
            if let next = reading(after: middle), next < end {
                last = next
            } else {
                limit = middle
            }
        }
        return last
    }

    /// The next time that the expression names, whether clocks show it or not: UTC has every time once.
    func reading(after reading: CivilTime) -> CivilTime? {
        let instant = WallTime(microseconds: reading.seconds.multipliedSaturating(by: 1_000_000))
        let next: WallTime? =
            switch self {
            case .cron(let expression, _): expression.next(after: instant, in: .utc)
            case .calendar(let expression, _): expression.next(after: instant, in: .utc)
            // What begins with its acceptance names no time.
            case .every(let every):
                every.namesItsDate && every.isInDays
                    ? every.next(after: instant, anchor: instant, in: .utc) : nil
            case .event, .path: nil
            }
        return next.map(CivilTime.init(instant:))
    }
}

extension CivilTime {
    /// What a clock of UTC shows.
    fileprivate init(instant: WallTime) {
        self.init(seconds: instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient)
    }
}
