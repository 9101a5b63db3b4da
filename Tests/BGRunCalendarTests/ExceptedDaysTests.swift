// Days on which a schedule does not come, beside the days on which it would.
import BGRunCalendar
import Testing

@Suite struct `A schedule that leaves days out` {
    private func days(_ expression: String, except texts: [String], _ count: Int, after date: String) throws
        -> [String]
    {
        let cron = try CronExpression(expression).leavingOut(ExceptedDays(texts))
        var last = try #require(WallTime(rfc3339: "\(date)T00:00:00Z"))
        var found: [String] = []
        while found.count < count, let next = cron.next(after: last, in: .utc) {
            found.append(String(next.rfc3339.prefix(10)))
            last = next
        }
        return found
    }

    // B-111
    @Test func `does not come on dates, in spans, on days of each year, and on weekdays`() throws {
        #expect(
            try days("30 2 * * *", except: ["2026-12-24"], 2, after: "2026-12-23")
                == ["2026-12-23", "2026-12-25"])
        #expect(
            try days("30 2 * * *", except: ["2026-12-24/2027-01-01"], 2, after: "2026-12-23")
                == ["2026-12-23", "2027-01-02"])
        #expect(
            try days("30 2 25 12 *", except: ["2026-12-25"], 2, after: "2026-01-01")
                == ["2027-12-25", "2028-12-25"])
        #expect(
            try days("30 2 24,25 12 *", except: ["12-25"], 2, after: "2026-01-01")
                == ["2026-12-24", "2027-12-24"])
        #expect(
            try days("30 2 * * *", except: ["sat", "Sunday"], 2, after: "2026-11-20")
                == ["2026-11-20", "2026-11-23"])
    }

    // B-111
    @Test func `leaves out a span of each year also over its end, and the leap day`() throws {
        #expect(
            try days("30 2 * * *", except: ["12-24/01-01"], 2, after: "2026-12-23")
                == ["2026-12-23", "2027-01-02"])
        #expect(
            try days("30 2 * * *", except: ["12-24/01-01"], 2, after: "2027-12-30")
                == ["2028-01-02", "2028-01-03"])
        #expect(
            try days("30 2 * * *", except: ["02-29"], 2, after: "2028-02-28") == ["2028-02-28", "2028-03-01"])
    }

    // B-111
    @Test func `passes over spans that overlap, touch, or last for centuries`() throws {
        #expect(
            try days(
                "30 2 * * *",
                except: ["2026-12-30/2027-01-02", "2026-12-24/2026-12-29", "2026-12-26/2026-12-31"], 2,
                after: "2026-12-23") == ["2026-12-23", "2027-01-03"])
        #expect(
            try days(
                "30 2 1 * *", except: ["2026-03-15/2300-05-02", "2026-01-01/2100-01-01"], 2,
                after: "2025-12-15")
                == ["2300-06-01", "2300-07-01"])
        #expect(
            try days("30 2 * 2 *", except: ["2026-02-10/2026-02-27"], 2, after: "2026-02-09")
                == ["2026-02-09", "2026-02-28"])
        #expect(try days("30 2 * * *", except: ["2026-01-01/9999-12-31"], 1, after: "2026-01-01") == [])
    }

    // B-111
    @Test func `is what a plain walk over all days finds`() throws {
        let texts = ["Sun", "03-30/04-02", "2026-03-01", "2026-05-30/2026-07-02", "12-31/01-01"]
        let found = try days("0 0 * * *", except: texts, 800, after: "2025-12-01")
        var wanted: [String] = []
        var day = CivilTime(year: 2025, month: 12, day: 2)
        while wanted.count < 800 {
            let (text, year) = (day.dayText, String(day.dayText.dropFirst(5)))
            let isOut =
                day.weekday == 0 || ("03-30"..."04-02").contains(year) || text == "2026-03-01"
                || ("2026-05-30"..."2026-07-02").contains(text) || year == "12-31" || year == "01-01"
            if !isOut { wanted.append(text) }
            day = day.advanced(bySeconds: 86_400)
        }
        #expect(found == wanted)
    }

    // B-111
    @Test(arguments: [
        "", "Sa", "2026-13-01", "2026-02-29", "02-30", "2026-12-24/12-25", "12-24/", "1969-01-01", "2026-1-1",
        "2026-12-24/2026-12-25/2026-12-26", "Sat/Sun", "\u{1B}", "--", "00-01", "99999-01-01",
    ])
    func `refuses what names no day`(text: String) {
        #expect(throws: ScheduleFault.self) { try ExceptedDays([text]) }
    }

    // B-111
    @Test func `has a hundred entries at most, and one at least`() throws {
        #expect(try ExceptedDays(Array(repeating: "12-25", count: 100)).texts.count == 100)
        #expect(throws: ScheduleFault.self) { try ExceptedDays(Array(repeating: "12-25", count: 101)) }
        #expect(throws: ScheduleFault.self) { try ExceptedDays([]) }
    }
}
