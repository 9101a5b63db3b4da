// Dates as text: RFC 3339, strictly, over ten thousand years.
import BGRunCalendar
import BGRunTestSupport
import Foundation
import Testing

@Suite struct `The text of a date` {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", Int64(0)), ("1970-01-01T00:00:00z", 0), ("1970-01-01t00:00:00Z", 0),
        ("1970-01-01 00:00:00Z", 0), ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T23:30:00-00:30", 0),
        ("1969-12-31T23:59:59Z", -1_000_000), ("1969-12-31T23:59:59.999999Z", -1),
        ("2026-03-29T02:30:00+02:00", 1_774_744_200_000_000),
        ("2026-03-29T00:30:00.5Z", 1_774_744_200_500_000),
        ("2026-03-29T00:30:00.1234567890Z", 1_774_744_200_123_456),
        ("2000-02-29T00:00:00Z", 951_782_400_000_000), ("2024-02-29T12:00:00-00:00", 1_709_208_000_000_000),
        ("1900-03-01T00:00:00Z", -2_203_891_200_000_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000_000),
        ("0000-01-01T00:00:00Z", -62_167_219_200_000_000), ("0000-02-29T00:00:00Z", -62_162_121_600_000_000),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
        ("2038-01-19T03:14:08Z", 2_147_483_648_000_000),
        ("2026-01-01T00:00:00+23:59", 1_767_139_260_000_000),
        ("2026-01-01T00:00:00-23:59", 1_767_311_940_000_000),
    ])
    func `names one instant`(text: String, microseconds: Int64) {
        #expect(WallTime(rfc3339: text) == WallTime(microseconds: microseconds))
    }

    @Test(arguments: [
        "", "tomorrow", "2026-03-29", "2026-03-29T02:30:00", "2026-03-29T02:30Z", "2026-03-29T02:30:00+0200",
        "2026-03-29T02:30:00+02", "2026-03-29T02:30:00+24:00", "2026-03-29T02:30:00+02:60",
        "2026-3-29T02:30:00Z",
        "26-03-29T02:30:00Z", "2026-00-29T02:30:00Z", "2026-13-29T02:30:00Z", "2026-03-00T02:30:00Z",
        "2026-03-32T02:30:00Z", "2026-04-31T02:30:00Z", "2026-02-29T02:30:00Z", "1900-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z", "2026-03-29T24:00:00Z", "2026-03-29T02:60:00Z", "2026-03-29T02:30:61Z",
        "2026-03-29T02:30:00.Z", "2026-03-29T02:30:00,5Z", "2026-03-29T02:30:00ZZ", " 2026-03-29T02:30:00Z",
        "2026-03-29T02:30:00Z ", "2026-03-29T02:30:00Z\0", "+2026-03-29T02:30:00Z", "-026-03-29T02:30:00Z",
        "12026-03-29T02:30:00Z", "2026-03-29_02:30:00Z", "２026-03-29T02:30:00Z", "2026-03-29T02:30:00−02:00",
        "@1774744200", "1774744200",
        // Beyond the years that UTC can be printed in.
        "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "9999-12-31T23:59:60Z",
    ])
    func `is refused where it names none`(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999Z"),
        (500_000, "1970-01-01T00:00:00.5Z"),
        (951_782_400_000_000, "2000-02-29T00:00:00Z"), (-62_167_219_200_000_000, "0000-01-01T00:00:00Z"),
        (10, "1970-01-01T00:00:00.00001Z"),
        // Outside the years that can be read, the nearest.
        (-62_167_219_200_000_001, "0000-01-01T00:00:00Z"), (.min, "0000-01-01T00:00:00Z"),
        (253_402_300_800_000_000, "9999-12-31T23:59:59.999999Z"), (.max, "9999-12-31T23:59:59.999999Z"),
    ])
    func `is printed in UTC with no needless digit`(microseconds: Int64, text: String) {
        #expect(WallTime(microseconds: microseconds).rfc3339 == text)
    }

    @Test func `reads again as the same instant`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<Repository.times(20_000) {
            let date = WallTime(
                microseconds: .random(in: -62_167_219_200_000_000...253_402_300_799_999_999, using: &random))
            #expect(WallTime(rfc3339: date.rfc3339) == date, "\(date.rfc3339)")
        }
    }

    @Test func `agrees with Foundation on dates of the last and the next centuries`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2_000 {
            let seconds = Int64.random(in: -2_208_988_800...7_258_118_400, using: &random)
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(WallTime(microseconds: seconds * 1_000_000).rfc3339 == expected)
        }
    }

    @Test func `may be any bytes without harm`() throws {
        var random = SeededGenerator(seed: 5)
        let sample = Array("2026-03-29T02:30:00.25+02:00".utf8)
        let bytes = Array("0123456789-+:.TZtz \0é".utf8)
        for _ in 0..<Repository.times(20_000) {
            var text = sample
            for _ in 0...random.next() % 3 {
                let place = Int(random.next() % UInt64(text.count))
                switch random.next() % 3 {
                case 0: text[place] = bytes.randomElement(using: &random) ?? 0
                case 1: text.remove(at: place)
                case _: text.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                }
            }
            guard let date = WallTime(rfc3339: String(decoding: text, as: UTF8.self)) else { continue }
            #expect(WallTime(rfc3339: date.rfc3339) == date)
        }
    }
}

@Suite struct `A day of the calendar` {
    @Test func `counts without a gap through 1600 years`() {
        var day = CivilDate(year: 1199, month: 12, day: 31)
        var number = day.daysSinceEpoch
        for year in Int64(1200)..<2800 {
            for month in Int64(1)...12 {
                for date in 1...CivilDate.days(inMonth: month, year: year) {
                    day = CivilDate(year: year, month: month, day: date)
                    number += 1
                    guard day.daysSinceEpoch == number, CivilDate(daysSinceEpoch: number) == day else {
                        Issue.record("\(day) is day \(number)")
                        return
                    }
                }
            }
        }
        #expect(CivilDate(year: 1970, month: 1, day: 1).daysSinceEpoch == 0)
    }

    @Test func `may lie at the rim of time`() {
        for days in [Int64.max, .min, .max - 1, .min + 1] {
            let day = CivilDate(daysSinceEpoch: days)
            #expect((1...12).contains(day.month) && (1...31).contains(day.day))
        }
    }
}
