// Instants in the words of the people in front of the screen.
import BGRunCalendar

/// The present, and the offset of the local zone at any instant.
package struct LocalClock: Sendable {
    package let now: WallTime
    /// Seconds east of UTC at an instant, by the local zone's rules.
    private let offset: @Sendable (WallTime) -> Int64

    package init(now: WallTime, offset: @escaping @Sendable (WallTime) -> Int64) {
        self.now = now
        self.offset = offset
    }

    /// A date in local time, as short as it is clear: `14:30`, `tomorrow 02:00`, `Mon 02:00`, else with the
    /// year.
    package func date(_ instant: WallTime) -> String {
        let shown = local(instant)
        let time = shown.minuteText
        switch shown.daysSinceEpoch - local(now).daysSinceEpoch {
        case 0: return time
        case 1: return "tomorrow \(time)"
        case -1: return "yesterday \(time)"
        case -6...6: return "\(shown.weekdayText) \(time)"
        case _: return "\(shown.dayText) \(time)"
        }
    }

    /// `Fri 02:00 to 02:15`; the one instant where there is no other.
    func span(_ start: WallTime, _ end: WallTime?) -> String {
        guard let end else { return date(start) }
        let isSameDay = local(start).daysSinceEpoch == local(end).daysSinceEpoch
        return "\(date(start)) to \(isSameDay ? local(end).minuteText : date(end))"
    }

    /// The time of day to the second, for lines that come as things happen: `14:30:05`.
    package func time(_ instant: WallTime) -> String { local(instant).fullTimeText }

    /// How far away an instant is: `in 2 h 5 min`, `12 min ago`.
    package func distance(_ instant: WallTime) -> String {
        let span = now.duration(to: instant)
        return span > .zero ? "in \(span.rounded)" : "\((Duration.zero - span).rounded) ago"
    }

    private func local(_ instant: WallTime) -> CivilTime {
        let utc = instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient
        return CivilTime(seconds: utc).advanced(bySeconds: offset(instant))
    }
}
