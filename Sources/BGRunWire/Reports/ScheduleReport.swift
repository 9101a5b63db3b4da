// One entry of a job's schedule, as its descriptor writes it.
import BGRunCalendar
import BGRunJob

/// An entry of `schedule`. Expressions stay text: whoever shows them need not understand them.
package struct ScheduleReport: WireObject, Hashable {
    package enum Form: Hashable, Sendable {
        case cron(String)
        case calendar(String)
        case every(Duration, from: Every.Origin)
        case event(TriggerEvent)
        case path(String, settle: Duration, isRecursive: Bool)
    }

    package var form: Form
    /// The zone that stands beside an expression.
    package var timeZone: String?

    package init(_ schedule: Schedule) {
        switch schedule {
        case .cron(let expression, let zone): (form, timeZone) = (.cron(expression.text), zone)
        case .calendar(let expression, let zone): (form, timeZone) = (.calendar(expression.text), zone)
        case .every(let every): form = .every(every.interval, from: every.from)
        case .event(let event): form = .event(event)
        case .path(let trigger):
            form = .path(trigger.path, settle: trigger.settle, isRecursive: trigger.isRecursive)
        }
    }

    package init(fields: inout FieldReader) throws(FieldFault) {
        if let cron = try fields.optional("cron", .string) {
            form = .cron(cron)
        } else if let calendar = try fields.optional("calendar", .string) {
            form = .calendar(calendar)
        } else if let every = try fields.optional("every", .durationText) {
            form = .every(every, from: try fields.required("from", .choice(Every.Origin.self)))
        } else if let event = try fields.optional("event", .choice(TriggerEvent.self)) {
            form = .event(event)
        } else {
            form = .path(
                try fields.required("path", .string), settle: try fields.required("settle", .durationText),
                isRecursive: try fields.required("recursive", .bool))
        }
        timeZone = try fields.optional("timeZone", .string)
    }

    /// Only the keys of its form are there.
    package var fields: [Field] {
        var fields: [Field]
        switch form {
        case .cron(let expression): fields = [Field("cron", .string, expression)]
        case .calendar(let expression): fields = [Field("calendar", .string, expression)]
        case .every(let interval, let origin):
            fields = [
                Field("every", .durationText, interval),
                Field("from", .choice(Every.Origin.self), origin),
            ]
        case .event(let event): fields = [Field("event", .choice(TriggerEvent.self), event)]
        case .path(let path, let settle, let isRecursive):
            fields = [
                Field("path", .string, path), Field("settle", .durationText, settle),
                Field("recursive", .bool, isRecursive),
            ]
        }
        if let timeZone { fields.append(Field("timeZone", .string, timeZone)) }
        return fields
    }
}
