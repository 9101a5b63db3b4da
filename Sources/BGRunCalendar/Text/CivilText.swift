// What a local clock shows, as it is written.
extension CivilTime {
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    /// `Sun`.
    package var weekdayText: String { Self.weekdays[Int(weekday)] }

    /// `2026-03-29`.
    package var dayText: String {
        let date = date
        return "\(padded(date.year, to: 4))-\(padded(date.month))-\(padded(date.day))"
    }

    /// `02:30`.
    package var minuteText: String { "\(padded(hour)):\(padded(minute))" }

    /// `02:30`, with its seconds where it has some.
    package var timeText: String { second == 0 ? minuteText : fullTimeText }

    /// `02:30:00`.
    package var fullTimeText: String { "\(minuteText):\(padded(second))" }

    /// `2026-03-29 02:30`.
    package var text: String { "\(dayText) \(timeText)" }
}

extension ZoneOffset {
    /// `+02:00`, with its seconds where it has some.
    package var text: String {
        let sign = seconds < 0 ? "-" : "+"
        return sign + CivilTime(seconds: Int64(seconds.magnitude)).timeText
    }
}

/// With zeros before it, as dates and times are written.
func padded(_ number: Int64, to width: Int = 2) -> String {
    let digits = String(number.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (number < 0 ? "-" : "") + zeros + digits
}
