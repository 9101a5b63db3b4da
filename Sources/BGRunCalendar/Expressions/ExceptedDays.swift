// Days on which a schedule does not come: dates, spans of them, days of each year, and days of the week.

/// The days that are left out of a schedule, by what the schedule's own clock shows.
///
/// It takes the room of one pointer where it stands: few schedules have any.
package struct ExceptedDays: Hashable, Sendable {
    /// So many may be named.
    package static let most = 100
    package static let example =
        "a date such as \"2026-12-24\", a span such as \"2026-12-24/2027-01-01\", a day of each year "
        + "such as \"12-25\", or a weekday such as \"Sat\""

    fileprivate struct Days: Hashable, Sendable {
        var texts: [String] = []
        /// Bit 0 is Sunday, bit 6 Saturday.
        var weekdays: UInt8 = 0
        /// For each month the days of every year, as bits 1 to 31; empty where there are none.
        var yearly: [UInt32] = []
        /// Days since 1970, in their order and apart from each other.
        var spans: [ClosedRange<Int64>] = []

        /// The first span that does not end before the day.
        func span(endingOnOrAfter day: Int64) -> Int {
            var (low, high) = (0, spans.count)
            while low < high {
                let middle = (low + high) / 2
                if spans[middle].upperBound < day { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private indirect enum Kept: Hashable, Sendable { case days(Days) }
    private let kept: Kept

    private var days: Days {
        switch kept {
        case .days(let days): days
        }
    }

    /// As they were written.
    package var texts: [String] { days.texts }

    /// Reads 1 to ``most`` entries; they may overlap.
    package init(_ texts: [String]) throws(ScheduleFault) {
        guard (1...Self.most).contains(texts.count) else {
            throw ScheduleFault(
                reason: texts.isEmpty ? "no day is named" : "\(texts.count) days and spans are named",
                advice: texts.isEmpty
                    ? "write \(Self.example), or remove the key"
                    : "write \(Self.most) at most, and join days to spans")
        }
        var days = Days(texts: texts)
        for text in texts { try days.take(text) }
        days.joinSpans()
        kept = .days(days)
    }

    /// The days of one month that are left out, as bits 1 to 31.
    ///
    /// - Parameter weekdays: The days of this month that fall on a set of weekdays.
    func days(inMonth month: Int64, year: Int64, onWeekdays weekdays: (UInt8) -> UInt32) -> UInt32 {
        let days = days
        var excepted = days.weekdays == 0 ? 0 : weekdays(days.weekdays)
        if !days.yearly.isEmpty { excepted |= days.yearly[Int(month - 1)] }
        if days.spans.isEmpty { return excepted }
        let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
        let month = first...(first + CivilDate.days(inMonth: month, year: year) - 1)
        for span in days.spans[days.span(endingOnOrAfter: first)...] {
            guard span.lowerBound <= month.upperBound else { break }
            let part = span.clamped(to: month)
            let length = UInt64(part.upperBound - part.lowerBound + 1)
            let bits = ((UInt64(1) << length) - 1) << UInt64(part.lowerBound - first + 1)
            excepted |= UInt32(truncatingIfNeeded: bits)
        }
        return excepted
    }
}

extension ExceptedDays {
    /// The last day of a span that has all of the month in it; nil where there is none. So a search passes over centuries in
    /// one step.
    func end(ofSpanOver month: Int64, year: Int64) -> CivilDate? {
        let days = days
        if days.spans.isEmpty { return nil }
        let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
        let place = days.span(endingOnOrAfter: first)
        guard place < days.spans.count, days.spans[place].lowerBound <= first,
            first + CivilDate.days(inMonth: month, year: year) - 1 <= days.spans[place].upperBound
        else { return nil }
        return CivilDate(daysSinceEpoch: days.spans[place].upperBound)
    }
}

extension ExceptedDays.Days {
    /// Makes one of spans that overlap or touch.
    fileprivate mutating func joinSpans() {
        guard spans.count > 1 else { return }
        spans.sort { $0.lowerBound < $1.lowerBound }
        var joined = [spans[0]]
        for span in spans.dropFirst() {
            let last = joined[joined.count - 1]
            if span.lowerBound <= last.upperBound + 1 {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                joined.append(span)
            }
        }
        spans = joined
    }

    /// What an entry names: `2026-12-24`, `12-25`, or a weekday; or two dates of one kind with a slash between them.
    fileprivate mutating func take(_ text: String) throws(ScheduleFault) {
        let bytes = text[...].utf8
        if let name = WeekdayName(at: bytes), name.length == bytes.count {
            weekdays |= 1 << UInt8(name.number)
            return
        }
        let ends = bytes.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
        let dates = ends.compactMap(Self.date)
        guard let first = dates.first, let last = dates.last, dates.count == ends.count, ends.count <= 2,
            (first.year == nil) == (last.year == nil)
        else {
            throw ScheduleFault(
                reason: "\(quoted(bytes)) names no day", advice: "write \(ExceptedDays.example)")
        }
        guard let year = first.year, let lastYear = last.year else {
            takeEachYear(from: first, to: last)
            return
        }
        let start = CivilDate(year: year, month: first.month, day: first.day).daysSinceEpoch
        let end = CivilDate(year: lastYear, month: last.month, day: last.day).daysSinceEpoch
        guard start <= end else {
            throw ScheduleFault(
                reason: "\(quoted(bytes)) ends before it begins", advice: "write the earlier date first")
        }
        spans.append(start...end)
    }

    /// Over the end of the year where the last day lies before the first.
    private mutating func takeEachYear(from first: Date, to last: Date) {
        if yearly.isEmpty { yearly = Array(repeating: 0, count: 12) }
        var (month, day) = (first.month, first.day)
        // A leap year has every day there is.
        while true {
            yearly[Int(month - 1)] |= 1 << UInt32(day)
            if month == last.month, day == last.day { return }
            day += 1
            if day > CivilDate.days(inMonth: month, year: 2000) { (month, day) = (month % 12 + 1, 1) }
        }
    }

    private typealias Date = (year: Int64?, month: Int64, day: Int64)

    /// `YYYY-MM-DD` or `MM-DD`, of a day that there is.
    private static func date(_ text: Substring.UTF8View) -> Date? {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let widths = parts.map(\.count)
        guard widths == [4, 2, 2] || widths == [2, 2], let month = parts[parts.count - 2].decimal,
            let day = parts[parts.count - 1].decimal, (1...12).contains(month)
        else { return nil }
        let year = parts.count == 3 ? parts[0].decimal : nil
        guard year != nil || parts.count == 2, (year ?? 1970) >= 1970,
            (1...CivilDate.days(inMonth: month, year: year ?? 2000)).contains(day)
        else { return nil }
        return (year, month, day)
    }
}
