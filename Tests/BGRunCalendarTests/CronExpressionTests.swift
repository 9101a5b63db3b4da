// Cron expressions: what is read, what is refused, and with which words.
import BGRunCalendar
import BGRunTestSupport
import Testing

@Suite struct `A cron expression` {
    /// The expression, the field an error names (empty where it is the whole text), and what its advice says.
    @Test(arguments: [
        ("60 * * * *", "minute", "0 to 59"), ("* 24 * * *", "hour", "0 to 23"),
        ("* * 0 * *", "day-of-month", "1 to 31"), ("* * 32 * *", "day-of-month", "1 to 31"),
        ("* * * 13 *", "month", "1 to 12"), ("* * * foo *", "month", "Jan to Dec"),
        ("* * * * 8", "day-of-week", "0 to 7"), ("61 * * * * *", "second", "0 to 59"),
        ("* 22-2 * * *", "hour", "22-23,0-2"), ("* 22-2/2 * * *", "hour", "22,0,2"),
        ("5/15 * * * *", "minute", "5-59/15"), ("* * * 11-2 *", "month", "11-12,1-2"),
        ("* * * * fri-sun", "day-of-week", "5-7"), ("* * * * 6-2", "day-of-week", "6,0-2"),
        ("*/0 * * * *", "minute", "*/2"), ("*/x * * * *", "minute", "*/2"),
        ("1,,2 * * * *", "minute", "remove"),
        ("1-2-3 * * * *", "minute", "0 to 59"), ("*5 * * * *", "minute", "0 to 59"),
        ("* * * * L", "day-of-week", "L5"), ("* * * * 5#6", "day-of-week", "#1 to #5"),
        ("* * * * 1-5#2", "day-of-week", "third Friday"), ("* * L-3 * *", "day-of-month", "L for"),
        ("* * ? * *", "day-of-month", "or *"), ("* L * * *", "hour", "0 to 23"),
        ("0 0 30 2 *", "", "L for a month's last day"), ("@reboot", "", #"{"event": "boot"}"#),
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
    ])
    func `is refused where it can never fire`(text: String, reason: String) {
        let fault = #expect(throws: ScheduleFault.self) { try CronExpression(text) }
        #expect(fault?.reason.contains("never fires: \(reason)") == true, "\(fault?.reason ?? "")")
    }
}
