// Cron expressions: what is read, what is refused, and with which words.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A cron expression` {
    /// The expression, the field an error names (empty where it is the whole text), and what its advice says.
    @Test(arguments: [
        ("60 * * * *", "minute", "0 to 59"), ("* 24 * * *", "hour", "0 to 23"),
        ("* * 0 * *", "day-of-month", "1 to 31"), ("* * 32 * *", "day-of-month", "1 to 31"),
        ("* * * 13 *", "month", "1 to 12"), ("* * * foo *", "month", #""Jan" to "Dec""#),
        ("* * * * 8", "day-of-week", "0 to 7"), ("61 * * * * *", "second", "0 to 59"),
        ("* 22-2 * * *", "hour", "22-23,0-2"), ("* 22-2/2 * * *", "hour", "22,0,2"),
        ("5/15 * * * *", "minute", "5-59/15"), ("* * * 11-2 *", "month", "11-12,1-2"),
        ("* * * * fri-sun", "day-of-week", "5-7"), ("* * * * 6-2", "day-of-week", "6,0-2"),
        ("*/0 * * * *", "minute", "*/2"), ("*/x * * * *", "minute", "*/2"),
        ("1,,2 * * * *", "minute", "remove"),
        ("1-2-3 * * * *", "minute", "0 to 59"), ("*5 * * * *", "minute", "0 to 59"),
        ("* * * * L", "day-of-week", "L5"), ("* * * * 5#6", "day-of-week", #""5#1" to "5#5""#),
        ("* * * * 1-5#2", "day-of-week", "third Friday"), ("* * L-31 * *", "day-of-month", "L-3"),
        ("* * 32W * *", "day-of-month", "1 to 31"), ("* * L-3W * *", "day-of-month", "1 to 31"),
        ("* * W * *", "day-of-month", #""L" for"#), ("* * 1W,15W * *", "day-of-month", "another entry"),
        ("* * ? * *", "day-of-month", "or \"*\""), ("* L * * *", "hour", "0 to 23"),
        ("0 0 30 2 *", "", #""0 0 L 2 *" for a month's last day"#), ("@reboot", "", #"{"event": "boot"}"#),
        ("@every 5m", "", #"{"every": "5m"}"#), ("@Every 1h30m", "", #"{"every": "90m"}"#),
        ("@every", "", #"{"every": "6h"}"#),
        ("@Daily", "", "@daily"), ("@daily root", "", #""@daily" alone"#), ("* * * *", "", "sixth"),
        ("", "", "sixth"), ("0 2 * * * root run", "", "sixth"),
        ("99999999999999999999 * * * *", "minute", "0 to 59"),
    ])
    func `is refused with the field and what to write`(text: String, field: String, advice: String) {
        let fault = #expect(throws: ScheduleFault.self) { try CronExpression(text) }
        #expect(fault?.advice.contains(advice) == true, "\(fault?.advice ?? "")")
        if !field.isEmpty {
            #expect(fault?.reason.hasPrefix("\(field) field: ") == true, "\(fault?.reason ?? "")")
        }
    }

    @Test(arguments: [
        ("0 0 30 2 *", "February has no 30th"), ("0 0 31 4,6,9 *", "April, June and September have no 31st"),
        ("0 0 31 2 */2", "February has no 31st"), ("0 0 */31 * 1#5", "none of its dates is ever on one"),
        ("0 0 LW * */7", "none of its days is ever one of its weekdays"),
    ])
    func `is refused where it can never fire`(text: String, reason: String) {
        let fault = #expect(throws: ScheduleFault.self) { try CronExpression(text) }
        #expect(fault?.reason.contains("never fires: \(reason)") == true, "\(fault?.reason ?? "")")
    }

    /// Each was given to the parser of Debian's cron 3.0pl1-162, which means the same by both.
    @Test(arguments: [
        ("* * * * 7", "* * * * 0"), ("0 0 * * 0-7", "0 0 * * 0-6"), ("0 0 * * Sat-7", "0 0 * * 6,0"),
        ("0 0 * * */7", "0 0 */1 * 0"), ("0 0 * * sUn,MON", "0 0 * * 0-1"),
        ("0 0 * * mon-fri/2", "0 0 * * 1,3,5"),
        ("0 0 1 JAN-mar,dec *", "0 0 1 1-3,12 *"), ("0 */30 * * *", "0 */24 * * *"),
        ("00 01 * * *", "0 1 * * *"),
        ("5,5,5 * * * *", "5 * * * *"), ("0 0 5-5/3 * *", "0 0 5 * *"), ("1-10/4 * * * *", "1,5,9 * * * *"),
        ("\t0  0 \t* * * ", "0 0 * * *"), ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"),
        ("@monthly", "0 0 1 * *"), ("@weekly", "0 0 * * 0"), ("@daily", "0 0 * * *"),
        ("@midnight", "0 0 * * *"),
        ("@hourly", "0 * * * *"), ("*/100 * * * *", "0 * * * *"), ("*,5 * * * *", "* * * * *"),
    ])
    func `means what Debian's cron means`(text: String, same: String) throws {
        let (expression, other) = try (CronExpression(text), CronExpression(same))
        #expect(expression.pattern == other.pattern)
        #expect(expression.hasWildcardHour == other.hasWildcardHour)
        #expect(expression.text == text)
    }

    /// Debian's cron takes these and means something that is hardly wished for, or never fires.
    @Test(arguments: [
        "* 22-2 * * *", "* * * * fri-sun", "*5 * * * *", "5! * * * *", "*/2x * * * *", "0 0 30 2 *",
        "1-5* * * * *",
        "* * * * 1-5#2",
    ])
    func `is refused where Debian's cron is surprising`(text: String) {
        #expect(throws: ScheduleFault.self) { try CronExpression(text) }
    }

    /// As Quartz and cronsim have them: a day counted from the month's end, and the workday that is nearest within the month.
    @Test(arguments: [
        ("0 0 L-3 2 *", "2026-02-25"), ("0 0 L-0 2 *", "2026-02-28"), ("0 0 15W 7 *", "2026-07-15"),
        ("0 0 15W 8 *", "2026-08-14"), ("0 0 15W 2 *", "2026-02-16"), ("0 0 1W 8 *", "2026-08-03"),
        ("0 0 31W 5 *", "2026-05-29"), ("0 0 LW 5 *", "2026-05-29"), ("0 0 lw 7 *", "2026-07-31"),
        ("0 0 30,LW 5 *", "2026-05-29"), ("0 0 31W 4-5 *", "2026-05-29"),
    ])
    func `counts from a month's end, or in workdays`(text: String, day: String) throws {
        let next = try CronExpression(text).next(after: WallTime("2026-01-01T00:00:00Z"), in: .utc)
        #expect(next == WallTime("\(day)T00:00:00Z"))
    }

    /// Beyond Debian's cron, in the other spellings that are in use.
    @Test(arguments: [
        ("0 0 0 * * *", "0 0 * * *"), ("0 0 l * *", "0 0 L * *"), ("0 0 * * L5", "0 0 * * 5L"),
        ("0 0 * * Lfri", "0 0 * * FRIL"), ("0 0 * * 7#1", "0 0 * * sun#1"), ("0 0 * * L7", "0 0 * * 0L"),
    ])
    func `may be spelled in several ways`(text: String, same: String) throws {
        #expect(try CronExpression(text).pattern == CronExpression(same).pattern)
    }

    @Test(arguments: [
        ("0 * * * *", true), ("0 */2 * * *", true), ("0 *,5 * * *", true), ("@hourly", true),
        ("0 0 * * * *", true), ("0 0 0 * * *", false),
        ("0 0-23 * * *", false), ("*/5 2 * * *", false), ("0 5,* * * *", false), ("* 0 * * * *", true),
        ("@daily", false),
    ])
    func `has a wildcard hour where that field begins with a star`(text: String, expected: Bool) throws {
        #expect(try CronExpression(text).hasWildcardHour == expected)
    }

    @Test func `is never anything that traps`() {
        var random = SeededGenerator(seed: 11)
        let pieces =
            Array("0123456789**///---,,,##LlW?@%é\u{0}\n").map(String.init) + ["sun", "jan", " ", "5", "*"]
        var accepted = 0
        for _ in 0..<Repository.times(20_000) {
            let fields = (0..<Int.random(in: 4...7, using: &random)).map { _ in
                let count = Int.random(in: 1...3, using: &random) * Int.random(in: 0...1, using: &random)
                return count == 0
                    ? "*" : (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            let text = fields.joined(separator: " ")
            guard let cron = try? CronExpression(text) else { continue }
            accepted += 1
            #expect(cron.pattern.next(onOrAfter: CivilTime(seconds: 0)) != nil)
        }
        #expect(accepted > 20)
    }

    @Test func `is shown in errors on one line and not at any length`() {
        for text in [String(repeating: "9", count: 100_000), "\u{1B}[2J\n * * * *", "a\u{0} * * * *"] {
            let fault = #expect(throws: ScheduleFault.self) { try CronExpression(text) }
            let words = fault.map { $0.reason + $0.advice } ?? "\n"
            #expect(words.utf8.count < 400 && words.utf8.allSatisfy { $0 >= 0x20 })
        }
    }
}
