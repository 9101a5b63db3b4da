// An instant that lies ahead, with what a clock change does to it.
import BGRunCalendar
import BGRunJob
import BGRunWire

/// One instant that lies ahead, on the clock of a zone.
package struct NextInstant {
    package let at: WallTime
    package let zone: Zone
    /// How late a random delay may make it.
    package let latest: WallTime?
    /// When its allowed hours open, where they are closed at that instant.
    package let opens: WallTime?
    /// The change of the zone's clocks that falls on its day.
    package let change: ZoneTransition?
    /// What the change does to it; nil where it leaves it alone or where that isn't known.
    package let effect: Effect?

    /// The time that the schedule names, and why it is no plain one.
    package struct Effect: Hashable, Sendable {
        package let kind: ClockHit.Effect
        package let named: CivilTime
    }

    /// - Parameter schedules: Where the instant may be from; without any, that clocks change is all that is told.
    package init(
        _ at: WallTime, in zone: Zone, of schedules: [Schedule] = [], latest: WallTime? = nil,
        opens: WallTime? = nil
    ) {
        self.at = at
        self.zone = zone
        self.latest = latest
        self.opens = opens
        change = zone.clockChange(onDayOf: at)
        var effect: Effect?
        if let change {
            for schedule in schedules where effect == nil {
                effect = schedule.effect(of: change, at: at, in: zone).map {
                    Effect(kind: $0.effect, named: $0.named)
                }
            }
        }
        self.effect = effect
    }

    /// `Sun 2026-03-29 03:00:00 +02:00`.
    var text: String {
        let shown = zone.civil(at: at)
        return "\(shown.weekdayText) \(shown.dayText) \(shown.fullTimeText) \(zone.offset(at: at).text)"
    }

    /// Nil on a day like any other.
    var changeText: String? {
        guard let change else { return nil }
        let span = change.shift < .zero ? .zero - change.shift : change.shift
        let day = "clocks go \(change.shift < .zero ? "back" : "forward") \(span.rounded) this day"
        guard let effect else { return day }
        switch effect.kind {
        case .doesNotExist:
            return
                "\(day); \(effect.named.timeText) does not exist, runs at \(zone.civil(at: at).timeText)"
        case .comesTwice: return "\(day); runs at the first \(effect.named.timeText)"
        }
    }
}

extension JobReport {
    /// The instant for which its occurrence is planned, or was; nil where there is none.
    package var planned: UpcomingInstant? {
        guard let due else { return nil }
        // What is due already says of its hours that it waits for them.
        let isAhead =
            state == .scheduled
            || blockers.contains { $0.requirement == Blocker.Kind.earliestBeginDate.rawValue }
        let hours = blockers.first { $0.requirement == Blocker.Kind.allowedHours.rawValue }
        return UpcomingInstant(at: due, latest: dueBy, opens: isAhead ? hours?.until : nil)
    }
}
