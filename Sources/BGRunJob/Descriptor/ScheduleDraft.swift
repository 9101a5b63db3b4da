// One entry of a schedule as it is written, key by key.
import BGRunCalendar
import BGRunJSON

/// An entry as it is written: nil is a key that is left out.
struct ScheduleDraft {
    var cron: CronExpression?
    var calendar: CalendarExpression?
    var timeZone: String?
    var except: ExceptedDays?
    var every: Duration?
    var from: Every.Origin?
    var event: TriggerEvent.Name?
    var asleep: Duration?
    var device: DeviceMatch?
    var mount: MountTarget?
    var delay: Duration?
    var path: String?
    var settle: Duration?
    var recursive: Bool?
}

extension ScheduleDraft {
    init(_ schedule: Schedule) {
        except = schedule.except
        switch schedule {
        case .cron(let expression, let zone): (cron, timeZone) = (expression, zone)
        case .calendar(let expression, let zone): (calendar, timeZone) = (expression, zone)
        case .every(let interval):
            every = interval.interval
            from = interval.from == .grid ? nil : interval.from
            timeZone = interval.zone
        case .event(let trigger, let span):
            switch trigger {
            case .named(let name): event = name
            case .wakeAfter(let span): (event, asleep) = (.wake, span)
            case .device(let match): device = match
            case .mount(let target): mount = target
            }
            delay = span == .zero ? nil : span
        case .path(let trigger):
            path = trigger.path
            settle = trigger.settle == PathTrigger.defaultSettle ? nil : trigger.settle
            recursive = trigger.isRecursive ? true : nil
        }
    }

    /// One zone at most: a calendar expression may end in its own. Hours and minutes need none.
    func checkZone(of field: JSONField) throws(FieldError) {
        if timeZone != nil, case .every(let every) = schedule, !every.followsLocalClock {
            let countsFromEnd = every.from == .completion
            throw FieldError(
                at: field.keyPath.appending(.key("timeZone")),
                reason: countsFromEnd
                    ? "what is counted from the end of a run follows no clock"
                    : "\(every.interval.text) is the same by every clock",
                advice: countsFromEnd
                    ? "remove it"
                    : "remove it, or write from when on, such as \"from\": \"2026-12-01 09:00\"")
        }
        guard timeZone != nil, let zone = calendar?.zoneName else { return }
        throw FieldError(
            at: field.keyPath.appending(.key("timeZone")),
            reason: "\"calendar\" names a zone already: \(QuotedText(zone))",
            advice: "remove one of them")
    }

    /// Takes out the days on which it does not come.
    mutating func takeExceptions(of field: JSONField) throws(FieldError) {
        guard let except else { return }
        do throws(ScheduleFault) {
            if let cron { self.cron = try cron.leavingOut(except) }
            if let calendar { self.calendar = try calendar.leavingOut(except) }
        } catch {
            throw FieldError(
                at: field.keyPath.appending(.key("except")), reason: error.reason, advice: error.advice)
        }
    }

    /// Only of waking is it said how long the machine has slept.
    func checkSleep(of field: JSONField) throws(FieldError) {
        guard asleep != nil, event != .wake else { return }
        throw FieldError(
            at: field.keyPath.appending(.key("asleep")), reason: "this belongs to the event \"wake\" alone",
            advice: "remove it")
    }

    private var trigger: TriggerEvent? {
        if let device { return .device(device) }
        if let mount { return .mount(mount) }
        return asleep.map { .wakeAfter($0) } ?? event.map { .named($0) }
    }

    /// The entry; nil where no form is given, which the reader has refused.
    var schedule: Schedule? {
        if let cron { return .cron(cron, zone: timeZone) }
        if let calendar { return .calendar(calendar, zone: timeZone) }
        if let every { return .every(Every(interval: every, from: from ?? .grid, zone: timeZone)) }
        if let trigger { return .event(trigger, delay: delay ?? .zero) }
        return path.map {
            .path(
                PathTrigger(
                    path: $0, settle: settle ?? PathTrigger.defaultSettle, isRecursive: recursive ?? false))
        }
    }
}
