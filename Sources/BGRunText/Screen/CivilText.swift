// What a local clock shows, as it is written.
import BGRunCalendar

extension CivilTime {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// `Sun`.
    var weekdayText: String { Self.weekdays[Int(weekday)] }

    /// `2026-03-29`.
    var dayText: String {
        let date = date
        return "\(Self.padded(date.year, to: 4))-\(Self.padded(date.month))-\(Self.padded(date.day))"
    }

    /// `02:30`.
    var minuteText: String { "\(Self.padded(hour)):\(Self.padded(minute))" }

    /// `02:30`, with its seconds where it has some.
    var timeText: String { second == 0 ? minuteText : fullTimeText }

    /// `02:30:00`.
    var fullTimeText: String { "\(minuteText):\(Self.padded(second))" }

    /// `2026-03-29 02:30`.
    var text: String { "\(dayText) \(timeText)" }

    private static func padded(_ number: Int64, to width: Int = 2) -> String {
        let digits = String(number.magnitude)
        let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}

extension ZoneOffset {
    /// `+02:00`, with its seconds where it has some.
    var text: String {
        let sign = seconds < 0 ? "-" : "+"
        return sign + CivilTime(seconds: Int64(seconds.magnitude)).timeText
    }
}
