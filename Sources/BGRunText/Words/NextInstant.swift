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
        guard let effect else { return change.text }
        switch effect.kind {
        case .doesNotExist:
            let (named, runs) = (effect.named, zone.civil(at: at))
            let when = runs.when(besides: named)
            if change.skippedDays?.contains(named.daysSinceEpoch) == true {
                return "\(named.dayText) does not exist; its \(named.timeText) runs \(when)"
            }
            let text = runs.daysSinceEpoch == named.daysSinceEpoch ? named.timeText : named.text
            return "\(change.text); \(text) does not exist, runs \(when)"
        case .comesTwice: return "\(change.text); runs at the first \(effect.named.timeText)"
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

extension ZoneTransition {
    /// What clocks do; where they pass over whole days, which.
    fileprivate var text: String {
        if let days = skippedDays {
            let texts = [days.lowerBound, days.upperBound].map {
                CivilTime(CivilDate(daysSinceEpoch: $0)).dayText
            }
            return days.count == 1
                ? "\(texts[0]) does not exist" : "\(texts[0]) to \(texts[1]) do not exist"
        }
        let span = shift < .zero ? .zero - shift : shift
        return "clocks go \(shift < .zero ? "back" : "forward") \(span.rounded) this day"
    }
}

extension CivilTime {
    /// `at 03:00`; on another day than what is named `on 2027-03-28 at 00:00`.
    func when(besides named: CivilTime) -> String {
        (daysSinceEpoch == named.daysSinceEpoch ? "" : "on \(dayText) ") + "at \(timeText)"
    }
}
