// Spans of time as systemd writes them: "1h 30min", "90", "infinity".
import BGRunCalendar

/// A span of systemd.time(7).
enum UnitSpan: Hashable {
    case lasts(Duration)
    case forever

    /// Nil for what is none.
    init?(_ text: String) {
        if text.lowercased() == "infinity" {
            self = .forever
            return
        }
        var rest = text[...]
        var total: Double = 0
        var isEmpty = true
        while true {
            rest = rest.drop(while: \.isBlank)
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            guard !digits.isEmpty else { break }
            guard digits.utf8.count < 18, let number = Double(digits) else { return nil }
            rest = rest[digits.endIndex...].drop(while: \.isBlank)
            let word = rest.prefix { $0.isASCIILetter }
            guard let unit = Self.seconds(String(word)) else { return nil }
            rest = rest[word.endIndex...]
            total += number * unit
            isEmpty = false
        }
        // A hundred years, which is more than a descriptor takes.
        guard rest.isEmpty, !isEmpty, total <= 3.2e9 else { return nil }
        self = .lasts(.milliseconds(Int64(total * 1000)))
    }

    private static func seconds(_ unit: String) -> Double? {
        switch unit {
        case "usec", "us", "µs": 1e-6
        case "msec", "ms": 1e-3
        case "", "s", "sec", "second", "seconds": 1
        case "m", "min", "minute", "minutes": 60
        case "h", "hr", "hour", "hours": 3600
        case "d", "day", "days": 86_400
        case "w", "week", "weeks": 604_800
        case "M", "month", "months": 2_629_800
        case "y", "year", "years": 31_557_600
        case _: nil
        }
    }
}
