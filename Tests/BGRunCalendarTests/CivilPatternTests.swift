// The search for the next reading: against a walk over days, at the rims of time, and its size.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A pattern of civil times` {
    private func pattern(_ cron: String) throws -> CivilPattern { try CronExpression(cron).pattern }

    /// A reading written as `2027-01-30 23:59:59`.
    private func reading(_ text: String) throws -> CivilTime {
        let wall = try #require(WallTime(rfc3339: text + "Z"))
        return CivilTime(seconds: wall.microseconds / 1_000_000)
    }

    private func next(_ cron: String, _ from: String) throws -> String? {
        let found = try pattern(cron).next(onOrAfter: reading(from))
        return found.map { WallTime(microseconds: $0.seconds * 1_000_000).rfc3339 }
    }

    @Test(arguments: [
        ("0 0 * * *", "2027-01-30 00:00:00", "2027-01-30T00:00:00Z"),
        ("0 0 * * *", "2027-01-30 00:00:01", "2027-01-31T00:00:00Z"),
        ("59 59 23 31 12 *", "2027-12-31 23:59:59", "2027-12-31T23:59:59Z"),
        ("*/20 30 4 * * *", "2027-03-01 04:30:41", "2027-03-02T04:30:00Z"),
        ("0 0 29 2 *", "2096-03-01 00:00:00", "2104-02-29T00:00:00Z"),
        // The leap day on a Monday: twice in a row 28 years, but 40 across the year 2100.
        ("0 0 29 2 */8", "2072-03-01 00:00:00", "2088-02-29T00:00:00Z"),
        ("0 0 29 2 */8", "2088-03-01 00:00:00", "2128-02-29T00:00:00Z"),
        ("0 0 * 2 1#5", "2088-03-01 00:00:00", "2112-02-29T00:00:00Z"),
        ("0 0 L * *", "2100-02-01 00:00:00", "2100-02-28T00:00:00Z"),
        ("0 0 L 2 *", "2099-03-01 00:00:00", "2100-02-28T00:00:00Z"),
        ("0 0 * * 5L", "2099-12-26 00:00:00", "2100-01-29T00:00:00Z"),
        ("0 0 1 1 *", "1969-12-31 12:00:00", "1970-01-01T00:00:00Z"),
        ("0 0 * * 4", "1969-12-30 00:00:00", "1970-01-01T00:00:00Z"),
    ])
    func `finds near and rare readings`(cron: String, from: String, expected: String) throws {
        #expect(try next(cron, from) == expected)
    }

    @Test func `agrees with a walk over every day`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            guard let cron = try? CronExpression(RandomCron(using: &random).text) else { continue }
            let start = CivilTime(seconds: Int64.random(in: -3_000_000_000...9_000_000_000, using: &random))
            let found = cron.pattern.next(onOrAfter: start)
            var day = start.daysSinceEpoch
            let end = day + 3000
            while day < end {
                let date = CivilDate(daysSinceEpoch: day)
                let isIn =
                    cron.pattern.days(inMonth: date.month, year: date.year) & 1 << UInt32(date.day) != 0
                if isIn, cron.pattern.months & 1 << UInt16(date.month) != 0, found?.date == date { break }
                // On the first day its time may be over.
                let isMissed = isIn && cron.pattern.months & 1 << UInt16(date.month) != 0
                #expect(!isMissed || day == start.daysSinceEpoch, "\(cron.text) \(date)")
                day += 1
            }
            #expect(day == end || (found.map { $0 >= start } ?? false))
        }
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 9_223_372_036_854, .max - 1, .max])
    func `ends at the rim of time without a trap`(seconds: Int64) throws {
        for cron in ["* * * * * *", "0 0 29 2 *", "0 0 L * 5L", "59 59 23 31 12 *", "0 0 29 2 */8"] {
            let found = try pattern(cron).next(onOrAfter: CivilTime(seconds: seconds))
            #expect(found.map { $0.seconds >= seconds } ?? true)
        }
        let calendar = try CalendarExpression("*-*~01 12:00").pattern
        let found = calendar.next(onOrAfter: CivilTime(seconds: seconds))
        #expect((found == nil) == (seconds > 7_258_118_400))
    }

    @Test func `of a calendar expression ends with the year 2199`() throws {
        let daily = try CalendarExpression("daily").pattern
        #expect(try daily.next(onOrAfter: reading("2199-12-31 00:00:00")) != nil)
        #expect(try daily.next(onOrAfter: reading("2199-12-31 00:00:01")) == nil)
        #expect(try daily.next(onOrAfter: reading("1815-12-10 00:00:00")) == reading("1970-01-01 00:00:00"))
        let past = try CalendarExpression("2020-02-29 12:00").pattern
        #expect(try past.next(onOrAfter: reading("2020-02-29 12:00:00")) == reading("2020-02-29 12:00:00"))
        #expect(try past.next(onOrAfter: reading("2020-02-29 12:00:01")) == nil)
    }

    @Test func `stays small, because there may be one for each of 100,000 jobs`() {
        #expect(MemoryLayout<CivilPattern>.stride <= 56)
        #expect(MemoryLayout<CronExpression>.stride <= 80)
        #expect(MemoryLayout<CalendarExpression>.stride <= 96)
    }
}
