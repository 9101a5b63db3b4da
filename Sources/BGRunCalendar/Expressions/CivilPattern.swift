// Which readings of calendar and clock a schedule names, as sets of bits, and the search for the next of them.

/// A set of civil times: those whose second, minute, hour, day, month and year are all in their sets.
///
/// Cron expressions and calendar expressions both become one of these. It holds no text and no zone, and stays small
/// because there may be one for each of 100,000 jobs.
package struct CivilPattern: Hashable, Sendable {
    /// How the two ways of naming a day meet.
    package enum DayRule: UInt8, Sendable {
        /// A day must be in the days of the month and in the days of the week.
        case both
        /// One of the two is enough: cron's rule where both are restricted.
        case either
    }

    /// Bits 0 to 59.
    package var seconds: UInt64 = 1
    /// Bits 0 to 59.
    package var minutes: UInt64 = 0
    /// Bits 1 to 7 of byte n: the first to fifth (1–5) and the last (6) weekday n of a month.
    package var nthWeekdays: UInt64 = 0
    /// Bits 0 to 23 are the hours; above them stands ``workday``, so that hardly anybody's costs everybody nothing.
    private var hoursAndWorkday: UInt32 = 0
    /// Bits 0 to 23.
    package var hours: UInt32 {
        get { hoursAndWorkday & 0xFF_FFFF }
        set { hoursAndWorkday = hoursAndWorkday & ~0xFF_FFFF | newValue & 0xFF_FFFF }
    }
    /// The workday that is nearest to this day of the month, within the month; ``lastWorkday`` for its last, 0 for none.
    package var workday: Int64 {
        get { Int64(hoursAndWorkday >> 24) }
        set { hoursAndWorkday = hours | UInt32(newValue) << 24 }
    }
    /// Bits 1 to 31.
    package var days: UInt32 = 0
    /// Bit 1 is a month's last day, bit 2 the one before it.
    package var daysFromEnd: UInt32 = 0
    /// Bits 1 to 12.
    package var months: UInt16 = 0
    /// Bit 0 is Sunday, bit 6 Saturday.
    package var weekdays: UInt8 = 0
    package var dayRule = DayRule.both
    /// A bit for each year from 1970; empty where every year will do.
    package var years: [UInt64] = []
    /// Days that are in none of the sets.
    package var except: ExceptedDays?

    package init() {}

    /// The years that `years` has bits for; those of systemd's calendar expressions.
    package static let listedYears: ClosedRange<Int64> = 1970...2199
    /// The place in a byte of `nthWeekdays` that stands for the last such weekday of a month.
    package static let lastWeekday: UInt64 = 6
    /// What ``workday`` is for a month's last.
    package static let lastWorkday: Int64 = 32

    /// The first reading of the pattern that is not before `reading`.
    ///
    /// Nil when there is none: within the years listed, or within 400 years where every year will do. The Gregorian
    /// calendar repeats after 400 years, weekdays included, so what does not come in that time never comes. The cost
    /// is a few operations for each month that could match; seconds are not walked over.
    package func next(onOrAfter reading: CivilTime) -> CivilTime? {
        let start = reading.date
        if let day = day(onOrAfter: start) {
            guard day == start else { return first(on: day) }
            if let second = second(onOrAfter: reading) { return CivilTime(start, second: second) }
        }
        let tomorrow = CivilDate(daysSinceEpoch: reading.daysSinceEpoch.addingSaturating(1))
        return day(onOrAfter: tomorrow).flatMap { first(on: $0) }
    }

    private func first(on day: CivilDate) -> CivilTime? {
        guard let hour = hours.bit(from: 0), let minute = minutes.bit(from: 0),
            let second = seconds.bit(from: 0)
        else { return nil }
        return CivilTime(day, second: hour * 3600 + minute * 60 + second)
    }

    /// The first second of the day in the pattern that is not before the time of `reading`.
    private func second(onOrAfter reading: CivilTime) -> Int64? {
        guard let firstMinute = minutes.bit(from: 0), let firstSecond = seconds.bit(from: 0) else {
            return nil
        }
        let (hour, minute) = (reading.hour, reading.minute)
        if hours.bit(from: hour) == hour {
            if minutes.bit(from: minute) == minute, let second = seconds.bit(from: reading.second) {
                return hour * 3600 + minute * 60 + second
            }
            if let minute = minutes.bit(from: minute + 1) { return hour * 3600 + minute * 60 + firstSecond }
        }
        return hours.bit(from: hour + 1).map { $0 * 3600 + firstMinute * 60 + firstSecond }
    }

    private func day(onOrAfter start: CivilDate) -> CivilDate? {
        var (year, month, day) = (start.year, start.month, start.day)
        // The years listed have an end of their own.
        let limit = years.isEmpty ? start.year + 400 : Self.listedYears.upperBound
        search: while let next = self.year(onOrAfter: year), next <= limit {
            if next > year { (year, month, day) = (next, 1, 1) }
            while let next = months.bit(from: month) {
                if next > month { (month, day) = (next, 1) }
                if let found = days(inMonth: month, year: year).bit(from: day) {
                    return CivilDate(year: year, month: month, day: found)
                }
                day = 1
                // Nothing is left of the months of a span that is taken out.
                if let end = except?.end(ofSpanOver: month, year: year), end.year > year {
                    (year, month) = (end.year, end.month)
                    continue search
                }
                month += 1
            }
            (year, month, day) = (year + 1, 1, 1)
        }
        return nil
    }

    private func year(onOrAfter year: Int64) -> Int64? {
        guard !years.isEmpty else { return year }
        let first = Self.listedYears.lowerBound
        var place = max(year.subtractingSaturating(first), 0)
        while place / 64 < Int64(years.count) {
            let word = Int(place / 64)
            if let bit = years[word].bit(from: place % 64) { return first + Int64(word) * 64 + bit }
            place = Int64(word + 1) * 64
        }
        return nil
    }

    /// The days of one month that are in the pattern, as bits 1 to 31.
    package func days(inMonth month: Int64, year: Int64) -> UInt32 {
        let length = CivilDate.days(inMonth: month, year: year)
        let all = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(length)) - 1) << 1
        var inMonth = days
        for place in daysFromEnd.places where place <= length { inMonth |= 1 << UInt32(length + 1 - place) }
        let first = CivilTime(year: year, month: month, day: 1).weekday
        if workday > 0, workday <= length || workday == Self.lastWorkday {
            let day = Self.workday(nearestTo: min(workday, length), first: first, length: length)
            inMonth |= 1 << UInt32(day)
        }
        let inWeek = Self.days(of: weekdays, first: first) | daysOfNthWeekdays(first: first, length: length)
        switch dayRule {
        case .both: inMonth &= inWeek
        case .either: inMonth |= inWeek
        }
        inMonth &= all
        guard let except, inMonth != 0 else { return inMonth }
        return inMonth & ~except.days(inMonth: month, year: year) { Self.days(of: $0, first: first) }
    }

    /// The days that fall on some weekdays in a month that begins on the weekday `first`.
    private static func days(of weekdays: UInt8, first: Int64) -> UInt32 {
        let week = UInt64(weekdays)
        // The week turned so that its bit 0 is the month's first weekday, then laid down five times.
        let turned = (week >> UInt64(first) | week << UInt64(7 - first)) & 0x7F
        return UInt32(truncatingIfNeeded: (turned * (1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28)) << 1)
    }

    /// The day, or where that is a Saturday or a Sunday the workday beside it that lies in the same month.
    private static func workday(nearestTo day: Int64, first: Int64, length: Int64) -> Int64 {
        switch (first + day - 1) % 7 {
        case 6: day > 1 ? day - 1 : day + 2
        case 0: day < length ? day + 1 : day - 2
        case _: day
        }
    }

    private func daysOfNthWeekdays(first: Int64, length: Int64) -> UInt32 {
        var days: UInt32 = 0
        for place in nthWeekdays.places {
            let (weekday, count) = (place / 8, place % 8)
            let earliest = (weekday - first + 7) % 7 + 1
            let weeks = count == Int64(Self.lastWeekday) ? (length - earliest) / 7 : count - 1
            let day = earliest + weeks * 7
            if day <= length { days |= 1 << UInt32(day) }
        }
        return days
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The lowest place, not below `start`, whose bit is set.
    func bit(from start: Int64) -> Int64? {
        guard start < Int64(Self.bitWidth) else { return nil }
        let rest = self >> Self(truncatingIfNeeded: start)
        return rest == 0 ? nil : start + Int64(rest.trailingZeroBitCount)
    }

    /// The places of all bits that are set, from the lowest.
    var places: some Sequence<Int64> {
        sequence(state: self) { rest -> Int64? in
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return Int64(rest.trailingZeroBitCount)
        }
    }
}
