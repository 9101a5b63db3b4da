// One part of a calendar expression, such as its hours: numbers, ranges and repetitions as a set of bits.

/// The parts of a date and a time that systemd's notation numbers.
enum CalendarPart {
    case year, month, day, dayFromEnd, hour, minute, second

    var name: String {
        switch self {
        case .year: "year"
        case .month: "month"
        case .day: "day"
        case .dayFromEnd: "day from the month's end"
        case .hour: "hour"
        case .minute: "minute"
        case .second: "second"
        }
    }

    var range: ClosedRange<Int64> {
        switch self {
        case .year: CivilPattern.listedYears
        case .month: 1...12
        case .day: 1...31
        // Every month has 28 days.
        case .dayFromEnd: 1...28
        case .hour: 0...23
        case .minute, .second: 0...59
        }
    }
}

/// One of a part's comma-separated elements: `5`, `1..5`, `0/15` or `1..20/5`.
struct CalendarElement {
    var start: Int64
    var stop: Int64?
    /// Nil where nothing is repeated.
    var step: Int64?

    /// The values meant, in the range of `part`; or why there are none.
    func values(of part: CalendarPart, text: Substring.UTF8View) throws(ScheduleFault) -> StrideThrough<Int64>
    {
        let range = part.range
        let (start, stop) = part == .year ? (Self.fullYear(start), stop.map(Self.fullYear)) : (start, stop)
        for value in [start, stop ?? start] where !range.contains(value) {
            throw ScheduleFault(
                reason:
                    "\(quoted(text)) is not in the \(part.name)s \(range.lowerBound) to \(range.upperBound)",
                advice: "write \(part.name)s in that range")
        }
        let step = step ?? 1
        if let stop {
            guard start <= stop else {
                throw ScheduleFault(
                    reason: "\(quoted(text)) runs backwards",
                    advice: "write \"\(Self.forwards(start, stop, step, in: range))\"")
            }
            return stride(from: start, through: stop, by: Int64.Stride(step))
        }
        guard self.step != nil else { return stride(from: start, through: start, by: 1) }
        // From the month's end repetitions run forward in time, which is to lower numbers.
        let isForward = part != .dayFromEnd
        guard range.contains(isForward ? start + step : start - step) else {
            // systemd refuses it too: it is likelier a mistake than a wish.
            throw ScheduleFault(reason: "\(quoted(text)) repeats nothing", advice: "write \"\(start)\" alone")
        }
        let last = isForward ? range.upperBound : range.lowerBound
        return stride(from: start, through: last, by: Int64.Stride(isForward ? step : -step))
    }

    /// The same from one end of the range to the other.
    private static func forwards(_ start: Int64, _ stop: Int64, _ step: Int64, in range: ClosedRange<Int64>)
        -> String
    {
        let (first, last) = (range.lowerBound, range.upperBound)
        guard step > 1 else {
            return [(start, last), (first, stop)].map { $0 == $1 ? "\($0)" : "\($0)..\($1)" }
                .joined(separator: ",")
        }
        let count = last - first + 1
        return stride(from: start, through: stop + count, by: Int64.Stride(min(step, count)))
            .map { "\($0 > last ? $0 - count : $0)" }.joined(separator: ",")
    }

    /// Two digits mean 1970 to 2069, as in systemd.
    private static func fullYear(_ year: Int64) -> Int64 {
        switch year {
        case 0..<70: year + 2000
        case 70..<100: year + 1900
        case _: year
        }
    }
}
