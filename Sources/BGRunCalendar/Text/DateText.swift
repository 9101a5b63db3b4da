// Dates as people write them: RFC 3339, read strictly and printed in UTC or in a zone.

extension WallTime {
    /// Reads an RFC 3339 date-time such as `2026-03-29T02:30:00+02:00` or `2026-03-29T00:30:00.5Z`.
    ///
    /// The offset is required: a local time without one names no instant. A leap second (`:60`) is read as
    /// the second after. Digits finer than a microsecond are dropped. Nil for anything else, also for
    /// a date whose year in UTC is none of 0000 to 9999: it could not be printed as RFC 3339.
    package init?(rfc3339 text: String) { self.init(rfc3339: Array(text.utf8)) }

    /// The same for a part of a text.
    package init?(rfc3339 text: Substring) { self.init(rfc3339: Array(text.utf8)) }

    private init?(rfc3339 text: [UInt8]) {
        var scanner = DateScanner(bytes: text)
        guard
            let date = scanner.date(), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(digits: 2), scanner.take(":"),
            let minute = scanner.number(digits: 2), scanner.take(":"),
            let second = scanner.number(digits: 2),
            let fraction = scanner.fraction(),
            let offset = scanner.offset(), scanner.isAtEnd,
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        let seconds = date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(microseconds: seconds * 1_000_000 + fraction)
        guard isPrintable else { return nil }
    }

    /// 0000-01-01T00:00:00Z up to the last microsecond of 9999, the years of RFC 3339, in microseconds since 1970.
    private static let printable: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999

    /// Whether it lies in the years that RFC 3339 has; nothing is planned for an instant that can't be told.
    package var isPrintable: Bool { Self.printable.contains(microseconds) }

    /// RFC 3339 in UTC, with as many fraction digits as needed: `2026-03-29T00:30:00Z`; outside its years the
    /// nearest instant in them, since no reader takes another.
    package var rfc3339: String {
        let nearest = min(max(microseconds, Self.printable.lowerBound), Self.printable.upperBound)
        return WallTime(microseconds: nearest).reading(minutesEast: 0) + "Z"
    }

    /// RFC 3339 as a zone's clocks show it: `2026-03-29T03:00:00+02:00`, and `Z` for UTC itself.
    ///
    /// The text names exactly this instant, in UTC where the zone's clocks show a year that RFC 3339 does not have. RFC 3339
    /// has no seconds in an offset, so where a zone's has (all before
    /// 1972) both the offset and the clock beside it are those of the nearest minute.
    package func rfc3339(in zone: Zone) -> String {
        let offset = zone.offset(at: self)
        if offset.seconds == 0, offset.abbreviation == "UTC" { return rfc3339 }
        let minutes = (abs(offset.seconds) + 30) / 60
        let isWest = offset.seconds < 0 && minutes > 0
        let east = isWest ? -minutes : minutes
        let reading = WallTime(microseconds: microseconds.addingSaturating(east * 60_000_000))
        guard isPrintable, reading.isPrintable else { return rfc3339 }
        return self.reading(minutesEast: east)
            + "\(isWest ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    private func reading(minutesEast: Int64) -> String {
        let seconds = microseconds.addingSaturating(minutesEast * 60_000_000)
            .quotientAndRemainderFloored(by: 1_000_000)
        let civil = CivilTime(seconds: seconds.quotient)
        var text = "\(civil.dayText)T\(civil.fullTimeText)"
        if seconds.remainder != 0 {
            var digits = padded(seconds.remainder, to: 6)
            while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
            text += ".\(digits)"
        }
        return text
    }
}

extension CivilTime {
    /// Reads what a local clock shows: `2026-03-29 02:30`, also with a `T` between, with seconds, or of the day alone, which is
    /// its beginning. Nil for anything else, also for a date with an offset: that is an instant.
    package init?(text: String) {
        var scanner = DateScanner(bytes: Array(text.utf8))
        guard let date = scanner.date() else { return nil }
        self.init(date)
        guard !scanner.isAtEnd else { return }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.number(digits: 2), hour <= 23, scanner.take(":"),
            let minute = scanner.number(digits: 2), minute <= 59
        else { return nil }
        var second: Int64 = 0
        if !scanner.isAtEnd {
            guard scanner.take(":"), let number = scanner.number(digits: 2), number <= 59, scanner.isAtEnd
            else { return nil }
            second = number
        }
        self.init(date, second: hour * 3600 + minute * 60 + second)
    }
}

/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
    package var year: Int64
    package var month: Int64
    package var day: Int64

    package init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days since 1970-01-01.
    ///
    /// Counts years from March, so that the leap day is a year's last day and every 400 years have exactly
    /// 146,097 days.
    package var daysSinceEpoch: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.quotientAndRemainderFloored(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = era.remainder * 365 + era.remainder / 4 - era.remainder / 100 + dayOfYear
        return era.quotient * 146_097 + dayOfEra - 719_468
    }

    package init(daysSinceEpoch days: Int64) {
        let era = days.addingSaturating(719_468).quotientAndRemainderFloored(by: 146_097)
        let dayOfEra = era.remainder
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        month = shifted < 10 ? shifted + 3 : shifted - 9
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        year = yearOfEra + era.quotient * 400 + (month <= 2 ? 1 : 0)
    }

    package static func days(inMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case _: 31
        }
    }
}

/// Walks over the bytes of a date; every step either takes what it names or leaves the place unchanged.
private struct DateScanner {
    let bytes: [UInt8]
    var place = 0

    var isAtEnd: Bool { place == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, UInt32(bytes[place]) == character.value else { return false }
        place += 1
        return true
    }

    mutating func number(digits: Int) -> Int64? {
        guard bytes.count - place >= digits else { return nil }
        var value: Int64 = 0
        for byte in bytes[place..<place + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        place += digits
        return value
    }

    /// `2026-03-29`, a day that there is.
    mutating func date() -> CivilDate? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2), (1...12).contains(month), day >= 1,
            day <= CivilDate.days(inMonth: month, year: year)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// The optional fraction of a second in microseconds: 0 where there is none, nil where it is malformed.
    mutating func fraction() -> Int64? {
        guard take(".") else { return 0 }
        var value: Int64 = 0
        var count = 0
        while let digit = number(digits: 1) {
            if count < 6 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 6)..<6 { value *= 10 }
        return value
    }

    /// `Z` or `±hh:mm`, in seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard
            let hours = number(digits: 2), hours <= 23, take(":"),
            let minutes = number(digits: 2), minutes <= 59
        else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}

extension Int64 {
    /// Division that rounds towards minus infinity, so that days before 1970 count correctly.
    package func quotientAndRemainderFloored(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
