// Calendar expressions: what is read, what is refused, and with which words.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A calendar expression` {
    @Test(arguments: [
        ("*-*-* 12:30:15.5", "whole seconds"), ("*:*:0/0.5", "whole seconds"),
        ("*-02-30", "February has no 30th"), ("*-04,06-31", "April and June have no 31st"),
        ("2023,2025-02-29", "February has no 29th in its years"),
        ("Mon 2024-01-02", "none of its dates is ever on one of its weekdays"),
        ("*/2:00", "write the first value: \"0/2:00\""), ("", "empty"), (" daily", "begins with a blank"),
        ("daily ", "belongs"),
        ("Sat..Mon", "ends with Sunday"), ("24:00", "hours 0 to 23"), ("00:60", "minutes 0 to 59"),
        ("20/5:00", "write \"20\" alone"), ("*-*~03/3", "repeats nothing"), ("*-*~01..29", "1 to 28"),
        ("22..2:00", "22..23,0..2"),
        ("*-*~29", "1 to 28"), ("2200-01-01", "years 1970 to 2199"),
        ("@1 Europe/Berlin", "leave the zone out"),
        ("Mon Tue", "belongs"), ("*", "minutes"), ("12", "minutes"), ("1-2-3-4", "blank"),
    ])
    func `is refused with what is wrong`(text: String, part: String) {
        let fault = #expect(throws: ScheduleFault.self) { try CalendarExpression(text) }
        let words = fault.map { "\($0.reason); \($0.advice)" } ?? ""
        #expect(words.contains(part), "\(words)")
    }

    /// The examples of systemd.time(7) among them.
    @Test(arguments: [
        ("Sat,Thu,Mon..Wed,Sat..Sun", "Mon..Thu,Sat,Sun *-*-* 00:00:00"),
        ("Mon,Sun 12-*-* 2,1:23", "Mon,Sun 2012-*-* 01,02:23:00"), ("Wed *-1", "Wed *-*-01 00:00:00"),
        ("Wed..Wed,Wed *-1", "Wed *-*-01 00:00:00"), ("Wed, 17:48", "Wed *-*-* 17:48:00"),
        ("Mon-Wed,Sat 12-10-15 1:2:3", "Mon..Wed,Sat 2012-10-15 01:02:03"),
        ("*-*-7 0:0:0", "*-*-07 00:00:00"),
        ("10-15", "*-10-15 00:00:00"), ("monday *-12-* 17:00", "Mon *-12-* 17:00:00"),
        ("Mon,Fri *-*-3,1,2 *:30:45", "Mon,Fri *-*-01,02,03 *:30:45"),
        ("12,14,13,12:20,10,30", "*-*-* 12..14:10..30/10"),
        ("12..14:10,20,30", "*-*-* 12,13,14:10,20,30:00"), ("08:05:40", "*-*-* 08:05:40"),
        ("05:40", "*-*-* 05:40:00"),
        ("Sat,Sun 12-05 08:05:40", "Sat,Sun *-12-05 08:05:40"), ("2003-03-05", "2003-03-05 00:00:00"),
        ("minutely", "*-*-* *:*:00"), ("HOURLY", "*-*-* *:00:00"), ("daily", "*-*-* 00:00:00"),
        ("monthly", "*-*-01 00:00:00"), ("weekly", "Mon *-*-* 00:00:00"), ("yearly", "*-01-01 00:00:00"),
        ("annually", "*-01-01 00:00:00"), ("quarterly", "*-01,04,07,10-01"), ("semi-annually", "*-01,07-01"),
        ("*-02~03", "*-02~3 0:0"), ("*-05~07/1", "*-05~01..07"), ("*-*~*", "daily"),
        ("*-*-* *:*:*", "*:*:0/1"),
        ("0..0:45..47/7", "0:45"), ("69-01-01", "2069-1-1"), ("70-01-01", "1970-01-01"),
        ("@1700000000", "Tue 2023-11-14 22:13:20 UTC"), ("5..5:00", "5:00"),
    ])
    func `means what systemd means`(text: String, same: String) throws {
        let first = try CalendarExpression(text).pattern
        var second = try CalendarExpression(same).pattern
        if text.hasPrefix("@") { second.weekdays = 0x7F }
        #expect(first == second)
    }

    @Test(arguments: [
        ("daily", nil), ("daily UTC", "UTC"), ("Mon..Fri 02:30 Europe/Berlin", "Europe/Berlin"),
        ("12:00 utc", "UTC"),
        ("*-*-* 00:00:00 Etc/GMT+5", "Etc/GMT+5"), ("Mon EST5EDT", "EST5EDT"), ("@0", "UTC"),
        ("@0 UTC", "UTC"),
        ("weekly Nowhere/Atall", "Nowhere/Atall"), ("Mon 12:00", nil),
    ])
    func `names its zone, which is looked up elsewhere`(text: String, zone: String?) throws {
        #expect(try CalendarExpression(text).zoneName == zone)
        #expect(try CalendarExpression(text).text == text)
    }

    @Test(arguments: [
        ("*:00", true), ("0/1:30", true), ("00/6:00", true), ("hourly", true), ("minutely", true),
        ("*:*:*", true),
        ("daily", false), ("0..23:00", false), ("1/2:00", false), ("0,6/6:00", false), ("0..22/2:00", false),
    ])
    func `has a wildcard hour where its hours are a star or repeat from 0`(text: String, expected: Bool)
        throws
    {
        #expect(try CalendarExpression(text).hasWildcardHour == expected)
    }

    @Test func `is never anything that traps`() {
        var random = SeededGenerator(seed: 12)
        let pieces =
            Array("0123456789  ***//--..,,::~~@Zé\u{0}\n").map(String.init) + [
                "..", "Mon", "fri", " UTC", "-*-",
            ]
        var accepted = 0
        for _ in 0..<Repository.times(20_000) {
            let count = Int.random(in: 0...12, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let calendar = try? CalendarExpression(text) else { continue }
            accepted += 1
            #expect(calendar.pattern.next(onOrAfter: CivilTime(seconds: 0)) != nil)
        }
        #expect(accepted > 20)
    }
}
