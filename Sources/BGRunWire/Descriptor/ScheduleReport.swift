// One entry of a job's schedule, as its descriptor writes it.
import BGRunCalendar
import BGRunJob

/// An entry of `schedule`. Expressions stay text: whoever shows them need not understand them.
package struct ScheduleReport: WireObject, Hashable {
    package enum Form: Hashable, Sendable {
        case cron(String)
        case calendar(String)
        case every(Duration, from: Every.Origin)
        case event(TriggerEvent.Name, asleep: Duration?, delay: Duration)
        case device(String, delay: Duration)
        case mount(String, delay: Duration)
        case path(String, settle: Duration, isRecursive: Bool)
    }

    package var form: Form
    /// The zone that stands beside an expression.
    package var timeZone: String?
    /// The days on which it does not come; empty where it comes on all.
    package var except: [String]

    package init(_ schedule: Schedule) {
        except = schedule.except?.texts ?? []
        switch schedule {
        case .cron(let expression, let zone): (form, timeZone) = (.cron(expression.text), zone)
        case .calendar(let expression, let zone): (form, timeZone) = (.calendar(expression.text), zone)
        case .every(let every): (form, timeZone) = (.every(every.interval, from: every.from), every.zone)
        case .event(.named(let name), let delay): form = .event(name, asleep: nil, delay: delay)
        case .event(.wakeAfter(let span), let delay): form = .event(.wake, asleep: span, delay: delay)
        case .event(.device(let match), let delay): form = .device(match.text, delay: delay)
        case .event(.mount(let target), let delay): form = .mount(target.text, delay: delay)
        case .path(let trigger):
            form = .path(trigger.path, settle: trigger.settle, isRecursive: trigger.isRecursive)
        }
    }

    package static let wire = WireTable<ScheduleReport>(
        named: "Schedule",
        about:
            "What makes a job due. Exactly one of cron, calendar, every, event, device, mount and path is there.",
        .keys(Keys.wire, \.keys), make: ScheduleReport.init)

    /// Only the keys of its form are there.
    private struct Keys: Sendable {
        var cron: String?
        var calendar: String?
        var timeZone: String?
        var except: [String]?
        var every: Duration?
        var from: String?
        var event: TriggerEvent.Name?
        var asleep: Duration?
        var device: String?
        var mount: String?
        var delay: Duration?
        var path: String?
        var settle: Duration?
        var isRecursive: Bool?

        static let wire = WireTable<Keys>(
            .sparse("cron", .string, \.cron), .sparse("calendar", .string, \.calendar),
            .sparse("timeZone", .string, \.timeZone, "may be beside cron, calendar and every"),
            .sparse(
                "except", .list(.string), \.except,
                "may be beside cron and calendar: days on which it does not come"),
            .sparse("every", .durationText, \.every),
            .sparse(
                "from", .string, \.from,
                "beside every: grid, completion, or the local time of the first occurrence"),
            .sparse("event", .named, \.event),
            .sparse("asleep", .durationText, \.asleep, "beside the event wake"),
            .sparse("device", .string, \.device, "properties of udev, as NAME=VALUE NAME=VALUE"),
            .sparse("mount", .string, \.mount, "a path, or UUID=NAME"),
            .sparse("delay", .durationText, \.delay, "beside event, device and mount"),
            .sparse("path", .string, \.path),
            .sparse("settle", .durationText, \.settle, "beside path"),
            .sparse("recursive", .bool, \.isRecursive, "beside path"),
            make: Keys.init)
    }

    private var keys: Keys {
        switch form {
        case .cron(let text): Keys(cron: text, timeZone: timeZone, except: excepted)
        case .calendar(let text): Keys(calendar: text, timeZone: timeZone, except: excepted)
        case .every(let interval, let origin):
            Keys(timeZone: timeZone, every: interval, from: origin.text)
        case .event(let event, let asleep, let delay): Keys(event: event, asleep: asleep, delay: delay)
        case .device(let properties, let delay): Keys(device: properties, delay: delay)
        case .mount(let target, let delay): Keys(mount: target, delay: delay)
        case .path(let path, let settle, let isRecursive):
            Keys(path: path, settle: settle, isRecursive: isRecursive)
        }
    }

    private var excepted: [String]? { except.isEmpty ? nil : except }

    private init(_ keys: Keys) throws(FieldFault) {
        timeZone = keys.timeZone
        except = keys.except ?? []
        if let cron = keys.cron {
            form = .cron(cron)
        } else if let calendar = keys.calendar {
            form = .calendar(calendar)
        } else if let every = keys.every {
            let text = try there(keys.from, "from")
            guard let from = Every.Origin(text) else { throw FieldFault("from") }
            form = .every(every, from: from)
        } else if let event = keys.event {
            form = .event(event, asleep: keys.asleep, delay: try there(keys.delay, "delay"))
        } else if let device = keys.device {
            form = .device(device, delay: try there(keys.delay, "delay"))
        } else if let mount = keys.mount {
            form = .mount(mount, delay: try there(keys.delay, "delay"))
        } else {
            form = .path(
                try there(keys.path, "path"), settle: try there(keys.settle, "settle"),
                isRecursive: try there(keys.isRecursive, "recursive"))
        }
    }
}
