// Zones compared with Python's zoneinfo and with the C library, over the whole database and 500 years.
import BGRunCalendar
import BGRunTestSupport
import Testing

/// Where a zone differs from an oracle, in words.
private func differences(_ answers: ZoneOracle.Answers, _ zone: Zone) -> [String] {
    answers.instants.indices.compactMap { index in
        let expected = ZoneOffset(
            seconds: answers.offsets[index], isDaylightSaving: answers.isDaylightSaving[index],
            abbreviation: answers.abbreviations[index])
        let found = zone.offset(at: WallTime(seconds: answers.instants[index]))
        return found == expected
            ? nil : "\(zone.name) at \(answers.instants[index]): \(found), not \(expected)"
    }
}

@Suite struct `Every zone of the system` {
    @Test func `is what Python's zoneinfo makes of it`() throws {
        let answers = try ZoneOracle.allZones()
        var (names, instants) = (0, 0)
        var faults: [String] = []
        for answer in answers {
            faults += differences(answer, try SystemZones.zone(answer.names[0]))
            names += answer.names.count
            instants += answer.instants.count
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(10).joined(separator: "\n"))")
        #expect(names > 400 && instants > 20_000, "\(names) zones, \(instants) instants")
    }

    @Test(arguments: ["Europe/Berlin", "Africa/Casablanca", "America/Nuuk", "Asia/Gaza", "Antarctica/Troll"])
    func `changes its clocks exactly where its offset does`(name: String) throws {
        let zone = try SystemZones.zone(name)
        var instant = WallTime("2020-01-01T00:00:00Z")
        var count = 0
        while let change = zone.transition(after: instant), change.at < WallTime("2100-01-01T00:00:00Z") {
            // Nothing changes until then.
            let between = Int64(50)
            let step = (change.at.microseconds - instant.microseconds - 1) / between
            for index in 0..<between {
                let here = zone.offset(at: WallTime(microseconds: instant.microseconds + index * step))
                #expect(here.seconds == change.before.seconds)
            }
            #expect(zone.offset(at: WallTime(microseconds: change.at.microseconds - 1)) == change.before)
            #expect(zone.offset(at: change.at) == change.after)
            #expect(change.before.seconds != change.after.seconds)
            instant = change.at
            count += 1
        }
        #expect(count > 100, "\(name) has \(count)")
    }
}

@Suite struct `A yearly rule` {
    @Test func `is what the C library makes of it`() throws {
        var random = SeededGenerator(seed: 21)
        let rules = (0..<300).map { _ in Self.rule(using: &random) }
        let faults = try ZoneOracle.rules(rules).flatMap {
            differences($0, try ZoneWriter.zone(rule: $0.names[0]))
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(10).joined(separator: "\n"))")
    }

    /// Days well inside the year: at its rim the C library does not look at the year beside it.
    private static func rule(using random: inout SeededGenerator) -> String {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
        func day(_ months: ClosedRange<Int>) -> String {
            let (month, day) = (number(months), number(months.lowerBound * 30...months.upperBound * 30))
            let form = ["M\(month).\(number(1...5)).\(number(0...6))", "J\(day)", "\(day)"][number(0...2)]
            let time = [
                "", "/\(number(0...24))", "/\(number(-167...167))", "/-\(number(0...167)):\(number(10...59))",
            ]
            return form + time[number(0...3)]
        }
        let standard = number(-12...11)
        let names = [("CET", "CEST"), ("<+01>", "<-0330>"), ("ABC", "<A1+>")][number(0...2)]
        let offset = ["\(standard)", "\(standard):30", "+11:15:20"][number(0...2)]
        let daylight = ["", "\(standard + 1)", "\(standard - 2)"][number(0...2)]
        if number(0...9) == 0 { return names.0 + offset }
        let (spring, autumn) = (day(2...5), day(7...10))
        let days = number(0...1) == 0 ? [spring, autumn] : [autumn, spring]
        return "\(names.0)\(offset)\(names.1)\(daylight),\(days[0]),\(days[1])"
    }

    /// RFC 9636 §3.3.1 and the rules that the database has.
    @Test(arguments: [
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T02:59:59Z", "2025-12-31T22:59:59-04:00"),
        ("XXX3EDT4,0/0,J365/23", "2028-12-31T12:00:00Z", "2028-12-31T08:00:00-04:00"),
        ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", "2026-03-27T03:00:00+03:00"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", "2026-03-28T22:59:59-02:00"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", "2026-03-29T00:00:00-01:00"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-24T12:00:00Z", "2026-12-24T12:00:00+00:00"),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-10-03T15:30:00Z", "2026-10-04T02:30:00+11:00"),
        // The day before the year, and the day after it.
        ("AAA0BBB,J1/-1,J365/47", "2026-12-31T22:59:59Z", "2026-12-31T23:59:59+01:00"),
        ("AAA0BBB,J1/-24,J200/0", "2025-12-31T00:00:00Z", "2025-12-31T01:00:00+01:00"),
        ("AAA0BBB,J1/-24,J200/0", "2025-12-30T23:59:59Z", "2025-12-30T23:59:59+00:00"),
        ("AAA0BBB,J1/-167,J2/-167", "2025-12-25T12:00:00Z", "2025-12-25T13:00:00+01:00"),
        // In 2022 its end of 2021 came after its beginning of 2022, and the one of 2022 comes after that of 2023.
        ("XXX6EDT3,0/0,365/23", "2022-12-31T12:00:00Z", "2022-12-31T06:00:00-06:00"),
        ("XXX6EDT3,0/0,365/23", "2023-01-01T05:59:59Z", "2022-12-31T23:59:59-06:00"),
        ("XXX6EDT3,0/0,365/23", "2023-01-01T06:00:00Z", "2023-01-01T03:00:00-03:00"),
        ("AAA0BBB,J100/0,J100/1", "2026-04-10T00:00:00Z", "2026-04-10T00:00:00+00:00"),
        // Beginning and end fall together in 2027 alone: there is no daylight saving until 2028.
        ("AAA0BBB,J100/0,M4.2.6/1", "2027-04-20T00:00:00Z", "2027-04-20T00:00:00+00:00"),
        // February 29: J59 and J60 are the days beside it, 59 is it.
        ("AAA0BBB,J59,J60", "2028-02-29T12:00:00Z", "2028-02-29T13:00:00+01:00"),
        ("AAA0BBB,J59,J60", "2028-02-28T02:00:00Z", "2028-02-28T03:00:00+01:00"),
        ("AAA0BBB,J59,J60", "2028-03-01T00:59:59Z", "2028-03-01T01:59:59+01:00"),
        ("AAA0BBB,59,J200", "2028-02-29T02:00:00Z", "2028-02-29T03:00:00+01:00"),
        ("AAA0BBB,59,J200", "2027-03-01T01:59:59Z", "2027-03-01T01:59:59+00:00"),
    ])
    func `holds at the rim of the year too`(rule: String, instant: String, local: String) throws {
        #expect(WallTime(instant).rfc3339(in: try ZoneWriter.zone(rule: rule)) == local)
    }

    @Test(arguments: [
        "C", "1", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
        "CET-1CEST,J0,J365", "CET-1CEST,J1,J366", "CET-1CEST,0,366", "CET-25", "CET-1CEST,M3.5.0/168,M10.5.0",
        "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1:60", "CET-1:0:60", "<CET-1", "<>-1", "<C ET>-1", "CET--1",
        "CET-",
        "ABCDEFGHIJKLMNOP-1", ":Europe/Berlin", "CET-1CEST,M3.5,M10.5.0", "CET-1CEST,M99999999999.1.1,1",
        "CET-1CEST-26,1,2",
    ])
    func `is refused where it is none`(rule: String) {
        #expect(throws: ZoneFault.self) { try ZoneWriter.zone(rule: rule) }
    }
}
