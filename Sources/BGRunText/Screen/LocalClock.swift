// Instants in the words of the people in front of the screen.
import BGRunCalendar

/// The present, and the offset of the local zone at any instant.
package struct LocalClock: Sendable {
    package let now: WallTime
    /// Whether the reader's people say `2:30 PM`.
    private let hasTwelveHours: Bool
    /// Seconds east of UTC at an instant, by the local zone's rules.
    private let offset: @Sendable (WallTime) -> Int64

    package init(
        now: WallTime, hasTwelveHours: Bool = false, offset: @escaping @Sendable (WallTime) -> Int64
    ) {
        self.now = now
        self.hasTwelveHours = hasTwelveHours
        self.offset = offset
    }

    /// A date in local time, as short as it is clear: `14:30`, `tomorrow 02:00`, `Mon 02:00`, else with the
    /// year.
    package func date(_ instant: WallTime) -> String {
        let shown = local(instant)
        let time = minutes(shown)
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
        return "\(date(start)) to \(isSameDay ? minutes(local(end)) : date(end))"
    }

    /// The time of day to the second, for lines that come as things happen: `14:30:05`.
    package func time(_ instant: WallTime) -> String {
        let shown = local(instant)
        guard hasTwelveHours else { return shown.fullTimeText }
        return Self.twelveHours(shown, String(shown.fullTimeText.dropFirst(2)))
    }

    /// A date that may be so near that its minute says little: `14:30`, `14:30 (in 40 s)`.
    package func soon(_ instant: WallTime) -> String {
        isSoon(instant) ? "\(date(instant)) (\(distance(instant)))" : date(instant)
    }

    func isSoon(_ instant: WallTime) -> Bool {
        let span = now.duration(to: instant)
        return span > .zero && span < .seconds(300)
    }

    /// `Sat 2026-03-28`.
    package func day(_ instant: WallTime) -> String {
        let shown = local(instant)
        return "\(shown.weekdayText) \(shown.dayText)"
    }

    /// In RFC 3339 to the millisecond, for programs: `2026-03-28T23:00:05.250+01:00`.
    func stamp(_ instant: WallTime) -> String {
        let shown = local(instant)
        let fraction = instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).remainder / 1000
        let digits = String(1000 + fraction).dropFirst()
        let minutes = offset(instant) / 60
        let (hour, minute) = (
            String(100 + abs(minutes) / 60).dropFirst(), String(100 + abs(minutes) % 60).dropFirst()
        )
        return "\(shown.dayText)T\(shown.fullTimeText).\(digits)\(minutes < 0 ? "-" : "+")\(hour):\(minute)"
    }

    /// How far away an instant is: `in 2 h 5 min`, `12 min ago`.
    package func distance(_ instant: WallTime) -> String {
        let span = now.duration(to: instant)
        return span > .zero ? "in \(span.rounded)" : "\((Duration.zero - span).rounded) ago"
    }

    /// With its year, for who reads it later and elsewhere: `2026-03-28 14:30`.
    package func fullDate(_ instant: WallTime) -> String {
        let shown = local(instant)
        return "\(shown.dayText) \(shown.minuteText)"
    }

    /// How long ago an instant was, in one unit: `40 s ago`, `3 h ago`, `12 d ago`.
    func age(of instant: WallTime) -> String {
        let seconds = max(instant.duration(to: now).wholeMicroseconds / 1_000_000, 0)
        let units: [(seconds: Int64, name: String)] = [(172_800, "d"), (3600, "h"), (60, "min")]
        guard let unit = units.first(where: { seconds >= $0.seconds }) else { return "\(seconds) s ago" }
        return "\(seconds / (unit.name == "d" ? 86_400 : unit.seconds)) \(unit.name) ago"
    }

    /// `14:30`, whatever the day.
    package func timeOfDay(_ instant: WallTime) -> String { minutes(local(instant)) }

    private func minutes(_ shown: CivilTime) -> String {
        hasTwelveHours ? Self.twelveHours(shown, String(shown.minuteText.dropFirst(2))) : shown.minuteText
    }

    /// `2:30 PM`; midnight and noon are 12.
    private static func twelveHours(_ shown: CivilTime, _ rest: String) -> String {
        let hour = shown.hour % 12
        return "\(hour == 0 ? 12 : hour)\(rest) \(shown.hour < 12 ? "AM" : "PM")"
    }

    /// The instant at which the clock shows a reading: the first of two, and where it never does, the first after the gap.
    package func instant(of reading: CivilTime) -> WallTime {
        // Clocks change by hours, and never twice within a day.
        let (before, after) = (
            offset(Self.instant(reading, east: 86_400)), offset(Self.instant(reading, east: -86_400))
        )
        for east in [before, after] {
            let instant = Self.instant(reading, east: east)
            if offset(instant) == east { return instant }
        }
        var (early, late) = (reading.seconds - max(before, after), reading.seconds - min(before, after))
        while late - early > 1 {
            let middle = early + (late - early) / 2
            if offset(WallTime(wholeSeconds: middle)) == before { early = middle } else { late = middle }
        }
        return WallTime(wholeSeconds: late)
    }

    private static func instant(_ reading: CivilTime, east seconds: Int64) -> WallTime {
        WallTime(wholeSeconds: reading.seconds.addingSaturating(-seconds))
    }

    /// What a clock on the wall shows.
    package func local(_ instant: WallTime) -> CivilTime {
        let utc = instant.microseconds.quotientAndRemainderFloored(by: 1_000_000).quotient
        return CivilTime(seconds: utc).advanced(bySeconds: offset(instant))
    }
}
