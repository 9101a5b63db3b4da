// When a job is likely to start, as `Forecast` answers.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension Forecast: WireObject {
    package static let wire = WireTable<Forecast>(
        named: "JobForecast", about: "When a job is likely to start.",
        .keys(JobID.wire, \.job),
        .key("likely", .optional(.date), \.likely, "null where nothing speaks for any time"),
        .key("now", .bool, \.isNow, "all that it needs is there"),
        .key("confidence", .choice, \.confidence),
        .key(
            "daysHeld", .integer, \.daysHeld, "on so many of daysSeen days it was there at that time of day"),
        .key("daysSeen", .integer, \.daysSeen),
        .key("habits", .list(.object), \.habits),
        .key("unforeseeable", .list(.string), \.unforeseeable, "what the guess leaves out"),
        .key("note", .string, \.note, "what the guess rests on, or why there is none"),
        make: Forecast.init)
}

extension Forecast.Habit: WireObject {
    package static let wire = WireTable<Forecast.Habit>(
        named: "Habit", about: "When a requirement usually holds.",
        .key("requirement", .string, \.name, "may be anyOf too"),
        .key("words", .string, \.words),
        .key("days", .choice, \.days),
        .key("windows", .list(.object), \.windows),
        .key("daysSeen", .integer, \.daysSeen, "on how many days of this class somebody looked"),
        make: Forecast.Habit.init)
}

extension Forecast.Habit.Window: WireObject {
    package static let wire = WireTable<Forecast.Habit.Window>(
        named: "DayWindow",
        about: """
            A part of the day on the machine's clock, such as 20:10 to 23:40; it ends as it begins where it is the \
            whole day.
            """,
        .key("start", .minuteOfDay, \.start), .key("end", .minuteOfDay, \.end),
        make: Forecast.Habit.Window.init)
}

extension FieldType<Int> {
    /// A time of day in minutes, as clocks show it: `23:40`.
    fileprivate static var minuteOfDay: Self {
        .text(
            { text in
                let sides = text.split(separator: ":", omittingEmptySubsequences: false)
                guard sides.count == 2, sides.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(sides[0]),
                    let minute = Int(sides[1]), (0..<24).contains(hour), (0..<60).contains(minute)
                else { return nil }
                return hour * 60 + minute
            }, { Forecast.Habit.Window.clock($0) })
    }
}
