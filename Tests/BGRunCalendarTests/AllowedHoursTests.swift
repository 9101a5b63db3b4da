// The hours in which a job may run: what is read, and when they open and close.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `Allowed hours` {
    private func next(_ windows: [String], _ zone: String, after instant: String) throws -> String? {
        let zone = try SystemZones.zone(zone)
        return try AllowedHours(windows: windows).nextChange(after: WallTime(instant), in: zone)?.rfc3339(
            in: zone)
    }

    @Test(arguments: [
        ("09:00-17:00", "09:00", true), ("09:00-17:00", "08:59", false), ("09:00-17:00", "16:59", true),
        ("09:00-17:00", "17:00", false), ("22:00-06:00", "22:00", true), ("22:00-06:00", "00:00", true),
        ("22:00-06:00", "05:59", true), ("22:00-06:00", "06:00", false), ("22:00-06:00", "21:59", false),
        ("22:00-24:00", "23:59", true), ("22:00-24:00", "00:00", false), ("22:00-00:00", "23:59", true),
        ("22:00-00:00", "00:00", false), ("00:00-24:00", "00:00", true), ("00:00-24:00", "23:59", true),
        ("00:00-00:01", "00:00", true), ("00:00-00:01", "00:01", false),
    ])
    func `are open by what the clock shows`(window: String, clock: String, isOpen: Bool) throws {
        let hours = try AllowedHours(windows: [window])
        #expect(hours.windows == [window])
        for second in ["00Z", "59.999999Z"] {
            #expect(hours.isOpen(at: WallTime("2026-05-05T\(clock):\(second)"), in: .utc) == isOpen)
        }
    }

    @Test func `may be several windows that overlap or touch`() throws {
        let windows = ["08:00-10:00", "09:00-12:00", "12:00-13:00", "23:00-01:00"]
        let changes = [
            "2026-05-05T07:00:00Z", "2026-05-05T08:00:00Z", "2026-05-05T13:00:00Z", "2026-05-05T23:00:00Z",
            "2026-05-06T01:00:00Z",
        ]
        for (instant, change) in zip(changes, changes.dropFirst()) {
            #expect(try next(windows, "UTC", after: instant) == change)
        }
    }

    // B-25. 2026-05-05 is a Tuesday.
    @Test(arguments: [
        ("Mon-Fri 22:00-06:00; Sat,Sun", "2026-05-07T21:00:00Z", "2026-05-07T22:00:00Z"),
        ("Mon-Fri 22:00-06:00; Sat,Sun", "2026-05-08T05:00:00Z", "2026-05-08T06:00:00Z"),
        ("Mon-Fri 22:00-06:00; Sat,Sun", "2026-05-08T22:00:00Z", "2026-05-11T00:00:00Z"),
        ("Mon-Fri 22:00-06:00; Sat,Sun", "2026-05-11T00:00:00Z", "2026-05-11T22:00:00Z"),
        ("Fri 22:00-06:00", "2026-05-05T00:00:00Z", "2026-05-08T22:00:00Z"),
        ("Fri 22:00-06:00", "2026-05-08T23:00:00Z", "2026-05-09T06:00:00Z"),
        ("saturday 22:00-06:00", "2026-05-10T05:59:00Z", "2026-05-10T06:00:00Z"),
        ("Sun 12:00-13:00; 22:00-23:00", "2026-05-09T23:30:00Z", "2026-05-10T12:00:00Z"),
        ("Mon..Sun", "2026-05-05T00:00:00Z", "never"),
    ])
    func `may differ by weekday`(windows: String, instant: String, change: String) throws {
        #expect(
            try next(windows.split(separator: "; ").map(String.init), "UTC", after: instant) ?? "never"
                == change)
    }

    @Test func `that are always open never change`() throws {
        for windows in [["00:00-24:00"], ["00:00-12:00", "12:00-24:00"], ["12:00-00:00", "22:00-13:00"]] {
            #expect(try next(windows, "Europe/Berlin", after: "2026-03-29T00:00:00Z") == nil)
        }
    }

    @Test(arguments: [
        // They open in the gap, and so at its end; they close in it.
        ("02:30-05:00", "2026-03-29T00:00:00Z", "2026-03-29T03:00:00+02:00"),
        ("00:00-02:30", "2026-03-29T00:00:00Z", "2026-03-29T03:00:00+02:00"),
        // They lie in it.
        ("02:10-02:50", "2026-03-29T00:00:00Z", "2026-03-30T02:10:00+02:00"),
        // They close at 02:30, open as the clock is set back to 02:00, and close again.
        ("00:00-02:30", "2026-10-25T00:00:00Z", "2026-10-25T02:30:00+02:00"),
        ("00:00-02:30", "2026-10-25T00:30:00Z", "2026-10-25T02:00:00+01:00"),
        ("00:00-02:30", "2026-10-25T01:00:00Z", "2026-10-25T02:30:00+01:00"),
        ("02:30-03:00", "2026-10-25T00:00:00Z", "2026-10-25T02:30:00+02:00"),
        ("02:30-03:00", "2026-10-25T00:30:00Z", "2026-10-25T02:00:00+01:00"),
    ])
    func `open and close by the clock when it is changed`(window: String, instant: String, change: String)
        throws
    {
        #expect(try next([window], "Europe/Berlin", after: instant) == change)
    }

    @Test func `change where a look at every half minute finds it`() throws {
        var random = SeededGenerator(seed: 26)
        func clock() -> String {
            let minute = Int.random(in: 0..<1440, using: &random)
            return "\(minute / 600)\(minute / 60 % 10):\(minute % 60 / 10)\(minute % 10)"
        }
        for sweep in try ZoneSweep.all() {
            for _ in 0..<3 {
                let days = ["", "", "Mon-Fri ", "Sat,Sun ", "Wed ", "Sun "]
                let windows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    "\(days.randomElement(using: &random) ?? "")\(clock())-\(clock())"
                }
                guard let hours = try? AllowedHours(windows: windows) else { continue }
                let isOpen = sweep.instants.map { hours.isOpen(at: WallTime(seconds: $0), in: sweep.zone) }
                let changes = isOpen.indices.dropFirst().filter { isOpen[$0] != isOpen[$0 - 1] }
                    .map { WallTime(seconds: sweep.instants[$0]) }
                for instant in sweep.samples(12, using: &random) {
                    guard let expected = changes.first(where: { $0 > instant }) else { continue }
                    let found = hours.nextChange(after: instant, in: sweep.zone)
                    #expect(found == expected, "\(windows) in \(sweep.zone.name) after \(instant.rfc3339)")
                }
            }
        }
    }

    @Test(arguments: [
        "", "9:00-17:00", "09:00", "09-17", "09:00 - 17:00", "09:00-17:0", "09:00-17:60", "09:00-24:01",
        "25:00-26:00", "09:00-17:00 ", "0９:00-17:00", "09:00\u{2013}17:00", "+9:00-17:00", "09.00-17.00",
        "09:00:00-17:00:00", "-9:00-17:00", "09:00-17::0", "Montag 09:00-17:00", "Mon 09:00", "Mon/2",
        "Mon..09:00-17:00",
        "Mon09:00-17:00", " Mon",
    ])
    func `are refused where they are no window`(window: String) {
        let fault = #expect(throws: ScheduleFault.self) { try AllowedHours(windows: [window]) }
        #expect(fault?.reason.hasSuffix("is no window of the day") == true)
        // What might move a cursor is quoted by its number alone.
        if window == "09:00\u{2013}17:00" {
            #expect(fault?.reason == "\"09:00\\u{2013}17:00\" is no window of the day")
        }
        #expect(
            fault?.advice
                == "write HH:MM-HH:MM, such as \"22:00-06:00\" or \"Mon-Fri 22:00-06:00\"; 24:00 may be an end"
        )
    }

    @Test(arguments: [
        ("09:00-09:00", "write \"00:00-24:00\" for the whole day, or leave the hours out"),
        ("00:00-00:00", "write \"00:00-24:00\" for the whole day, or leave the hours out"),
        ("24:00-06:00", "begin it at 00:00"), ("Sat 24:00-06:00", "begin it at 00:00"),
        ("Sat-Tue", "write \"Sat-Sun,Mon-Tue\""),
        ("Wed,fri..Monday 09:00-10:00", "write \"Fri..Sun,Mon\""),
    ])
    func `are refused with what to write`(window: String, advice: String) {
        let fault = #expect(throws: ScheduleFault.self) {
            try AllowedHours(windows: ["08:00-09:00", window])
        }
        #expect(fault?.advice == advice)
    }

    @Test func `are 1 to 24 windows`() throws {
        #expect(throws: ScheduleFault.self) { try AllowedHours(windows: []) }
        #expect(throws: ScheduleFault.self) {
            try AllowedHours(windows: Array(repeating: "08:00-09:00", count: 25))
        }
        #expect(try AllowedHours(windows: Array(repeating: "08:00-09:00", count: 24)).windows.count == 24)
    }

    @Test func `end at the rim of time`() throws {
        let hours = try AllowedHours(windows: ["08:00-09:00"])
        #expect(hours.nextChange(after: WallTime(microseconds: .min), in: .utc) != nil)
        // The next change lies beyond the last instant, which is none itself.
        for last: Int64 in [.max, .max - 1] {
            #expect(hours.nextChange(after: WallTime(microseconds: last), in: .utc) == nil)
        }
    }
}
