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

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// A date in local time, as short as it is clear: `14:30`, `tomorrow 02:00`, `Mon 02:00`, else with the
    /// year.
    package func date(_ instant: WallTime) -> String {
        let (day, seconds) = local(instant)
        let time = "\(Self.padded(seconds / 3600)):\(Self.padded(seconds / 60 % 60))"
        let distance = day - local(now).day
        switch distance {
        case 0: return time
        case 1: return "tomorrow \(time)"
        case -1: return "yesterday \(time)"
        case -6...6:
            // Day 0, 1970-01-01, was a Thursday.
            return "\(Self.weekdays[Int(((day + 3) % 7 + 7) % 7)]) \(time)"
        case _:
            let date = CivilDate(daysSinceEpoch: day)
            return "\(date.year)-\(Self.padded(date.month))-\(Self.padded(date.day)) \(time)"
        }
    }

    /// The time of day to the second, for lines that come as things happen: `14:30:05`.
    package func time(_ instant: WallTime) -> String {
        let seconds = local(instant).seconds
        return "\(Self.padded(seconds / 3600)):\(Self.padded(seconds / 60 % 60)):\(Self.padded(seconds % 60))"
    }

    /// How far away an instant is: `in 2 h 5 min`, `12 min ago`.
    package func distance(_ instant: WallTime) -> String {
        let span = now.duration(to: instant)
        return span > .zero ? "in \(span.rounded)" : "\((Duration.zero - span).rounded) ago"
    }

    private func local(_ instant: WallTime) -> (day: Int64, seconds: Int64) {
        let utc = instant.microseconds / 1_000_000 - (instant.microseconds % 1_000_000 < 0 ? 1 : 0)
        let local = utc.addingSaturating(offset(instant))
        let day = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
        return (day, local - day * 86_400)
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : String(number) }
}
