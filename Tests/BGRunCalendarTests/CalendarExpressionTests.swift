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
        ("*/2:00", "not */2"), ("", "empty"), (" daily", "begins with a blank"), ("daily ", "belongs"),
        ("Sat..Mon", "ends with Sunday"), ("24:00", "hours 0 to 23"), ("00:60", "minutes 0 to 59"),
        ("5..5:00", "write 5 alone"), ("20/5:00", "repeats nothing"), ("22..2:00", "22..23,0..2"),
        ("*-*~29", "1 to 28"), ("2200-01-01", "years 1970 to 2199"),
        ("@1 Europe/Berlin", "leave the zone out"),
        ("Mon Tue", "belongs"), ("*", "minutes"), ("12", "minutes"), ("1-2-3-4", "blank"),
    ])
    func `is refused with what is wrong`(text: String, part: String) {
        let fault = #expect(throws: ScheduleFault.self) { try CalendarExpression(text) }
        let words = fault.map { "\($0.reason); \($0.advice)" } ?? ""
        #expect(words.contains(part), "\(words)")
    }
}
