// What makes occurrences due: points on the calendar, events of the device, and changes of files.
import BGRunCalendar

/// One entry of a descriptor's `schedule`. A job may have several; whichever comes first makes it due.
package enum Schedule: Hashable, Sendable {
    case every(Every)
    /// `zone` is the `timeZone` that stands beside it; nil means the machine's own.
    case cron(CronExpression, zone: String?)
    /// The same; the expression itself may end in a zone instead.
    case calendar(CalendarExpression, zone: String?)
    /// `delay` after the event.
    case event(TriggerEvent, delay: Duration = .zero)
    case path(PathTrigger)

    /// The zone it names, where it follows a local clock and names one.
    package var zoneName: String? {
        switch self {
        case .cron(_, let zone): zone
        case .calendar(let expression, let zone): zone ?? expression.zoneName
        case .every(let every): every.zone
        case .event, .path: nil
        }
    }

    /// The days on which it does not come.
    package var except: ExceptedDays? {
        switch self {
        case .cron(let expression, _): expression.pattern.except
        case .calendar(let expression, _): expression.pattern.except
        case .every, .event, .path: nil
        }
    }

    /// The same as if it came on all days; nil where it does.
    package var withoutExceptions: Schedule? {
        guard except != nil else { return nil }
        switch self {
        case .cron(let expression, let zone):
            return (try? expression.leavingOut(nil)).map { .cron($0, zone: zone) }
        case .calendar(let expression, let zone):
            return (try? expression.leavingOut(nil)).map { .calendar($0, zone: zone) }
        case .every, .event, .path: return nil
        }
    }

    /// Whether its instants depend on a zone's clock.
    package var followsLocalClock: Bool {
        switch self {
        case .cron, .calendar: true
        case .every(let every): every.followsLocalClock
        case .event, .path: false
        }
    }

    /// Whether it names its local times, so that no acceptance moves them.
    package var namesItsTimes: Bool {
        switch self {
        case .cron, .calendar: true
        case .every(let every): every.namesItsDate
        case .event, .path: false
        }
    }

    /// Whether it runs whenever a clock shows its time, also twice: its hour is a wildcard.
    package var followsRealTime: Bool {
        switch self {
        case .cron(let expression, _): expression.hasWildcardHour
        case .calendar(let expression, _): expression.hasWildcardHour
        case .every, .event, .path: false
        }
    }

    /// The first instant after `instant`; nil where there is none, or where it has none of its own: an event, a
    /// file, an interval that is counted from a completion, or a zone that was not read. What can't be told any more
    /// (RFC 3339's years) does not come.
    ///
    /// - Parameter anchor: The first point of the grid of an interval.
    package func next(after instant: WallTime, anchor: WallTime, zones: KnownZones) -> WallTime? {
        let next: WallTime? =
            switch self {
            case .every(let every): every.next(after: instant, anchor: anchor, in: zones[zoneName])
            case .cron(let expression, _): zones[zoneName].flatMap { expression.next(after: instant, in: $0) }
            case .calendar(let expression, _):
                zones[zoneName].flatMap { expression.next(after: instant, in: $0) }
            case .event, .path: nil
            }
        return next.flatMap { $0.isPrintable ? $0 : nil }
    }
}
