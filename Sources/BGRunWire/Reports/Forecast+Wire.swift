// When a job is likely to start, as `Forecast` answers.
import BGRunCalendar
import BGRunJSON
import BGRunJob

extension Forecast: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            job: JobID(
                owner: try fields.required("owner", .user),
                identifier: try fields.required("identifier", .identifier)),
            likely: try fields.optional("likely", .date),
            isNow: try fields.required("now", .bool),
            confidence: try fields.required("confidence", .choice(Confidence.self)),
            daysHeld: try fields.required("daysHeld", .integer(Int.self)),
            daysSeen: try fields.required("daysSeen", .integer(Int.self)),
            habits: try fields.required("habits", .list(of: .object(Habit.self))),
            unforeseeable: try fields.required("unforeseeable", .list(of: .string)),
            note: try fields.required("note", .string))
    }

    package var fields: [Field] {
        [
            Field("identifier", .identifier, job.identifier),
            Field("owner", .user, job.owner),
            Field("likely", .date, orNull: likely),
            Field("now", .bool, isNow),
            Field("confidence", .choice(Confidence.self), confidence),
            Field("daysHeld", .integer(Int.self), daysHeld),
            Field("daysSeen", .integer(Int.self), daysSeen),
            Field("habits", .list(of: .object(Habit.self)), habits),
            Field("unforeseeable", .list(of: .string), unforeseeable),
            Field("note", .string, note),
        ]
    }
}

extension Forecast.Habit: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            name: try fields.required("requirement", .string), words: try fields.required("words", .string),
            days: try fields.required("days", .choice(Days.self)),
            windows: try fields.required("windows", .list(of: .object(Window.self))),
            daysSeen: try fields.required("daysSeen", .integer(Int.self)))
    }

    package var fields: [Field] {
        [
            Field("requirement", .string, name),
            Field("words", .string, words),
            Field("days", .choice(Days.self), days),
            Field("windows", .list(of: .object(Window.self)), windows),
            Field("daysSeen", .integer(Int.self), daysSeen),
        ]
    }
}

extension Forecast.Habit.Window: WireObject {
    package init(fields: inout FieldReader) throws(FieldFault) {
        self.init(
            start: try fields.required("start", .minuteOfDay), end: try fields.required("end", .minuteOfDay))
    }

    package var fields: [Field] {
        [Field("start", .minuteOfDay, start), Field("end", .minuteOfDay, end)]
    }
}

extension FieldType<Int> {
    /// A time of day in minutes, as clocks show it: `23:40`.
    fileprivate static var minuteOfDay: Self {
        Self(
            read: { json throws(FieldFault) in
                let text = try FieldType<String>.string.read(json)
                let sides = text.split(separator: ":", omittingEmptySubsequences: false)
                guard sides.count == 2, sides.allSatisfy({ $0.utf8.count == 2 }), let hour = Int(sides[0]),
                    let minute = Int(sides[1]), (0..<24).contains(hour), (0..<60).contains(minute)
                else { throw FieldFault("") }
                return hour * 60 + minute
            },
            write: { .string(Forecast.Habit.Window.clock($0)) })
    }
}
