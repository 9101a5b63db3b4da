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
        guard stop != nil || step != nil else { return stride(from: start, through: start, by: 1) }
        let step = step ?? 1
        // From the month's end repetitions run forward, to lower numbers, where no end is given.
        let isTowardsEnd = part == .dayFromEnd && stop == nil
        let last = stop ?? (isTowardsEnd ? range.lowerBound : range.upperBound)
        guard isTowardsEnd ? start - step >= last : start + step <= last else {
            // systemd refuses these too: they say one thing and repeat nothing.
            let isReversed = stop.map { $0 < start } ?? false
            throw ScheduleFault(
                reason: isReversed ? "\(quoted(text)) runs backwards" : "\(quoted(text)) repeats nothing",
                advice: isReversed
                    ? "write \(start)..\(range.upperBound),\(range.lowerBound)..\(last)"
                    : "write \(start) alone")
        }
        return stride(from: start, through: last, by: Int64.Stride(isTowardsEnd ? -step : step))
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
