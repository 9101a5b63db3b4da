// The rule by which a zone's clocks change every year, for ever: the last line of its file.

/// Standard time, and when the other time begins and ends in each year.
struct ZoneRule: Hashable, Sendable {
    /// A point of each year on the local clock that is in force until then.
    struct YearTime: Hashable, Sendable {
        var day: YearDay
        /// From the day's midnight, -167 hours to 167 hours: it may lie a week before or after the day.
        var seconds: Int64

        func reading(in year: Int64) -> Int64 { day.daysSinceEpoch(in: year) * 86_400 + seconds }
    }

    /// The three ways in which POSIX names a day of each year (XBD 8.3, `TZ`).
    enum YearDay: Hashable, Sendable {
        /// `Jn`, 1 to 365: February 29 is never counted.
        case julian(Int64)
        /// `n`, 0 to 365: February 29 is counted.
        case fromZero(Int64)
        /// `Mm.w.d`: the `w`th of that weekday, 5 for the last.
        case weekday(Int64, week: Int64, month: Int64)

        func daysSinceEpoch(in year: Int64) -> Int64 {
            switch self {
            case .julian(let day):
                // Counted in a year without a leap day.
                let start = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
                return start + day - (day < 60 || CivilDate.days(inMonth: 2, year: year) == 28 ? 1 : 0)
            case .fromZero(let day):
                return CivilDate(year: year, month: 1, day: 1).daysSinceEpoch + day
            case .weekday(let weekday, let week, let month):
                let first = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
                let ahead = (weekday - first - 4).quotientAndRemainderFloored(by: 7).remainder
                let last = CivilDate.days(inMonth: month, year: year) - 1
                let day = ahead + (week - 1) * 7
                return first + (day > last ? day - 7 : day)
            }
        }
    }

    /// The other time, which the law calls daylight saving, and the two points between which it is in force.
    private struct Daylight: Hashable, Sendable {
        let offset: ZoneOffset
        let start: YearTime
        let end: YearTime
    }

    private let standard: ZoneOffset
    private let daylight: Daylight?

    /// One offset for ever.
    init(always offset: ZoneOffset) {
        standard = offset
        daylight = nil
    }

    init(standard: ZoneOffset, daylight offset: ZoneOffset, from start: YearTime, to end: YearTime) {
        let daylight = Daylight(offset: offset, start: start, end: end)
        // A time that is in force for a whole year or longer always is: RFC 9636 §3.3.1 writes permanent daylight
        // saving in this way, `XXX3EDT4,0/0,J365/23`. In 28 years come all the calendars that there are.
        let spans = (Int64(2001)...2028).map { year in
            let change = Self.changes(of: daylight, standard: standard, in: year)
            let days: Int64 = CivilDate.days(inMonth: 2, year: year) == 29 ? 366 : 365
            return (length: change.end - change.start, year: days * CivilTime.secondsPerDay)
        }
        if spans.allSatisfy({ $0.length >= $0.year }) {
            (self.standard, self.daylight) = (offset, nil)
        } else if spans.allSatisfy({ $0.length == 0 || -$0.length >= $0.year }) {
            (self.standard, self.daylight) = (standard, nil)
        } else {
            (self.standard, self.daylight) = (standard, daylight)
        }
    }

    var offsets: [ZoneOffset] { [standard] + (daylight.map { [$0.offset] } ?? []) }
    /// Whether clocks ever change. A rule may change only the name of the time.
    var changesClocks: Bool { daylight.map { $0.offset.seconds != standard.seconds } ?? false }

    /// The period around an instant, as if the rule had always been in force.
    func period(at seconds: Int64) -> ZonePeriod {
        guard let daylight else { return ZonePeriod(start: .min, end: .max, offset: standard) }
        let year = CivilTime(seconds: seconds).date.year
        var (start, end, isDaylight) = (Int64.min, Int64.max, false)
        // A change may lie eight days outside of its year, both ways: the last one before may be of the year before
        // last, the next one of the year after next. Of two at the same instant the later in the order of years and,
        // within one, of beginning and end is the one that holds.
        func consider(_ change: Int64, _ toDaylight: Bool) {
            if change > seconds {
                end = min(end, change)
            } else if change >= start {
                (start, isDaylight) = (change, toDaylight)
            }
        }
        for year in year - 2...year + 2 {
            let change = Self.changes(of: daylight, standard: standard, in: year)
            consider(change.start, true)
            consider(change.end, false)
        }
        return ZonePeriod(start: start, end: end, offset: isDaylight ? daylight.offset : standard)
    }

    private static func changes(
        of daylight: Daylight, standard: ZoneOffset, in year: Int64
    ) -> (start: Int64, end: Int64) {
        (
            daylight.start.reading(in: year) - standard.seconds,
            daylight.end.reading(in: year) - daylight.offset.seconds
        )
    }
}
