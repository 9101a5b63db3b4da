// Weekdays by their English names, at the beginning of a text.

/// `Mon` or `Monday`, in any case of letters.
struct WeekdayName {
    /// From 0, a Sunday, to 6.
    let number: Int
    /// How many bytes of the text it takes.
    let length: Int

    /// Nil where the text begins with none.
    init?(at text: Substring.UTF8View) {
        for (number, name) in Self.names.enumerated() {
            for length in [name.utf8.count, 3]
            where text.prefix(length).equalsLowercase(String(name.prefix(length))) {
                (self.number, self.length) = (number, length)
                return
            }
        }
        return nil
    }

    private static let names = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
}

/// `Mon`, `Mon..Fri`, `Mon-Fri` or `Sat,Sun`, as systemd reads weekdays: up to a blank or the end.
struct WeekdaySet {
    /// Why the text names no weekdays; it is left at the place of the fault.
    enum Fault: Error {
        case noWeekday
        /// A range runs over the week's end, which is Sunday.
        case backwards(BackwardRange)
        case noMark
    }

    /// Its days count from 0, a Monday.
    struct BackwardRange {
        /// As it is written.
        let text: Substring.UTF8View
        let first: Int
        let last: Int
        /// The separator, `..` or `-`.
        let mark: String

        /// The same days, each week's by itself.
        var split: String { "\(span(first, 6)),\(span(0, last))" }

        private func span(_ low: Int, _ high: Int) -> String {
            Self.days[low] + (low == high ? "" : mark + Self.days[high])
        }

        private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    }

    /// A bit for each, from Sunday on.
    private(set) var bits: UInt8 = 0

    /// Takes them from the text's beginning; a fault leaves it where that lies.
    init(_ rest: inout Substring.UTF8View) throws(Fault) {
        let blank = UInt8(ascii: " ")
        var (low, mark, start): (Int?, String, Substring.UTF8View) = (nil, "", rest)
        while true {
            guard let name = WeekdayName(at: rest) else { throw .noWeekday }
            rest = rest.dropFirst(name.length)
            // Monday is a week's first day, Sunday its last.
            let order = (name.number + 6) % 7
            let first = low ?? order
            guard first <= order else {
                let text = start[..<rest.startIndex]
                throw .backwards(BackwardRange(text: text, first: first, last: order, mark: mark))
            }
            for day in first...order { bits |= 1 << UInt8((day + 1) % 7) }
            if rest.isEmpty || rest.first == blank { return }
            if low == nil, let found = ["..", "-"].first(where: { Self.take($0, &rest) }) {
                (low, mark) = (order, found)
            } else if Self.take(",", &rest) {
                (low, start) = (nil, rest)
                // systemd lets a comma trail, but no range.
                if rest.isEmpty || rest.first == blank { return }
            } else {
                throw .noMark
            }
        }
    }

    private static func take(_ mark: String, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.starts(with: mark.utf8) else { return false }
        rest = rest.dropFirst(mark.utf8.count)
        return true
    }
}

extension ScheduleFault {
    static func backwards(_ range: WeekdaySet.BackwardRange, in text: Substring.UTF8View) -> ScheduleFault {
        ScheduleFault(
            reason: "\(quoted(range.text)) in \(quoted(text)) runs backwards; a week ends with Sunday",
            advice: "write \"\(range.split)\"")
    }
}
